"""The shop for assistants: tools of the Model Context Protocol that find items, offer substitutes and compare."""
