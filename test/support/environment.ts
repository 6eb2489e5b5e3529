import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { parseEnv } from "node:util";

/** Returns the environment that a program needs to run, without the site's settings from this shell or from .env. */
export function bareEnvironment(): Record<string, string> {
  const fromFile = existsSync(".env") ? Object.keys(parseEnv(readFileSync(".env", "utf8"))) : [];
  const { PATH = "", HOME = "", TMPDIR = tmpdir(), NODE_COMPILE_CACHE = "" } = process.env;
  // The site treats an empty variable as not set, and .env does not override it.
  return { ...Object.fromEntries(fromFile.map((name) => [name, ""])), PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };
}
