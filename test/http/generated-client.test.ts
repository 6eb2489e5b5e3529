/** Checks that a program whose types are generated from the API description compiles, and receives values of these types. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpEditor } from "../support/admin";
import { getJson } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let folder: string;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT: "off" } });
  folder = mkdtempSync(join(tmpdir(), "longevity-client-"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "dir");
  const { body } = await getJson(site, "/api/openapi.json");
  writeFileSync(join(folder, "interface.ts"), astToString(await openapiTS(body)));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site?.stop();
});

const CLIENT = `
import createClient from "openapi-fetch";
import type { components, paths } from "./interface.js";

export async function run(baseUrl: string, headers: Record<string, string>) {
  const client = createClient<paths>({ baseUrl, headers });
  const list = await client.GET("/api/experts/paginated", { params: { query: { limit: 2, search: "sinclair" } } });
  const slugs: string[] = list.data?.experts.map(({ slug }) => slug) ?? [];
  const profile = await client.GET("/api/experts/{slug}", { params: { path: { slug: slugs[0] ?? "" } } });
  const expert: components["schemas"]["ExpertView"] | undefined = profile.data;
  const missingAnswer = await client.GET("/api/experts/{slug}", { params: { path: { slug: "nobody-there" } } });
  const message: string | undefined = missingAnswer.error?.message;
  const createAnswer = await client.POST("/api/admin/experts", { body: { name: "Gerda Generated", title: "Professor" } });
  const featureAnswer = await client.PATCH("/api/experts/{id}/featured", {
    params: { path: { id: createAnswer.data?.id ?? "" } },
    body: { featured: true },
  });
  const refusal = await client.POST("/api/admin/experts", { body: { name: "" } });
  return {
    slugs,
    name: expert?.name,
    message,
    made: createAnswer.data?.slug,
    featured: featureAnswer.data?.featured,
    fields: Object.keys(refusal.error?.fieldErrors ?? {}),
  };
}
`;

const WRONG_LINES = [
  'client.GET("/api/nothing")',
  'client.GET("/api/experts/paginated", { params: { query: { limit: "2" } } })',
  'client.POST("/api/admin/experts", { body: { title: "Professor" } })',
];

const WRONG_CLIENT = `import createClient from "openapi-fetch";
import type { paths } from "./interface.js";
const client = createClient<paths>();
${WRONG_LINES.map((line, index) => `export const answer${index} = ${line};`).join("\n")}`;

/** Compiles the files into "out". Returns the compiler's errors, and the lines that have any, as "file:line". */
function compile(sources: Record<string, string>) {
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  mkdirSync(join(folder, "out"), { recursive: true });
  const files = Object.keys(sources).map((name) => join(folder, name));
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    skipLibCheck: true,
    types: [],
    outDir: join(folder, "out"),
    rootDir: folder,
  });
  const diagnostics = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  return diagnostics.map(({ file, start, messageText }) => {
    const { line } = file?.getLineAndCharacterOfPosition(start ?? 0) ?? { line: -1 };
    const message = ts.flattenDiagnosticMessageText(messageText, "\n");
    return { file: basename(file?.fileName ?? ""), text: file?.text.split("\n")[line] ?? "", message };
  });
}

test("a generated client compiles and works, and the compiler refuses an unknown call, parameter or field", async () => {
  // One program for both files, because the compiler reads the types of the whole interface each time.
  const errors = compile({ "client.ts": CLIENT, "wrong.ts": WRONG_CLIENT });
  expect(errors.filter(({ file }) => file !== "wrong.ts")).toEqual([]);
  const refusedLines = new Set(errors.map(({ text }) => text));
  expect([...refusedLines]).toEqual(WRONG_LINES.map((line, index) => `export const answer${index} = ${line};`));

  const { run } = await import(pathToFileURL(join(folder, "out", "client.js")).href);
  const { headers } = await signUpEditor(site);
  expect(await run(site.url, headers)).toEqual({
    slugs: ["david-sinclair"],
    name: "David Sinclair",
    message: "The expert profile you're looking for doesn't exist or may have been moved.",
    made: "gerda-generated",
    featured: true,
    fields: ["name"],
  });
});
