"""What a shop never runs: the synthetic world, the compared systems, the reproduction of the paper."""
