/** The layers of ARCHITECTURE.md: imports lead downward only, and never in a circle. Types count, too. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { expect, test } from "vitest";
import { RECORD_TABLES } from "../../app/models/records/shared/public-kinds";

/** What each layer may import, besides itself and the modules at the top of app/ that every layer uses. */
const ALLOWED: Record<string, string[]> = {
  server: ["auth", "http", "models", "services", "subject"],
  routes: ["auth", "http", "server", "components", "models", "services", "subject"],
  components: ["models", "services", "http", "subject"],
  auth: ["http", "models", "services", "components", "subject"],
  http: ["models", "services", "subject"],
  models: ["services", "subject"],
  services: ["subject"],
  subject: [],
};
/** Beyond its types, a component imports nothing of the server. */
const SERVER_CODE = /\.server$/;

interface Import {
  file: string;
  target: string;
  typeOnly: boolean;
}

const files = ["app", "db"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|d)\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
);
const filesByName = new Map(files.map((file) => [file.replace(/\.tsx?$/, ""), file]));

function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  const statements = text.matchAll(
    /(?:^|\n)(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s)?"([^"]+)"|import\("([^"]+)"\)/g,
  );
  return Array.from(statements, ([, type, first, second]) => {
    const specifier = (first ?? second) as string;
    const path = specifier.startsWith("~/")
      ? join("app", specifier.slice(2))
      : normalize(join(dirname(file), specifier));
    return { file, target: filesByName.get(path) ?? "", typeOnly: Boolean(type) };
  }).filter(({ target }) => target !== "");
}

const imports = files.flatMap(importsOf);
const layerOf = (file: string) => /^app\/(\w+)\//.exec(file)?.[1] ?? (file.startsWith("db/") ? "db" : null);

test("imports lead downward", () => {
  const upward = imports.filter(({ file, target }) => {
    const [from, to] = [layerOf(file), layerOf(target)];
    if (from === to || to === null) return from === "db" && !target.startsWith("db/");
    if (to === "db") return file !== "app/db.server.ts" && from !== "models";
    return from !== null && !ALLOWED[from]?.includes(to);
  });
  expect(upward.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
});

/** What speaks HTTP knows no subject; what describes the interface, and speaks to assistants about it, knows all. */
test("app/http imports no model but that of texts, besides openapi and mcp", () => {
  const knowing = imports.filter(
    ({ file, target }) =>
      /^app\/http\/(?!openapi\/|mcp\/)/.test(file) &&
      layerOf(target) === "models" &&
      !target.startsWith("app/models/base/text/"),
  );
  expect(knowing.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
});

test("components import types only from server code", () => {
  const wrong = imports.filter(
    ({ file, target, typeOnly }) =>
      layerOf(file) === "components" && SERVER_CODE.test(target.replace(/\.tsx?$/, "")) && !typeOnly,
  );
  expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
});

test("imports make no circle", () => {
  const next = new Map<string, string[]>();
  for (const { file, target } of imports) next.set(file, [...(next.get(file) ?? []), target]);
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
    if (done.has(file)) return;
    done.add(file);
    for (const target of next.get(file) ?? []) walk(target, [...path, file]);
  };
  for (const file of files) walk(file, []);
  expect(circles).toEqual([]);
});

/** From the ground up; see ARCHITECTURE.md. */
const FLOORS = ["base", "records", "editing", "readers", "whole"];

interface Arrow {
  from: string;
  to: string;
  example: string;
}

/** Returns the folder of models in which a file lies, as "records/experts"; "whole" for a file that lies there itself. */
function modelFolderOf(file: string): string | null {
  const [, floor = "", subject = ""] = /^app\/models\/(\w+)\/([^/]+)/.exec(file) ?? [];
  return FLOORS.includes(floor) ? (/\.tsx?$/.test(subject) ? floor : `${floor}/${subject}`) : null;
}

/** Types are erased: they make no folder wait for another. */
const arrows: Arrow[] = imports.flatMap(({ file, target, typeOnly }) => {
  const [from, to] = [modelFolderOf(file), modelFolderOf(target)];
  return !typeOnly && from && to && from !== to ? [{ from, to, example: `${file} -> ${target}` }] : [];
});
const heightOf = (folder: string) => FLOORS.indexOf(folder.split("/")[0] as string);

test("each folder of models lies on a floor", () => {
  const lost = files.filter((file) => file.startsWith("app/models/") && modelFolderOf(file) === null);
  expect(lost).toEqual([]);
});

test("imports of models go down, or stay on their floor", () => {
  const up = arrows.filter(({ from, to }) => heightOf(from) < heightOf(to));
  expect(up.map(({ example }) => example)).toEqual([]);
});

test("folders of one floor import each other without a circle", () => {
  const next = Map.groupBy(
    arrows.filter(({ from, to }) => heightOf(from) === heightOf(to)),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (folder: string, path: string[], examples: string[]) => {
    const at = path.indexOf(folder);
    if (at >= 0) circles.push([...path.slice(at), folder].join(" -> "), ...examples.slice(at));
    if (done.has(folder) || at >= 0) return;
    for (const { to, example } of next.get(folder) ?? []) walk(to, [...path, folder], [...examples, example]);
    done.add(folder);
  };
  for (const folder of next.keys()) walk(folder, [], []);
  expect([...new Set(circles)]).toEqual([]);
});

/** Besides the door, what writes whole rows: the trash hides and shows them, the starter fills an empty directory. */
const ROW_WRITERS = [
  "app/models/editing/articles/trash.server.ts",
  "app/models/editing/experts/write.server.ts",
  "app/models/whole/starter/starter.server.ts",
];

test("only the door imports what writes the rows of public records", () => {
  const door = "app/models/records/publish/";
  const wrong = imports.filter(
    ({ file, target }) =>
      /publish\/\w+-rows\.server\.ts$/.test(target) && !file.startsWith(door) && !ROW_WRITERS.includes(file),
  );
  expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  const adds = new RegExp(`insertInto\\("(${RECORD_TABLES.join("|")})"\\)`);
  const others = files.filter(
    (file) => file.startsWith("app/") && !/\.test\.tsx?$/.test(file) && !file.startsWith(door),
  );
  expect(others.filter((file) => adds.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("packages that are loaded on use are imported nowhere at the top of a module", () => {
  const texts = files.map((file) => [file, readFileSync(file, "utf8")] as const);
  const lazyPackages = texts.flatMap(([, text]) =>
    Array.from(text.matchAll(/\blazyPackage<[^>]+>\("([^"]+)"\)/g), ([, name]) => name),
  );
  expect(lazyPackages.length).toBeGreaterThan(8);
  const top = /^(?:import|export) (?!type\b)[^"';]*?from "([^"]+)"/gm;
  const wrong = texts.flatMap(([file, text]) =>
    Array.from(text.matchAll(top), ([, name]) => ({ file, name })).filter(({ name }) => lazyPackages.includes(name)),
  );
  expect(wrong).toEqual([]);
});
