"""What users say about attributes: ready-made mentions from other tools."""
