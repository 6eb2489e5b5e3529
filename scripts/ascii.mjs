/**
 * `node scripts/ascii.mjs FILE`: writes what is not ASCII in a bundled program as escapes. V8 keeps a program with a
 * single wider character in twice as many bytes, for as long as it runs.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/**
 * Strings, templates, patterns and names mean the same with an escape for each of their UTF-16 units (ECMA-262 §12.9.4),
 * and esbuild has turned those in strings into escapes already. Throws Error where a backslash stands before one.
 */
export function toAscii(program) {
  const escaped = /\\[^\0-\x7f]/.exec(program);
  if (escaped) throw new Error(`A character that is not ASCII follows a backslash: ${lineAt(program, escaped.index)}`);
  if (/\braw\s*`[^`]*[^\0-\x7f]/.test(program)) throw new Error("A raw template holds a character that is not ASCII.");
  return program.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function lineAt(text, at) {
  return text
    .slice(text.lastIndexOf("\n", at) + 1)
    .split("\n", 1)[0]
    .slice(0, 200);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [file = "build/index.js"] = process.argv.slice(2);
  writeFileSync(file, toAscii(readFileSync(file, "utf8")));
}
