"""The HTTP service, its page and its client. Nothing else of the package knows HTTP."""
