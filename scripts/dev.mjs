import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "./paths.mjs";
import { ensureInstalled } from "./prepare.mjs";
import { bundlePrograms } from "./programs.mjs";

/** `npm run dev`: brings the development database up to date, fills an empty one, then serves with live reload. */
export async function main() {
  await ensureInstalled({ dev: true });
  process.env.NODE_ENV = "development";
  const folder = join(root, ".cache/scripts");
  await bundlePrograms(folder, "development");
  const seed = await import(join(folder, "seed.js"));
  await seed.main([]); // migrates first
  process.exitCode = await serve();
}

/**
 * Runs `remix dev` until it is stopped. It leaves its app server behind then, so the two form a process group that we
 * end as a whole.
 */
async function serve() {
  const child = spawn(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "dev"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const endAll = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // Nobody is left.
    }
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => endAll(signal));
  process.on("exit", () => endAll("SIGKILL"));
  const [code] = await once(child, "exit");
  return code ?? 0;
}
