import { BEFORE_SECRETS } from "~/models/whole/parts.server";

/** Returns the path for the log: without its query, and with [token] in place of a token, however it is escaped. */
export function withoutSecrets(url: string): string {
  const [path = ""] = url.slice(0, 500).split(/[?#]/, 1);
  if (!MAY_HAVE_TOKEN.test(path)) return path;
  const plainPath = decodedPath(path);
  return WITH_TOKEN.test(plainPath) ? plainPath.replace(WITH_TOKEN, "$1[token]") : path;
}

/** Matches the addresses of routes with a token. */
const WITH_TOKEN = new RegExp(`(/(?:${BEFORE_SECRETS.join("|")})/)[^/]+`, "i");
/** Matches quickly whether an address may contain a token. */
const MAY_HAVE_TOKEN = new RegExp(`[%\\\\.]|//|(${BEFORE_SECRETS.join("|")})/`, "i");
const MAX_DECODINGS = 5;

/** Returns a path without escapes, also nested ones, without empty segments, and with "." and ".." resolved. */
function decodedPath(path: string): string {
  let decodedText = path;
  for (let layer = 0; layer < MAX_DECODINGS && decodedText.includes("%"); layer++)
    decodedText = decodedText.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const parts: string[] = [];
  for (const part of decodedText.split(/[/\\]+/))
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  return `/${parts.filter(Boolean).join("/")}`;
}
