const production = process.env.NODE_ENV === "production";
/** `scripts/setup.mjs` builds beside the build that is there. */
const folder = process.env.BUILD_FOLDER || ".";

/**
 * Packages of many small modules: one file starts faster. In development, a change would write them all again.
 */
const BUNDLED = [
  /^(zod|kysely|marked|diff|p-limit|yocto-queue|lru-cache|isbot|fastest-levenshtein|stemmer|aws4fetch|openai|ipaddr\.js|@modelcontextprotocol\/[a-z]+|@radix-ui\/[a-z-]+|@dnd-kit\/[a-z]+|tslib)($|\/)/,
];

/** @type {import("@remix-run/dev").AppConfig} */
export default {
  ignoredRouteFiles: ["**/.*", "**/*.test.{ts,tsx}"],
  // Development has folders of its own, so that a build or a test run does not disturb it.
  ...(production
    ? { serverBuildPath: `${folder}/build/index.js`, assetsBuildDirectory: `${folder}/public/build` }
    : { serverBuildPath: ".cache/dev/index.js", assetsBuildDirectory: ".cache/dev/assets" }),
  serverModuleFormat: "esm",
  // Development runs under remix-serve.
  server: production ? "app/server.ts" : undefined,
  serverPlatform: "node",
  serverDependenciesToBundle: production ? BUNDLED : [],
  tailwind: false,
  postcss: true,
  browserNodeBuiltinsPolyfill: { modules: {} },
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    // Off: it writes the page's part of the route manifest into every page; one cached file serves them all.
    v3_lazyRouteDiscovery: false,
  },
};
