# The service in one image; models come in as a volume. Mount the folder that holds them, not a model itself: a new model
# takes the place of the old folder by a rename, which a mount of that folder would not see.
#   docker build -t instead .
#   docker run -p 8000:8000 -e INSTEAD_API_KEY=... -e INSTEAD_MODEL=/models/phones -v ./models:/models:ro \
#     -v store:/store -v cache:/cache instead
FROM python:3.11-slim AS build
WORKDIR /build
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN python -m venv /opt/instead && /opt/instead/bin/pip install --no-cache-dir .

FROM python:3.11-slim
COPY --from=build /opt/instead /opt/instead
# Compiled loops are kept in a folder that the unprivileged user may write to.
ENV PATH=/opt/instead/bin:$PATH PYTHONUNBUFFERED=1 NUMBA_CACHE_DIR=/cache INSTEAD_MODEL=/models/model
RUN useradd --system --uid 10001 instead && install -d -o instead /cache /store /models
USER instead
VOLUME ["/store"]
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health/ready', timeout=2)"]
# Inside a container every address is the container's own; who may reach it is the proxy's and Docker's business.
CMD ["instead", "serve", "--host", "0.0.0.0", "--port", "8000", "--store", "/store/live.sqlite", "--log", "json"]
