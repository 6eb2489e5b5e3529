/** Upgrades the program while readers click: runs `npm run build` beside the running site, then restarts the site. */
import { spawn } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { countFigure, type Figure } from "../support/figures";
import { freePort } from "../support/postgres";
import { type Site, startSite } from "../support/site";
import { inFolder } from "./sites";

/** The files of a checkout of the program, with the build that the site serves. */
const CHECKOUT = [
  ...["app", "db", "scripts", "public", "build", "package.json", "package-lock.json", ".npmrc", "test/package.json"],
  ...["tsconfig.json", "remix.config.js", "postcss.config.js"],
];
const PATHS = ["/", "/directory", "/articles", "/cynthia-kenyon", "/submit", "/login"];
/** The new version has another style sheet on every page, and another script. */
const CHANGES = [
  ["app/styles/theme.css", (sheet: string) => `${sheet}\nbody { --upgraded: 1; }\n`],
  ["app/entry.client.tsx", (source: string) => `${source}\ndocument.documentElement.dataset.upgraded = "1";\n`],
] as const;

interface Reading {
  pages: number;
  files: number;
  /** A line for each page that names no style sheet or script, and for each named file that did not come. */
  incomplete: string[];
  brokenPages: string[];
}

export function upgrades(): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const program = join(folder, "program");
    for (const name of CHECKOUT) cpSync(name, join(program, name), { recursive: true });
    symlinkSync(resolve("node_modules"), join(program, "node_modules"));
    const options = {
      program,
      dataDir: join(folder, "data"),
      env: { PORT: String(await freePort()), RATE_LIMIT: "off" },
    };

    const formerSite = await startSite(options);
    const formerPages = await Promise.all(PATHS.map(async (path) => (await load(formerSite, path)).files));
    const formerFiles = filesOf(program);
    const reading = beginReading(formerSite);
    for (const [file, change] of CHANGES) rewrite(join(program, file), change);
    await build(program);
    const duringBuild = await reading.end();

    const restartStart = performance.now();
    await formerSite.stop();
    const nextSite = await startSite(options);
    const awayMs = performance.now() - restartStart;
    const nextReading = beginReading(nextSite);
    const formerAddresses = [...new Set([...formerPages.flat(), ...formerFiles])];
    const missingFiles = (await Promise.all(formerAddresses.map((file) => problemOf(nextSite, file)))).flat();
    const nextPages = await Promise.all(PATHS.map(async (path) => (await load(nextSite, path)).files));
    const isNew = nextPages.every((files, index) => files.some((file) => !formerPages[index]?.includes(file)));
    const afterRestart = await nextReading.end();
    await nextSite.stop();
    return [
      { name: "pages read while the new version is built", value: duringBuild.pages, unit: "", least: 1 },
      { name: "their styles and scripts", value: duringBuild.files, unit: "", least: 1 },
      countFigure("pages without a style or script", [...duringBuild.incomplete, ...afterRestart.incomplete]),
      countFigure("broken answers", [...duringBuild.brokenPages, ...afterRestart.brokenPages]),
      { name: "the site is away for its restart", value: awayMs, unit: "ms" },
      {
        name: "files of the former version that open pages may ask for",
        value: formerAddresses.length,
        unit: "",
        least: 10,
      },
      countFigure("of them gone", missingFiles),
      countFigure("pages of the new version with the former styles", isNew ? [] : ["the new build was not served"]),
    ];
  });
}

function rewrite(file: string, change: (content: string) => string): void {
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

async function build(program: string): Promise<void> {
  const child = spawn(process.execPath, ["scripts/setup.mjs", "--build"], {
    cwd: program,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`The build ended with ${code}:\n${(await output).join("")}`);
}

/** Starts two readers that open one page after the other, each with its styles and scripts. */
function beginReading(site: Site): { end(): Promise<Reading> } {
  const reading: Reading = { pages: 0, files: 0, incomplete: [], brokenPages: [] };
  let isEnded = false;
  const readers = [0, 1].map(async (firstTurn) => {
    for (let turn = firstTurn; !isEnded || turn < PATHS.length; turn++) {
      const path = PATHS[turn % PATHS.length] as string;
      const { files, problems } = await load(site, path);
      reading.pages++;
      reading.files += files.length;
      if (files.length === 0) reading.incomplete.push(`${path} names no style or script`);
      reading.incomplete.push(...problems.files);
      reading.brokenPages.push(...problems.page);
    }
  });
  return {
    async end() {
      isEnded = true;
      await Promise.all(readers);
      return reading;
    },
  };
}

const OWN_FILE = /\/build\/[^"\s]+\.(?:css|js)\b/g;

/** Opens a page and all styles and scripts that it names. */
async function load({ url }: Site, path: string) {
  const problems = { page: [] as string[], files: [] as string[] };
  const page = await fetch(url + path).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    (error: Error) => ({ status: error.message, text: "" }),
  );
  if (page.status !== 200 || !page.text.includes("</html>")) problems.page.push(`${path}: ${page.status}`);
  const files = [...new Set(Array.from(page.text.matchAll(OWN_FILE), ([address]) => address))];
  const fileProblems = await Promise.all(files.map((file) => problemOf({ url }, file)));
  problems.files.push(...fileProblems.flat());
  return { files, problems };
}

/** Returns the problem of a file of a build, or an empty list if the file came. */
async function problemOf({ url }: Pick<Site, "url">, file: string): Promise<string[]> {
  try {
    const answer = await fetch(url + file);
    const bytes = (await answer.arrayBuffer()).byteLength;
    return answer.status === 200 && bytes > 0 ? [] : [`${file}: ${answer.status}, ${bytes} bytes`];
  } catch (error) {
    return [`${file}: ${(error as Error).message}`];
  }
}

/** Returns the addresses of all styles and scripts of the build, also of routes that no page has opened yet. */
function filesOf(program: string): string[] {
  const names = readdirSync(join(program, "public/build"), { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.(?:css|js)$/.test(name)).map((name) => `/build/${name}`);
}
