# One image, one process, one volume: docker build -t longevity . && docker run -p 3000:3000 -v data:/data longevity
# For amd64 and arm64 at once: docker buildx build --platform linux/amd64,linux/arm64 -t longevity .

# What is built is the same for every processor, so it is built on the builder's own.
FROM --platform=$BUILDPLATFORM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --workspaces=false --legacy-peer-deps --no-audit --no-fund
COPY . .
ARG SOURCE_COMMIT
RUN SOURCE_COMMIT=$SOURCE_COMMIT npm run build

# Packages bring their binaries: nothing is compiled. What only compilers and editors read is left out.
FROM --platform=$BUILDPLATFORM node:24-slim AS packages
ARG TARGETARCH=amd64
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN cpu=$([ "$TARGETARCH" = arm64 ] && echo arm64 || echo x64) \
  && npm ci --omit=dev --workspaces=false --legacy-peer-deps --no-audit --no-fund --os=linux --cpu="$cpu" --libc=glibc \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete \
  && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
  && find node_modules/better-sqlite3/prebuilds -type f ! -name "linux-$cpu.node" -delete

FROM node:24-slim
# Titles in the images for link previews are written in these.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
# The data lies in a folder of the volume, so that a restore can put another one in its place.
ENV NODE_ENV=production DATA_DIR=/data/site
RUN mkdir /data && chown node:node /data
VOLUME /data
WORKDIR /site
COPY --from=packages /site/node_modules ./node_modules
COPY --from=build /site/build ./build
COPY --from=build /site/public ./public
# What npm run admin needs (docker exec … npm run admin -- help).
COPY package.json package-lock.json ./
COPY scripts/setup.mjs ./scripts/
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Without a limit V8 collects later and takes more: docs/performance.md has the figures.
CMD ["node", "--max-old-space-size=256", "build/index.js"]
