"""What users say about attributes: extracted from the text of reviews, or ready-made from other tools."""
