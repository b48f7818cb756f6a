"""Words that take each other's place in the patterns of expressions: `~hold` is any form of "hold".

Choices are separated by `|` and may be several words, as the words of a text are split ("ca n't").
"""

from __future__ import annotations

GROUPS = {
    "can't": "ca n't|can not|cannot|cant|could n't|could not|couldnt|can hardly|could hardly|can never",
    "don't": "dosent|dosnt|do n't|do not|dont|did n't|did not|didnt|does n't|does not|doesnt|never|would n't|would not",
    "won't": "wo n't|will not|wont|would n't|would not|wouldnt|will never",
    "isn't": "is n't|is not|isnt|was n't|was not|wasnt|are n't|are not|arent|were n't|were not|werent|'s not|ai n't",
    "be": "is|are|was|were|be|been|being|'s|'re|am|'m|feels|looks|seems|felt|looked|seemed",
    "have": "have|has|had|'ve|having|'d|'s",
    "me": "me|us|you|him|her|my wife|my husband|my kids|my son|my daughter|everyone|anyone",
    "my": "my|our|your|his|her|their|the",
    "it": "it|this|them|these|that|one|those|this one|this product|this item|this thing",
    "work": "work|works|worked|working",
    "fall": "fall|falls|fell|falling|fallen",
    "come": "come|comes|came|coming",
    "break": "break|breaks|broke|breaking|broken",
    "go": "go|goes|went|going|gone",
    "get": "get|gets|got|getting",
    "give": "give|gives|gave|giving",
    "hold": "hold|holds|held|holding",
    "do": "do|does|did|doing",
    "stop": "stop|stops|stopped|quit|quits|ceased|stopping",
    "last": "last|lasts|lasted|lasting",
    "stay": "stay|stays|stayed|staying",
    "make": "make|makes|made|making",
    "time": "day|days|week|weeks|month|months|year|years|use|uses|time|times|minutes|hours",
    "money": "money|price|cost|penny|cent|dollar|bucks|asking price|extra money",
    "trouble": "problem|problems|prob|probs|issue|issues|complaint|complaints|trouble|troubles|regrets|concerns|qualms"
    "|gripes|flaws|faults|defects|downsides|drawbacks|worries|hiccups|hiccup|surprises|hassle|fuss|hitch|glitch|glitches|doubt|doubts"
    "|negatives|cons|errors|mistakes|criticism|difficulty|difficulties|fault|quarrel|objection|objections",
    "bad": "wrong|bad|negative|to complain about|to dislike|to fault|to hate",
    "good": "good|great|nice|well|amazing|fantastic|wonderful|excellent|perfect|awesome|impressive|beautiful",
    "better": "better|happier|more|easier|simpler|faster|nicer|smoother|quicker|clearer|sharper|cleaner|softer|quieter"
    "|stronger|sturdier|brighter|friendlier|cuter|prettier|tastier|fresher|cozier|comfier",
    "pleased": "happy|pleased|satisfied|impressed|thrilled|delighted|excited|glad|content",
    "old": "old|older|previous|prior|former|last|first|other|original|existing|earlier|current|cheaper|more expensive",
    "others": "others|brands|ones|models|products|companies|makers|versions|options|pairs|units|items|stores|makers",
    "very": "so|very|really|just|also|quite|pretty|truly|simply|absolutely|even|always|still",
    "seen": "seen|had|used|owned|tried|felt|known|found|heard|tasted|worn|eaten|held|bought|gotten",
    "bought": "bought|found|ordered|got|purchased|discovered|known about|switched|gotten|tried|upgraded",
    "buy": "bought|got|purchased|chose|picked|ordered|selected|buy|get|picked up|went with",
    "liked": "liked|loved|preferred|appreciated|wanted|welcomed|enjoyed",
    "nice": "nice|great|better|good|perfect|ideal|appreciated|helpful|welcome|awesome|nicer|best|handy|useful|a plus"
    "|an improvement|amazing|preferable|cool",
    "would": "would|'d|wld",
    "will": "will|'ll|want|would|'d",
    "desired": "desired|wished for",
}  # fmt: skip
