"""Compiled loops over words, tags and phrases, each beside a plain twin or tested against one."""
