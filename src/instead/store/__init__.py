"""Folders on disk: complete or absent, with a manifest that says what they hold."""
