import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

/**
 * For esbuild: what Remix's compiler puts into a server, made of what it has compiled for browsers. `@remix-run/dev/server-build`
 * are the routes, each a module that is loaded when it is first asked for; a style sheet is its address.
 *
 * @param {string} root the project's folder.
 */
export function serverBuild(root) {
  return {
    name: "server-build",
    async setup({ onResolve, onLoad }) {
      const config = await productionConfig(root);
      const files = readdirSync(config.assetsBuildDirectory, { recursive: true });
      const namespace = "server-build";
      onResolve({ filter: /^@remix-run\/dev\/server-build$/ }, ({ path }) => ({ path, namespace }));
      onLoad({ filter: /^/, namespace }, () => {
        const manifest = readFileSync(join(config.assetsBuildDirectory, nameOf(files, "manifest", "js")), "utf8");
        return { contents: buildOf(config, manifest), resolveDir: config.appDirectory };
      });
      onLoad({ filter: /\.css$/ }, ({ path }) => {
        const name = nameOf(files, join("_assets", basename(path, ".css")), "css");
        return { contents: `export default ${JSON.stringify(config.publicPath + name.replaceAll("\\", "/"))};` };
      });
    },
  };
}

/** What remix.config.js says for production, whatever this program runs for. */
async function productionConfig(root) {
  const { readConfig } = createRequire(import.meta.url)("@remix-run/dev/dist/config.js");
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    return await readConfig(root, "production");
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** The one file of that name and kind, with the hash of what is in it. */
function nameOf(files, name, kind) {
  const found = files.filter((file) => file.startsWith(`${name}-`) && /^-\w{8}\.\w+$/.test(file.slice(name.length)));
  const ofKind = found.filter((file) => file.endsWith(`.${kind}`));
  if (ofKind.length !== 1)
    throw new Error(`The compiler has made ${ofKind.length} files ${name}.${kind} instead of one.`);
  return ofKind[0];
}

/** As a module; the same names as in @remix-run/dev/server-build.d.ts. */
function buildOf({ routes, entryServerFilePath, relativeAssetsBuildDirectory, future, publicPath }, manifest) {
  const text = JSON.stringify;
  const module = (file) => `get module() { return require(${text(`./${file}`)}); }`;
  const list = Object.values(routes).map(
    ({ file, ...route }) => `${text(route.id)}: { ...${text(route)}, ${module(file)} },`,
  );
  return `
    export const mode = "production";
    export const basename = undefined;
    export const isSpaMode = undefined;
    export const assets = JSON.parse(${text(manifest.replace(/^window\.__remixManifest=|;?\s*$/g, ""))});
    export const assetsBuildDirectory = ${text(relativeAssetsBuildDirectory)};
    export const future = ${text(future)};
    export const publicPath = ${text(publicPath)};
    export const entry = { ${module(basename(entryServerFilePath))} };
    export const routes = {
      ${list.join("\n")}
    };`;
}
