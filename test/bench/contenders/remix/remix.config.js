/** @type {import("@remix-run/dev").AppConfig} */
export default { serverModuleFormat: "esm", serverPlatform: "node", tailwind: false, postcss: false };
