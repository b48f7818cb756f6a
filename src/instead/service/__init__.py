"""The HTTP service (FastAPI on uvicorn), its web page and its Python client. All HTTP code is in this package."""
