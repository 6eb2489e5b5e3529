/** Checks that the import of a large directory is right, repeatable, and all or nothing. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { madeUpPerson } from "../../scripts/seed-people";
import { seededRandom } from "../../scripts/seed-random";
import { renewSessions, signUpAdmin } from "../support/admin";
import { countFigure, type Figure } from "../support/figures";
import { form, get } from "../support/requests";
import { type Site, startSite } from "../support/site";
import type { Options } from "./main";
import { damageIn, inDatabase, inFolder, kill, repetitions, startTimed } from "./sites";
import type { HeaderFields } from "./writers";

const PEOPLE = 30_000;
const KILLS = 10;

/** Imports 30,000 people from a file, and the same file again. Then kills the server 10 times during imports. */
export function imports(options: Options): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const [dataDir, checked] = [join(folder, "site"), join(folder, "checked")];
    const people = peopleFile();
    let { site } = await startTimed({ dataDir });
    const { headers } = await signUpAdmin(site);
    const startedAt = performance.now();
    const path = await sendTable(site, headers, people.text);
    await finishedPage(site, path, headers);
    const checkMs = performance.now() - startedAt;
    await site.stop();
    cpSync(dataDir, checked, { recursive: true });

    site = await startSite({ dataDir });
    const writeMs = await apply(site, path, headers);
    const firstImport = importedIn(dataDir);
    const secondPath = await sendTable(site, headers, people.text);
    const page = await finishedPage(site, secondPath, headers);
    await apply(site, secondPath, headers);
    const secondImport = importedIn(dataDir);
    await site.stop();

    const names = firstImport.map(({ name }) => name).sort();
    const wrongNames = people.names.sort().filter((name, index) => name !== names[index]);
    const sameCount = Number(/<dt[^>]*>Same<\/dt><dd[^>]*>([\d,]+)</.exec(page)?.[1]?.replaceAll(",", ""));
    const changedSlugs = firstImport
      .filter(({ slug }, index) => slug !== secondImport[index]?.slug)
      .map(({ slug }) => slug);
    return [
      { name: "people after an import", value: firstImport.length, unit: "", least: PEOPLE, most: PEOPLE },
      { name: "from sending the file to its end", value: (checkMs + writeMs) / 1_000, unit: "s", most: 120 },
      countFigure("names that are not byte for byte the same", wrongNames),
      { name: "different slugs", value: new Set(firstImport.map(({ slug }) => slug)).size, unit: "", least: PEOPLE },
      { name: "recognised when sent again", value: sameCount, unit: "", least: PEOPLE },
      { name: "created when sent again", value: secondImport.length - firstImport.length, unit: "", most: 0, least: 0 },
      countFigure("slugs that changed then", changedSlugs),
      ...(await killDuringImport(options, { dataDir: join(folder, "killed"), checked, path, headers, writeMs })),
    ];
  });
}

/** Writes a checked import, and returns how many milliseconds that took. */
async function apply(site: Site, path: string, headers: HeaderFields): Promise<number> {
  await renewSessions(site);
  const startedAt = performance.now();
  await form(site, path, { intent: "apply" }, { headers });
  await finishedPage(site, path, headers);
  return performance.now() - startedAt;
}

/** `checked`: a data folder with a checked import that is not written yet. */
type Checked = { dataDir: string; checked: string; path: string; headers: HeaderFields; writeMs: number };

/** Kills the server while an import is written: the next start completes it, and readers see nothing of it until then. */
async function killDuringImport(
  options: Options,
  { dataDir, checked, path, headers, writeMs }: Checked,
): Promise<Figure[]> {
  const random = seededRandom(options.seed);
  const problems: string[] = [];
  let unseenCount = 0;
  for (let round = 0; round < repetitions(KILLS, options); round++) {
    cpSync(checked, dataDir, { recursive: true, force: true });
    const { site } = await startTimed({ dataDir });
    await renewSessions(site);
    await form(site, path, { intent: "apply" }, { headers });
    // Half of the kills come near the end, when people enter the lists.
    await pause(round % 2 ? random.integer(writeMs * 0.4, writeMs * 1.05) : random.integer(0, writeMs));
    await kill(site);
    const listedCount = listedIn(dataDir);
    if (listedCount !== 0 && listedCount !== PEOPLE) problems.push(`${listedCount} people in the lists`);
    if (listedCount === 0) unseenCount++;
    const { site: nextSite } = await startTimed({ dataDir });
    const html = await finishedPage(nextSite, path, headers);
    await nextSite.stop();
    const people = importedIn(dataDir).length;
    if (people !== PEOPLE || listedIn(dataDir) !== PEOPLE) problems.push(`${people} people at the end`);
    if (!html.includes("records were written")) problems.push("the page does not say that the records were written");
    problems.push(...damageIn(dataDir));
  }
  return [
    { name: "kills while it is written", value: repetitions(KILLS, options), unit: "" },
    { name: "of them before readers saw anybody", value: unseenCount, unit: "" },
    countFigure("neither all nor nothing", problems),
  ];
}

function listedIn(dataDir: string): number {
  const query = `SELECT count(*) FROM "listing" JOIN "experts" ON "rowId" = "expertRowId"
    WHERE "category" = '*' AND "origin" = 'import'`;
  return inDatabase(dataDir, (database) => database.prepare(query).pluck().get() as number);
}

/** Returns a table as other programs write it: names in many scripts, several people with one name, and no slugs. */
export function peopleFile(count = PEOPLE): { text: string; names: string[] } {
  const people = Array.from({ length: count }, (_, number) => madeUpPerson(number));
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = people.map(({ name, title = "", categories = [], biography = "", referenceLinks = [] }, number) =>
    [name, `${title}, no. ${number}`, categories.join("|"), biography, referenceLinks[0] ?? ""].map(cell).join(","),
  );
  const text = `name,title,categories,biography,website\r\n${rows.join("\r\n")}\r\n`;
  return { text, names: people.map(({ name }) => name) };
}

/** Sends a table and names its columns. @returns the path of the import's page. */
export async function sendTable(site: Site, headers: HeaderFields, text: string): Promise<string> {
  const body = new FormData();
  body.set("file", new File([text], "people.csv"));
  const request = { method: "POST", body, headers: { Origin: site.url, ...headers }, redirect: "manual" } as const;
  const answer = await fetch(`${site.url}/admin/import?index`, request);
  if (answer.status !== 303) throw new Error(`The file was answered with ${answer.status}.`);
  const path = answer.headers.get("Location") as string;
  const columns = ["name", "title", "categories", "biography", "referenceLinks"];
  const fields = columns.map((column): [string, string] => ["fields[]", column]);
  await form(site, path, [["intent", "columns"], ["state", "public"], ...fields], { headers });
  return path;
}

/** Returns the page of an import once it no longer reloads itself. */
export async function finishedPage(site: Site, path: string, headers: HeaderFields): Promise<string> {
  for (;;) {
    const answer = await get(site, path, { headers });
    const html = (await answer.text()).replaceAll("<!-- -->", "");
    if (answer.status !== 200) throw new Error(`The import's page answers ${answer.status}.`);
    if (!answer.headers.has("Refresh")) return html;
    await pause(100);
  }
}

function importedIn(dataDir: string): { name: string; slug: string }[] {
  const query = "SELECT name, slug FROM experts WHERE origin = 'import' ORDER BY rowId";
  return inDatabase(dataDir, (database) => database.prepare(query).all() as { name: string; slug: string }[]);
}
