"""Starting: from a shop's files to a model to serve and a page of what was found, in one resumable run."""
