/** An import of a whole directory: right, repeatable, and all or nothing (reliability.md 11). */
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { signUpAdmin } from "../../test/support/curator";
import { makeEmptyDirectory } from "../../test/support/empty-directory";
import { form, get } from "../../test/support/requests";
import { type Site, startSite } from "../../test/support/site";
import type { Figure } from "../bench/figures";
import { person } from "../seed-people";
import { drawFrom } from "../seed-random";
import { type CrashOptions, inFolder, never, repetitions } from "./parts";
import { damageIn, inDatabase, kill, startTimed } from "./sites";

const PEOPLE = 30_000;
const KILLS = 10;

type Headers = Record<string, string>;

/** 30,000 people twice from one file, then 10 kills while they are written. */
export function imports(options: CrashOptions): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const [dataDir, checked] = [join(folder, "site"), join(folder, "checked")];
    await makeEmptyFolder(dataDir);
    const people = peopleFile();
    let site = await startSite({ dataDir });
    const { headers } = await signUpAdmin(site);
    const began = performance.now();
    const path = await sendTable(site, headers, people.text);
    await rested(site, path, headers);
    const checkedIn = performance.now() - began;
    await site.stop();
    cpSync(dataDir, checked, { recursive: true });

    site = await startSite({ dataDir });
    const applied = performance.now();
    await form(site, path, { intent: "apply" }, { headers });
    await rested(site, path, headers);
    const wroteIn = performance.now() - applied;
    const first = expertsIn(dataDir);
    const wrongNames = difference(
      people.names,
      first.map(({ name }) => name),
    );
    const sameSlug = first.length - new Set(first.map(({ slug }) => slug)).size;

    const again = await sendTable(site, headers, people.text);
    const page = await rested(site, again, headers);
    await form(site, again, { intent: "apply" }, { headers });
    await rested(site, again, headers);
    const second = expertsIn(dataDir);
    const moved = second.filter(({ slug }, place) => slug !== first[place]?.slug);
    const same = Number(/<dt>Same<\/dt><dd>([\d,]+)</.exec(page)?.[1]?.replaceAll(",", ""));
    await site.stop();
    return [
      { name: "people in the directory after an import", value: first.length, unit: "", least: PEOPLE, most: PEOPLE },
      {
        name: "from sending the file to its end",
        value: (checkedIn + wroteIn) / 1_000,
        unit: "s",
        most: 120,
        raw: { checkedIn, wroteIn },
      },
      never("names that are not byte for byte the same", wrongNames),
      { name: "addresses that two have", value: sameSlug, unit: "", most: 0 },
      { name: "found to be the same when sent again", value: same, unit: "", least: PEOPLE },
      { name: "made when sent again", value: second.length - first.length, unit: "", most: 0, least: 0 },
      never(
        "addresses that are others then",
        moved.map(({ slug }) => slug),
      ),
      ...(await killed(options, { folder, checked, path, headers, wroteIn })),
    ];
  });
}

interface Prepared {
  folder: string;
  /** A data folder in which the import was checked and not written. */
  checked: string;
  path: string;
  headers: Headers;
  wroteIn: number;
}

async function killed(options: CrashOptions, { folder, checked, path, headers, wroteIn }: Prepared): Promise<Figure[]> {
  const draw = drawFrom(options.seed);
  const wrong: string[] = [];
  const outcomes = { none: 0, all: 0 };
  const dataDir = join(folder, "killed");
  cpSync(checked, dataDir, { recursive: true });
  for (let round = 0; round < repetitions(KILLS, options); round++) {
    const { site } = await startTimed({ dataDir });
    await form(site, path, { intent: "apply" }, { headers });
    // Half of the kills near the end: its commit is where something could be half.
    await pause(round % 2 ? draw.number(wroteIn * 0.85, wroteIn * 1.05) : draw.number(0, wroteIn));
    await kill(site);
    const { site: again } = await startTimed({ dataDir });
    const people = expertsIn(dataDir).length;
    const html = await (await get(again, path, { headers })).text();
    wrong.push(...damageIn(dataDir));
    if (people !== 0 && people !== PEOPLE) wrong.push(`${people} people`);
    if (people === 0 && !html.includes("Nothing was imported"))
      wrong.push("nothing was imported, and the page does not say so");
    if (people > 0 && !html.includes("records were written")) wrong.push("all is there, and the page does not say so");
    outcomes[people === 0 ? "none" : "all"]++;
    await again.stop();
    if (people > 0) cpSync(checked, dataDir, { recursive: true, force: true });
  }
  return [
    { name: "kills while it is written", value: repetitions(KILLS, options), unit: "", raw: outcomes },
    { name: "of them with nothing imported", value: outcomes.none, unit: "" },
    never("neither all nor nothing", wrong),
  ];
}

async function makeEmptyFolder(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  await makeEmptyDirectory(dataDir);
}

/** A table as other programs write it: names in many scripts, several people of one name, no addresses of ours. */
export function peopleFile(count = PEOPLE): { text: string; names: string[] } {
  const people = Array.from({ length: count }, (_, number) => ({ ...person(number), number }));
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = people.map(({ name, title = "", number, categories, biography = "", referenceLinks = [] }) =>
    [name, `${title}, no. ${number}`, categories?.join("|") ?? "", biography, referenceLinks[0] ?? ""]
      .map(cell)
      .join(","),
  );
  return {
    text: `name,title,categories,biography,website\r\n${rows.join("\r\n")}\r\n`,
    names: people.map(({ name }) => name),
  };
}

/** Sends a table and accepts the columns as they were guessed. @returns the address of the import's page. */
export async function sendTable(site: Site, headers: Headers, text: string): Promise<string> {
  const body = new FormData();
  body.set("file", new File([text], "people.csv"));
  const answer = await fetch(`${site.url}/admin/import?index`, {
    method: "POST",
    body,
    headers: { Origin: site.url, ...headers },
    redirect: "manual",
  });
  if (answer.status !== 303) throw new Error(`The file was answered with ${answer.status}.`);
  const path = answer.headers.get("Location") as string;
  const columns = ["name", "title", "categories", "biography", "referenceLinks"];
  const fields = columns.map((column): [string, string] => ["fields[]", column]);
  await form(site, path, [["intent", "columns"], ...fields], { headers });
  return path;
}

/** The page of an import once it rests. */
export async function rested(site: Site, path: string, headers: Headers): Promise<string> {
  for (;;) {
    const answer = await get(site, path, { headers });
    const html = (await answer.text()).replaceAll("<!-- -->", "");
    if (answer.status !== 200) throw new Error(`The import's page answers ${answer.status}.`);
    if (!answer.headers.has("Refresh")) return html;
    await pause(100);
  }
}

function expertsIn(dataDir: string): { name: string; slug: string }[] {
  const query = "SELECT name, slug FROM experts WHERE deletedAt IS NULL ORDER BY rowId";
  return inDatabase(dataDir, (database) => database.prepare(query).all() as { name: string; slug: string }[]);
}

/** Names that are in one list and not in the other, as often as they are. */
function difference(sent: string[], stored: string[]): string[] {
  const left = new Map<string, number>();
  for (const name of stored) left.set(name, (left.get(name) ?? 0) + 1);
  return sent.filter((name) => {
    const times = left.get(name) ?? 0;
    left.set(name, times - 1);
    return times <= 0;
  });
}
