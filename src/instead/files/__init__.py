"""Raw files: decompression, reading in blocks of lines, format detection, parsing, log of rejected rows."""
