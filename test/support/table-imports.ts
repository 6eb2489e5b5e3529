/** Sends tables to the import of a running site, as its pages do. */
import { setTimeout } from "node:timers/promises";
import { form, get, getJson } from "./requests";
import type { Site } from "./site";

type Headers = Record<string, string>;

export interface CheckedImport {
  id: string;
  path: string;
  counts: { new: number; changed: number; question: number; same: number; refused: number };
}

/** Sends a file and has it checked with the columns that the page proposes. */
export async function uploadTable(
  site: Site,
  { headers, name, content }: { headers: Headers; name: string; content: BlobPart },
  choice: Record<string, string> = {},
): Promise<CheckedImport> {
  const path = await uploadFile(site, { headers, name, content });
  const fields = offeredFields(await (await get(site, path, { headers })).text());
  const settings = { newTopics: "make", state: "draft", ...choice };
  if (fields.length > 0)
    await form(site, path, [["intent", "columns"], ...Object.entries(settings), ...fields], { headers });
  const { counts } = await waitForPhase(site, path, { phase: "checked", headers });
  return { id: path.split("/").at(-1) as string, path, counts };
}

/** Sends a file and returns the path of its import. */
export async function uploadFile(
  site: Site,
  { headers, name, content }: { headers: Headers; name: string; content: BlobPart },
): Promise<string> {
  const body = new FormData();
  body.set("file", new File([content], name));
  const request = { method: "POST", body, headers: { Origin: site.url, ...headers }, redirect: "manual" } as const;
  const answer = await fetch(`${site.url}/admin/import?index`, request);
  const path = answer.headers.get("Location");
  if (!path) throw new Error(`${name} was refused: ${(await answer.text()).replace(/<[^<>]*>/g, " ")}`);
  return path;
}

/** Returns the form fields with the proposed field of each column. */
export function offeredFields(page: string): [string, string][] {
  const columns = Array.from(
    page.matchAll(/name="fieldColumns\[\]" value="(\d+)"/g),
    ([, column]): [string, string] => ["fieldColumns[]", column as string],
  );
  const fields = Array.from(
    page.matchAll(/<select[^>]*name="fields\[\]"[\s\S]*?<\/select>/g),
    ([select]): [string, string] => [
      "fields[]",
      /<option selected="" value="([^"]*)"|<option value="([^"]*)" selected=""/.exec(select)?.slice(1).find(Boolean) ??
        "",
    ],
  );
  return [...columns, ...fields];
}

/** Applies a checked import. */
export async function applyImport(site: Site, { path }: CheckedImport, headers: Headers): Promise<void> {
  await form(site, path, { intent: "apply", compared: "on" }, { headers });
  await waitForPhase(site, path, { phase: "written", headers });
}

const TIMEOUT_MS = 120_000;
const INTERVAL_MS = 100;

/** Waits until an import is in a phase and not running. Returns the import as the JSON interface describes it. */
export async function waitForPhase(site: Site, path: string, { phase, headers }: { phase: string; headers: Headers }) {
  const address = path.replace("/admin/import", "/api/admin/imports");
  for (let waited = 0; ; waited += INTERVAL_MS) {
    const { body } = await getJson<CheckedImport & { phase: string; status: string }>(site, address, { headers });
    if (body.phase === phase && body.status !== "running") return body;
    if (waited > TIMEOUT_MS || body.status === "error")
      throw new Error(`The import is ${body.phase}, ${body.status}, and not ${phase}.`);
    await setTimeout(INTERVAL_MS);
  }
}
