# One image, one process, one volume: docker build -t longevity . && docker run -p 3000:3000 -v data:/data longevity

FROM node:22-slim AS build
# Where no ready-made SQLite can be downloaded, it is compiled.
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 make g++ ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /site
COPY package.json package-lock.json ./
# node-gyp finds Node's headers in the image instead of downloading them.
RUN npm_config_nodedir=/usr/local npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:22-slim
# Titles in the pictures that are made for link previews are written in these.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
# The data lies in a folder of the volume, so that a restore can put another one in its place.
ENV NODE_ENV=production DATA_DIR=/data/site \
    MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072
RUN mkdir /data && chown node:node /data
VOLUME /data
WORKDIR /site
COPY --from=build /site/package.json ./
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/scripts ./scripts
COPY --from=build /site/public ./public
COPY --from=build /site/build ./build
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=96", "--max-semi-space-size=4", "--initial-heap-size=48", "--expose-gc", "build/index.js"]
