import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { lazyImports } from "./lazy-imports.mjs";

test("performance: a module is evaluated when something of it is first used", async () => {
  const said = await run({
    "app/main.ts": `
      import { early } from "./early";
      import { late } from "~/late";
      import "./effects";
      say("main");
      early();
      setTimeout(() => say(late));`,
    "app/early.ts": `import { deep } from "./deep"; say("early"); export function early() { return 1; }; export const never = () => deep;`,
    "app/deep.ts": `say("deep"); export const deep = 1;`,
    "app/late.ts": `say("late"); export const late = "used";`,
    "app/effects.ts": `say("effects");`,
  });
  expect(said).toEqual(["effects", "main", "early", "late", "used"]);
});

test("performance: what is imported in any way is what it was", async () => {
  const said = await run({
    "app/main.tsx": `
      import whole, { type Shape, part as other } from "./parts";
      import * as all from "./parts";
      import { again, Box, count, grow } from "./again";
      import join, { plain } from "cjs-package";
      import data from "./data.json";
      const shape: Shape = { a: 1 };
      say(whole, other, all.part, shape.a, again, new Box(2).size, new (class extends Box {})(3).size);
      grow();
      say(count, join("a", "b"), plain, data.word, typeof all);
      import("./parts").then(({ part }) => say(part));`,
    "app/parts.ts": `export interface Shape { a: number } export default "whole"; export const part = "part";`,
    "app/again.ts": `
      export { part as again } from "./parts";
      export * from "./box";
      export let count = 1; // a binding that changes
      export const grow = () => { count++; };`,
    "app/box.ts": `
      import { half } from "./again-box";
      export class Box { constructor(private readonly given: number) {} get size() { return half(this) * 2; } get own() { return this.given; } }`,
    // Each of the two needs the other.
    "app/again-box.ts": `import { Box } from "./box"; export const half = (box: Box) => (box instanceof Box ? box.own / 2 : 0);`,
    "app/data.json": `{ "word": "json" }`,
    "node_modules/cjs-package/index.js": `module.exports = (...parts) => parts.join("-"); module.exports.plain = "plain";`,
  });
  expect(said).toEqual(["whole part part 1 part 2 3", "2 a-b plain json object", "part"]);
});

test("performance: a package that has nothing for require is found, and its parts are evaluated once", async () => {
  const said = await run({
    "app/main.ts": `import { one } from "./one"; import { two } from "./two"; say(one === two);`,
    "app/one.ts": `import { thing } from "only-esm"; export const one = thing;`,
    "app/two.ts": `import { thing } from "only-esm"; export const two = thing;`,
    "node_modules/only-esm/package.json": `{ "type": "module", "exports": { "import": "./index.js" } }`,
    "node_modules/only-esm/index.js": `say("package"); export const thing = {};`,
  });
  expect(said).toEqual(["package", "true"]);
});

test("performance: a stack names the functions of our modules", async () => {
  const said = await run({
    "app/main.ts": `import { outer } from "./fails"; try { outer(); } catch (error) { say(error.stack); }`,
    "app/fails.ts": `export function outer() { inner(); }\nfunction inner() { throw new Error("wrong"); }`,
  });
  expect(said.join("\n")).toMatch(/^Error: wrong\n +at inner .*out\.cjs:\d+:\d+\)\n +at outer .*out\.cjs:\d+/);
});

/** What a program says whose modules these are, the first of them its beginning. */
async function run(files) {
  const root = mkdtempSync(join(tmpdir(), "longevity-lazy-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const all = {
    "tsconfig.json": `{ "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["./app/*"] } } }`,
    ...files,
  };
  // Ours are ES modules, as package.json says.
  for (const [path, text] of Object.entries({ "package.json": `{ "type": "module" }`, ...all })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const outfile = join(root, "out.cjs");
  await build({
    absWorkingDir: root,
    entryPoints: [Object.keys(files)[0]],
    outfile,
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    supported: { "dynamic-import": false },
    logLevel: "error",
    plugins: [lazyImports(root, ["app"])],
    banner: { js: `const say = (...words) => console.log(words.join(" "));` },
  });
  const { stdout, stderr } = spawnSync(process.execPath, [outfile], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.trim().split("\n");
}
