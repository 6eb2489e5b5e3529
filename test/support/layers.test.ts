/** Checks the layers of ARCHITECTURE.md: imports, also of types, only go down and form no cycle. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { expect, test } from "vitest";
import { RECORD_TABLES } from "../../app/models/records/shared/public-kinds";

/** Maps each layer to the layers that it may import. All may import themselves and the modules at the top of app/. */
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
/** Components may import only types from these modules. */
const SERVER_CODE = /\.server$/;

interface Import {
  file: string;
  target: string;
  isTypeOnly: boolean;
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
    return { file, target: filesByName.get(path) ?? "", isTypeOnly: Boolean(type) };
  }).filter(({ target }) => target !== "");
}

const imports = files.flatMap(importsOf);
const layerOf = (file: string) => /^app\/(\w+)\//.exec(file)?.[1] ?? (file.startsWith("db/") ? "db" : null);

test("each layout replaces its page when the address names another record, so that no form keeps the text of the former one", () => {
  // The page of a record, which contains its sections, is itself replaced by its layout.
  const layouts = files.filter(
    (file) => /^app\/routes\/[^$]+$/.test(file) && /<Outlet\b/.test(readFileSync(file, "utf8")),
  );
  expect(layouts.length).toBeGreaterThan(0);
  expect(layouts.filter((file) => !/<Outlet key=\{.*pathname/.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("imports between layers only go down", () => {
  const upwardImports = imports.filter(({ file, target }) => {
    const [from, to] = [layerOf(file), layerOf(target)];
    if (from === to || to === null) return from === "db" && !target.startsWith("db/");
    if (to === "db") return file !== "app/db.server.ts" && from !== "models";
    return from !== null && !ALLOWED[from]?.includes(to);
  });
  expect(upwardImports.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
});

// HTTP code imports no folder of models except base/text; the API description and the interface for assistants may.
test("app/http imports no models except base/text, outside openapi and mcp", () => {
  const modelImports = imports.filter(
    ({ file, target }) =>
      /^app\/http\/(?!openapi\/|mcp\/)/.test(file) &&
      layerOf(target) === "models" &&
      !target.startsWith("app/models/base/text/"),
  );
  expect(modelImports.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
});

test("components import only types from server code", () => {
  const violations = imports.filter(
    ({ file, target, isTypeOnly }) =>
      layerOf(file) === "components" && SERVER_CODE.test(target.replace(/\.tsx?$/, "")) && !isTypeOnly,
  );
  expect(violations.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
});

test("imports form no cycle", () => {
  const importsByFile = new Map<string, string[]>();
  for (const { file, target } of imports) importsByFile.set(file, [...(importsByFile.get(file) ?? []), target]);
  const visited = new Set<string>();
  const cycles: string[] = [];
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
    if (visited.has(file)) return;
    visited.add(file);
    for (const target of importsByFile.get(file) ?? []) walk(target, [...path, file]);
  };
  for (const file of files) walk(file, []);
  expect(cycles).toEqual([]);
});

/** The floors of models from the lowest to the highest; see ARCHITECTURE.md. */
const FLOORS = ["base", "records", "editing", "readers", "whole"];

interface Arrow {
  from: string;
  to: string;
  example: string;
}

/** Returns the folder of a model file, such as "records/experts", or its floor if the file is in no folder of the floor. */
function modelFolderOf(file: string): string | null {
  const [, floor = "", entry = ""] = /^app\/models\/(\w+)\/([^/]+)/.exec(file) ?? [];
  return FLOORS.includes(floor) ? (/\.tsx?$/.test(entry) ? floor : `${floor}/${entry}`) : null;
}

/** Leaves out imports of types, which are gone at run time. */
const arrows: Arrow[] = imports.flatMap(({ file, target, isTypeOnly }) => {
  const [from, to] = [modelFolderOf(file), modelFolderOf(target)];
  return !isTypeOnly && from && to && from !== to ? [{ from, to, example: `${file} -> ${target}` }] : [];
});
const heightOf = (folder: string) => FLOORS.indexOf(folder.split("/")[0] as string);

test("each folder of models is on a floor", () => {
  const withoutFloor = files.filter((file) => file.startsWith("app/models/") && modelFolderOf(file) === null);
  expect(withoutFloor).toEqual([]);
});

test("imports between models go down or stay on their floor", () => {
  const upwardImports = arrows.filter(({ from, to }) => heightOf(from) < heightOf(to));
  expect(upwardImports.map(({ example }) => example)).toEqual([]);
});

test("imports between folders of one floor form no cycle", () => {
  const arrowsByFolder = Map.groupBy(
    arrows.filter(({ from, to }) => heightOf(from) === heightOf(to)),
    ({ from }) => from,
  );
  const visited = new Set<string>();
  const cycles: string[] = [];
  const walk = (folder: string, path: string[], examples: string[]) => {
    const position = path.indexOf(folder);
    if (position >= 0) cycles.push([...path.slice(position), folder].join(" -> "), ...examples.slice(position));
    if (visited.has(folder) || position >= 0) return;
    for (const { to, example } of arrowsByFolder.get(folder) ?? []) walk(to, [...path, folder], [...examples, example]);
    visited.add(folder);
  };
  for (const folder of arrowsByFolder.keys()) walk(folder, [], []);
  expect([...new Set(cycles)]).toEqual([]);
});

/**
 * Outside the publish folder, only these files write rows of public records: the trash hides and shows articles, write.server.ts
 * adds many profiles at once, and the starter fills an empty directory.
 */
const ROW_WRITERS = [
  "app/models/editing/articles/trash.server.ts",
  "app/models/editing/experts/write.server.ts",
  "app/models/whole/starter/starter.server.ts",
];

test("only the publish folder and three other files write rows of public records", () => {
  const publishFolder = "app/models/records/publish/";
  const violations = imports.filter(
    ({ file, target }) =>
      /publish\/\w+-rows\.server\.ts$/.test(target) && !file.startsWith(publishFolder) && !ROW_WRITERS.includes(file),
  );
  expect(violations.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  const insertPattern = new RegExp(`insertInto\\("(${RECORD_TABLES.join("|")})"\\)`);
  const filesOutside = files.filter(
    (file) => file.startsWith("app/") && !/\.test\.tsx?$/.test(file) && !file.startsWith(publishFolder),
  );
  expect(filesOutside.filter((file) => insertPattern.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("packages that are loaded on first use have no static import", () => {
  const texts = files.map((file) => [file, readFileSync(file, "utf8")] as const);
  const lazyPackages = texts.flatMap(([, text]) =>
    Array.from(text.matchAll(/\blazyPackage<[^>]+>\("([^"]+)"\)/g), ([, name]) => name),
  );
  expect(lazyPackages.length).toBeGreaterThan(8);
  const staticImport = /^(?:import|export) (?!type\b)[^"';]*?from "([^"]+)"/gm;
  const violations = texts.flatMap(([file, text]) =>
    Array.from(text.matchAll(staticImport), ([, name]) => ({ file, name })).filter(({ name }) =>
      lazyPackages.includes(name),
    ),
  );
  expect(violations).toEqual([]);
});
