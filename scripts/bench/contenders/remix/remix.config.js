/**
 * Without the flags for what comes after Remix 2: single fetch sends more, and made this app a fifth slower.
 *
 * @type {import("@remix-run/dev").AppConfig}
 */
export default { serverModuleFormat: "esm", serverPlatform: "node", tailwind: false, postcss: false };
