"""Words that praise or blame in reviews of anything: lists written by hand, inflected forms, values from stars."""
