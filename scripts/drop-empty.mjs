/**
 * `node scripts/drop-empty.mjs SITE SERVER`: removes the empty files that the compiler writes for `.server` modules of
 * several routes, because browsers would request each of them.
 * SITE is the folder that browsers see as `/build/`. SERVER is the server's file, which lists the files of each route.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Matches a file of one or several empty modules. */
const EMPTY =
  /^import\{[\w$]+ as ([\w$]+)\}from"[^"]+";(?:var [\w$]+=\1\(\([\w$]+,([\w$]+)\)=>\{\2\.exports=\{\}\}\);)+export\{[\w$]+ as a(?:,[\w$]+ as [\w$]+)*\};\s*$/;
/** Matches the file of a route without code for browsers. */
const SERVER_ONLY =
  /^import\{[\w$]+ as ([\w$]+)\}from"[^"]+";var ([\w$]+)=\1\(\([\w$]+,([\w$]+)\)=>\{\3\.exports=\{\}\}\);export default \2\(\);\s*$/;
const ROUTE = /"(\/build\/routes\/[^"]+\.js)"/g;
const IMPORT = /import(?:\{([^}]+)\}from)?"([^"]+)";/g;
const LIST = /\["\/build\/_shared\/[\w.-]+\.js"(?:,\s*"\/build\/_shared\/[\w.-]+\.js")*\]/g;

const [site = "public/build", server = "build/index.js"] = process.argv.slice(2);
const files = readdirSync(site, { recursive: true })
  .filter((file) => file.endsWith(".js"))
  .sort();
const contents = new Map(files.map((file) => [`/build/${file}`, readFileSync(join(site, file), "utf8")]));
const addressesOf = (form) => [...contents].filter(([, content]) => form.test(content)).map(([address]) => address);
const emptyAddresses = new Set(addressesOf(EMPTY));
const [sharedAddress, ...otherAddresses] = addressesOf(SERVER_ONLY);
const duplicateAddresses = new Set(otherAddresses);

for (const file of files) {
  const address = `/build/${file}`;
  if (emptyAddresses.has(address) || duplicateAddresses.has(address)) rmSync(join(site, file));
  else write(join(site, file), contents.get(address));
}
write(server, readFileSync(server, "utf8"));

function write(path, content) {
  const completeContent = content
    .replace(IMPORT, (match, names, address) => {
      if (!emptyAddresses.has(address)) return match;
      const variables = (names ?? "").split(",").map((name) => name.split(" as ").at(-1));
      return names ? `var ${variables.map((name) => `${name}=()=>({})`).join()};` : "";
    })
    .replace(ROUTE, (match, address) => (duplicateAddresses.has(address) ? `"${sharedAddress}"` : match))
    .replace(LIST, (list) => JSON.stringify(JSON.parse(list).filter((address) => !emptyAddresses.has(address))));
  // Fails on any other form of import, which would request a removed file.
  const remainingAddress = [...emptyAddresses, ...duplicateAddresses].find((address) =>
    completeContent.includes(address),
  );
  if (remainingAddress) throw new Error(`${path} still imports ${remainingAddress}, which was removed.`);
  if (completeContent !== content) writeFileSync(path, completeContent);
}
