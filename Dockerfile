# One image, one process, one volume: docker build -t longevity . && docker run -p 3000:3000 -v data:/data longevity

FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-slim
# Titles in the images for link previews are written in these.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
# The data lies in a folder of the volume, so that a restore can put another one in its place.
ENV NODE_ENV=production DATA_DIR=/data/site
RUN mkdir /data && chown node:node /data
VOLUME /data
WORKDIR /site
# The sources, too: the programs of scripts/ run from them (docker run … npm run db:backup).
COPY --from=build /site ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Keeps the process at about 400 MB at most; without a limit V8 collects later and takes more.
CMD ["node", "--max-old-space-size=192", "build/index.js"]
