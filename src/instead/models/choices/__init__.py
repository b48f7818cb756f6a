"""What a person cares about, from what they took and what they left: conditional logit with weights of their own."""
