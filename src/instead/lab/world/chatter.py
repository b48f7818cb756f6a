"""Off-topic sentences of synthetic reviews (distractors): where it was bought, for whom, greetings.

They contain opinion words and nouns on purpose, but none says anything about an attribute: a mention that an
extractor finds here is a false positive. Slots: `{this}`, `{noun}`, `{it}`, `{brand}`, `{person}`, `{when}`,
`{use}`, `{one}`.
"""

from __future__ import annotations

PERSONS = (
    "husband", "wife", "daughter", "son", "brother", "sister", "mother", "father", "neighbor", "boss",
    "roommate", "niece", "nephew", "best friend", "grandson", "aunt",
)  # fmt: skip
WHENS = (
    "last month", "in March", "for Christmas", "two weeks ago", "over a year ago", "last summer", "on a whim",
    "after a long search", "for a birthday", "last fall", "in early autumn", "a few days before a trip",
)  # fmt: skip

OPENERS = (
    "I bought {this} {noun} for my {person} {when}.",
    "Bought {this} {noun} {when}.",
    "I got {this} {noun} {when} and use {it} {use}.",
    "My {person} gave me {this} {noun} {when}.",
    "This is my second order from {brand}.",
    "I had never heard of {brand} before.",
    "I was looking for {this} {noun} for ages.",
    "I have been using {this} {noun} {use}.",
    "Ordered {this} {noun} {when} after reading the other reviews.",
    "I needed something to use {use}.",
    "I am not someone who writes many reviews.",
    "Long story short, my last {one} died and I needed something new.",
    "My {person} wanted {this} {noun} badly.",
    "I was a little nervous about ordering {this} {noun}.",
    "After a bad day with my old {one}, I ordered {this} {noun}.",
    "We have three of these in the family now.",
    "I read a lot of good and bad reviews before I ordered.",
    "Okay, so here is my story.",
    "Got {it} {when}.",
    "I use {it} {use}.",
    "First of all, I have bought from {brand} before.",
    "It took me a while to sit down and write this.",
    "My {person} and I share {this} {noun}.",
    "I ordered {it} {when} and opened the box the same evening.",
)

MIDDLES = (
    "I use {it} mostly {use}.",
    "My {person} uses {it} {use}.",
    "We took {it} along {when}.",
    "I have only had {it} for a week.",
    "It is a good thing I read the reviews first.",
    "My {person} laughed at me at first.",
    "I was in a bad mood that day, so bear with me.",
    "Nice to finally cross that off my list.",
    "That was a happy surprise for my {person}.",
    "I tried another brand {when}.",
    "My cat seems to love the box it came in.",
    "You know how it is with these things.",
    "I am no expert, just a normal person.",
    "My {person} has the same {noun}.",
    "I will update this review if anything changes.",
    "Bad weather kept us inside that weekend anyway.",
    "I use {it} {use} and sometimes at my {person}'s place.",
    "It came on a Tuesday.",
    "I showed {it} to my {person} the other day.",
    "I had a terrible headache when I wrote this.",
    "My old {one} went to my {person}.",
    "What can I say.",
    "I read somewhere that {brand} is a small company.",
    "It does what it is supposed to do.",
    "I am 5'4\" and my {person} is six foot two.",
    "My {person} asked where I got {it}.",
    "Best of luck to everyone still looking.",
    "I keep {it} in the hallway.",
    "We used {it} three times last week.",
    "Funny enough, my {person} bought the very same thing {when}.",
    "There is a great story behind that, but I will spare you.",
    "I have two more on my list.",
    "It was either this or another evening of searching.",
    "I wrote to {brand} once {when}.",
    "My {person} is the picky one in our house.",
    "Some people here complain about everything.",
    "I cannot compare {it} with other brands.",
    "Nothing more to add here.",
    "We got ours {when}, more or less.",
    "My {person} borrowed {it} and I had to ask twice to get {it} back.",
    "I ordered {it} on my phone while waiting for my {person}.",
    "A coworker has {this} {noun} as well.",
    "My {person} helped me get started.",
    "I am the kind of person who reads every review.",
    "Before that I used a hand-me-down from my {person}.",
    "It has been raining for days, so I had time to try {it}.",
    "You can tell that somebody at {brand} thought about this.",
    "My {person} says I worry too much.",
    "I put {it} to use the same day.",
    "It is hard to describe, you have to try {it} yourself.",
    "I have nothing to do with {brand}, by the way.",
    "I had something from {brand} before and gave it to my {person}.",
    "At first I thought it was a joke.",
    "We are a household of four.",
    "I asked a question here and got an answer the next day.",
    "The weekend was awful, but that is another matter.",
    "My {person} and I argued about who gets to keep {it}.",
    "Most days I use {it} {use}.",
    "I would say I use {it} {use} about twice a week.",
    "I have used {it} {use} and at my {person}'s place.",
    "Everyone at work asked about {it}.",
    "My verdict after about a month.",
    "That is all I can say after a few days.",
)

HIGH_CLOSERS = (
    "Would buy again.", "Highly recommended.", "I would recommend {it} to anyone.", "Very happy customer here.",
    "Love {it}!", "All good from me.", "Thanks, {brand}!", "I am glad I bought {it}.", "Great buy.",
    "My {person} wants the same now.", "I will order another for my {person}.", "So happy!", "You will not regret it.",
    "Exactly what I wanted.", "Go for it.", "I could not be happier.",
)  # fmt: skip
MIDDLE_CLOSERS = (
    "It will do.", "Not bad, not great.", "I might look for another one.", "Okay for now.", "It is what it is.",
    "Three stars seem about right.", "I have seen better and worse.", "I will keep {it} anyway.", "So-so.",
    "Maybe the next one will be better.",
)  # fmt: skip
LOW_CLOSERS = (
    "Save your money.", "I sent {it} back.", "Would not buy again.", "I want a refund.", "Stay away.",
    "Very disappointed.", "I expected more from {brand}.", "Never again.", "Total waste of money.",
    "Back to my old {one}.", "I do not recommend {it}.", "What a shame.",
    "Ours came with a defect.", "Mine did not last a month.", "Something was wrong with mine from the start.",
    "We had to send {it} in twice.",
)  # fmt: skip

HIGH_SHORT = (
    "Great!",
    "Love it",
    "good",
    "Perfect.",
    "Works great",
    "very happy",
    "Excellent!!",
    "nice",
    "A+",
    "👍",
)
MIDDLE_SHORT = ("ok", "It's ok.", "Okay I guess", "meh", "fine", "as described")
LOW_SHORT = ("Junk", "Bad", "do not buy", "terrible", "Broke.", "waste of money", "no good", "returned it")

HIGH_SUMMARIES = (
    "Great {noun}", "Love it", "Thumbs up", "Very happy", "Excellent", "Would buy again", "Highly recommended",
    "Better than expected", "Just what I needed", "Great buy", "Awesome {noun}", "My {person} loves it", "Works great",
    "I love {this} {noun}!", "Good {noun}", "Happy with it", "Very nice", "Perfect gift for my {person}",
)  # fmt: skip
MIDDLE_SUMMARIES = (
    "It's okay", "Three stars", "Not bad", "So so", "Could be better", "Decent {noun}", "Mixed feelings",
    "Does the job", "Average", "You get what you pay for",
)  # fmt: skip
LOW_SUMMARIES = (
    "Disappointed", "Not for me", "Don't buy", "No thanks", "Waste of money", "Returned it", "Save your money",
    "Junk", "Not what I expected", "Expected more from {brand}", "Look elsewhere", "Very unhappy",
)  # fmt: skip

EMOTICONS = (":)", ":-)", ";)", ":(", ":D", "<3", "xD", ":/")

MISSPELT = {
    "really": "realy", "definitely": "definately", "because": "becuase", "recommend": "reccomend",
    "expected": "expeced", "before": "befor", "which": "wich", "would": "woud", "the": "teh",
    "received": "recieved", "with": "wiht", "bought": "bougth", "than": "then", "though": "tho",
    "brother": "brohter", "surprisingly": "suprisingly", "absolutely": "absolutly", "using": "useing",
    "family": "familly", "anyone": "anyoen", "disappointed": "dissapointed", "weeks": "weaks",
}  # fmt: skip
