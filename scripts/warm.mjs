import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseEnv } from "node:util";
import { root } from "./paths.mjs";
import { SERVER_OPTIONS } from "./server-options.mjs";

const PATIENCE_MS = 20_000;

/**
 * Starts the built server with a data folder of its own and asks for what is asked for first, so that what V8 compiled for that is
 * kept beside the build (scripts/server-start.cjs). Whatever goes wrong costs later starts time, and nothing else.
 */
export async function warm() {
  const folder = mkdtempSync(join(tmpdir(), "longevity-build-"));
  try {
    // A start on an empty folder runs much that later ones do not.
    await visit(folder, {});
    await visit(folder, { KEEP_COMPILED: "yes" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One start, the first answers, one stop. */
async function visit(folder, env) {
  const server = spawn(process.execPath, [...SERVER_OPTIONS, "build/index.js"], {
    cwd: root,
    env: { ...plainEnvironment(), DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "ignore"],
    timeout: PATIENCE_MS,
  });
  const ended = new Promise((resolve) => server.once("error", resolve).once("close", resolve));
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /"url":"([^"]+)"[^}]*"listening"/.exec(line)?.[1];
    if (!url) continue;
    for (const path of ["/", "/healthz"]) {
      await fetch(url + path).then(
        (answer) => answer.text(),
        () => {},
      );
    }
    server.kill("SIGTERM");
  }
  await ended;
}

/** Nothing of the site that this folder may belong to: an empty variable counts as not set, and keeps .env from setting it. */
function plainEnvironment() {
  const file = join(root, ".env");
  const own = existsSync(file) ? Object.keys(parseEnv(readFileSync(file, "utf8"))) : [];
  const { PATH = "", HOME = "", TMPDIR = tmpdir() } = process.env;
  return {
    ...Object.fromEntries(own.map((name) => [name, ""])),
    ...{ PATH, HOME, TMPDIR, NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0" },
    ...{ LINK_CHECK: "off", BACKUP_EVERY_HOURS: "0" },
  };
}
