import { existsSync } from "node:fs";
import { runQuietly } from "./processes.mjs";

/**
 * Installs packages of the system where this is Debian (or a relative) and we are allowed to, as in a fresh container.
 *
 * @param {string[]} names Debian package names.
 * @returns {Promise<boolean>} whether they are installed; false also where we may not.
 */
export async function installDebianPackages(names) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  console.log(`Installing ${names.join(", ")} from Debian …`);
  const aptGet = async (...args) => {
    const { code, output } = await runQuietly("apt-get", args, { env: { DEBIAN_FRONTEND: "noninteractive" } });
    if (code !== 0) console.error(output);
    return code === 0;
  };
  return (await aptGet("update")) && aptGet("install", "-y", "--no-install-recommends", ...names);
}
