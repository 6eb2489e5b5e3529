import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { parseEnv } from "node:util";

/** What a program needs to run, and nothing that configures the site: neither from this shell nor from .env. */
export function bareEnvironment(): Record<string, string> {
  const fromFile = existsSync(".env") ? Object.keys(parseEnv(readFileSync(".env", "utf8"))) : [];
  const { PATH = "", HOME = "", TMPDIR = tmpdir(), NODE_COMPILE_CACHE = "" } = process.env;
  // An empty variable counts as not set, and keeps .env from setting it.
  return { ...Object.fromEntries(fromFile.map((name) => [name, ""])), PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };
}
