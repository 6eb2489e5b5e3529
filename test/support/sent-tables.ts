/** Tables that an admin sends to a running site as the pages do. */
import { setTimeout } from "node:timers/promises";
import { form, get, getJson } from "./requests";
import type { Site } from "./site";

type Headers = Record<string, string>;

export interface CheckedImport {
  id: string;
  path: string;
  counts: { new: number; changed: number; question: number; same: number; refused: number };
}

/** Sends a file, and has it checked with the columns as the page offers them. */
export async function sendTable(
  site: Site,
  { headers, name, content }: { headers: Headers; name: string; content: BlobPart },
  choice: Record<string, string> = {},
): Promise<CheckedImport> {
  const path = await sendFile(site, { headers, name, content });
  const fields = offeredFields(await (await get(site, path, { headers })).text());
  const chosen = { newTopics: "make", state: "draft", ...choice };
  if (fields.length > 0)
    await form(site, path, [["intent", "columns"], ...Object.entries(chosen), ...fields], { headers });
  const { counts } = await rests(site, path, { phase: "checked", headers });
  return { id: path.split("/").at(-1) as string, path, counts };
}

/** Sends a file alone, and returns the address of its import. */
export async function sendFile(
  site: Site,
  { headers, name, content }: { headers: Headers; name: string; content: BlobPart },
): Promise<string> {
  const body = new FormData();
  body.set("file", new File([content], name));
  const sent = { method: "POST", body, headers: { Origin: site.url, ...headers }, redirect: "manual" } as const;
  const answer = await fetch(`${site.url}/admin/import?index`, sent);
  const path = answer.headers.get("Location");
  if (!path) throw new Error(`${name} was refused: ${(await answer.text()).replace(/<[^<>]*>/g, " ")}`);
  return path;
}

/** What the page of an import offers for its columns, with their places in the table. */
export function offeredFields(page: string): [string, string][] {
  const places = Array.from(page.matchAll(/name="fieldColumns\[\]" value="(\d+)"/g), ([, place]): [string, string] => [
    "fieldColumns[]",
    place as string,
  ]);
  const fields = Array.from(
    page.matchAll(/<select[^>]*name="fields\[\]"[\s\S]*?<\/select>/g),
    ([select]): [string, string] => [
      "fields[]",
      /<option selected="" value="([^"]*)"|<option value="([^"]*)" selected=""/.exec(select)?.slice(1).find(Boolean) ??
        "",
    ],
  );
  return [...places, ...fields];
}

/** Writes what was checked. */
export async function writeTable(site: Site, { path }: CheckedImport, headers: Headers): Promise<void> {
  await form(site, path, { intent: "apply", compared: "on" }, { headers });
  await rests(site, path, { phase: "written", headers });
}

const PATIENCE_MS = 120_000;
const LOOK_MS = 100;

/** Waits until an import is in a phase and does not run; gives what the interface says of it. */
export async function rests(site: Site, path: string, { phase, headers }: { phase: string; headers: Headers }) {
  const address = path.replace("/admin/import", "/api/admin/imports");
  for (let waited = 0; ; waited += LOOK_MS) {
    const { body } = await getJson<CheckedImport & { phase: string; status: string }>(site, address, { headers });
    if (body.phase === phase && body.status !== "running") return body;
    if (waited > PATIENCE_MS || body.status === "error")
      throw new Error(`The import is ${body.phase}, ${body.status}, and not ${phase}.`);
    await setTimeout(LOOK_MS);
  }
}
