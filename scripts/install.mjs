import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { installDebianPackages } from "./debian.mjs";
import { isInstalled } from "./installed.mjs";
import { runQuietly } from "./processes.mjs";

/**
 * Installs exactly what package-lock.json says.
 *
 * SQLite's compiled part is downloaded ready-made where the machine may, else compiled. When that fails, we try once
 * more with a compiler (where we may install one) and the headers that came with Node.
 *
 * @param {{ dev: boolean }} what whether the packages for building and testing are wanted too.
 * @throws {Error} with npm's words when it cannot be done.
 */
export async function install({ dev }) {
  console.log("Installing packages (once; it can take a minute) …");
  const npm = (env) =>
    runQuietly("npm", ["ci", dev ? "--include=dev" : "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
      env,
    });

  let { code, output } = await npm();
  if (code !== 0 && /gyp|prebuild-install/.test(output)) {
    console.log("SQLite could not be compiled; trying once more with a compiler at hand …");
    await installDebianPackages(["python3", "make", "g++"]);
    const prefix = dirname(dirname(process.execPath));
    const hasHeaders = existsSync(join(prefix, "include/node/node.h"));
    ({ code, output } = await npm(hasHeaders ? { npm_config_nodedir: prefix } : {}));
  }
  if (code !== 0) throw new Error(`${output}\nThe packages could not be installed: see npm's message above.`);
  if (!isInstalled({ dev })) throw new Error("npm installed the packages, but SQLite does not start on this machine.");
}
