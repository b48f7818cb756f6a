"""Raw files: opening, reading in blocks of whole lines, telling formats apart, collecting rejected rows."""
