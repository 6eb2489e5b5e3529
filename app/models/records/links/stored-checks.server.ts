import { type LinkChecksTable, type Queryable, readDb } from "~/db.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { httpUrl } from "~/models/base/web/urls";
import { IMAGE_FIELDS } from "~/models/records/experts/fields";

export interface Verdict {
  outcome: "ok" | "failed" | "gone" | "skipped";
  /** For example "it answers 500"; "" for a working link. */
  reason: string;
  /** Any answer proves that this machine is online. */
  isAnswered: boolean;
  isOffline: boolean;
}

/** The number of consecutive failures that make a link dead. */
const MAX_FAILURES = 2;

/** Writes the result of a check; links that are no longer in the profile are ignored. */
export async function writeVerdict(tx: Queryable, expertRowId: number, url: string, verdict: Verdict): Promise<void> {
  if (verdict.outcome === "skipped") return;
  if (!(await addressesOf(tx, expertRowId)).has(url)) return;
  const formerCheck = await tx
    .selectFrom("linkChecks")
    .select("failures")
    .where("expertRowId", "=", expertRowId)
    .where("url", "=", url)
    .executeTakeFirst();
  const failures = verdict.outcome === "ok" ? 0 : (formerCheck?.failures ?? 0) + 1;
  const isDead = verdict.outcome === "gone" || failures >= MAX_FAILURES;
  const status: LinkChecksTable["status"] = failures === 0 ? "ok" : isDead ? "dead" : "failing";
  const checkedAt = new Date().toISOString();
  await writeCheck(tx, { expertRowId, url, status, failures, reason: verdict.reason, checkedAt });
}

async function writeCheck(tx: Queryable, row: LinkChecksTable): Promise<void> {
  const { expertRowId: _expert, url: _url, ...check } = row;
  await tx
    .insertInto("linkChecks")
    .values(row)
    .onConflict((conflict) => conflict.columns(["expertRowId", "url"]).doUpdateSet(check))
    .execute();
}

export async function urlsCheckedSince(expertRowId: number, time: string): Promise<Set<string>> {
  const rows = await readDb
    .selectFrom("linkChecks")
    .select("url")
    .where("expertRowId", "=", expertRowId)
    .where("checkedAt", ">=", time)
    .execute();
  return new Set(rows.map(({ url }) => url));
}

/** Deletes checks of links that are no longer in the profile. */
export async function deleteObsoleteChecks(tx: Queryable, expertRowId: number): Promise<void> {
  const rows = await tx.selectFrom("linkChecks").select("url").where("expertRowId", "=", expertRowId).execute();
  if (rows.length === 0) return;
  const currentAddresses = await addressesOf(tx, expertRowId);
  const removedAddresses = rows.filter(({ url }) => !currentAddresses.has(url)).map(({ url }) => url);
  if (removedAddresses.length === 0) return;
  await tx
    .deleteFrom("linkChecks")
    .where("expertRowId", "=", expertRowId)
    .where("url", "in", removedAddresses)
    .execute();
}

async function addressesOf(tx: Queryable, expertRowId: number): Promise<Set<string>> {
  const row = await tx
    .selectFrom("experts")
    .select(["referenceLinks", ...IMAGE_FIELDS])
    .where("rowId", "=", expertRowId)
    .executeTakeFirst();
  if (!row) return new Set();
  const links = (JSON.parse(row.referenceLinks) as string[]).map((text) => parseReferenceLink(text)?.url);
  const images = IMAGE_FIELDS.map((field) => httpUrl(row[field]));
  return new Set([...links, ...images].filter((url) => typeof url === "string"));
}

/** Returns the links of a profile that do not answer, with the reason and the time of the check. */
export function deadLinksOf(expertRowId: number): Promise<{ url: string; reason: string; checkedAt: string }[]> {
  return readDb
    .selectFrom("linkChecks")
    .select(["url", "reason", "checkedAt"])
    .where("expertRowId", "=", expertRowId)
    .where("status", "=", "dead")
    .orderBy("url")
    .execute();
}

/** Returns the reasons why external images could not be copied, by address. */
export async function imageProblems(expertRowId: number): Promise<Map<string, string>> {
  const rows = await readDb
    .selectFrom("linkChecks")
    .select(["url", "reason"])
    .where("expertRowId", "=", expertRowId)
    .where("failures", ">", 0)
    .execute();
  return new Map(rows.map(({ url, reason }) => [url, reason]));
}

/** Stores images that could not be copied. They count as failing, never as dead. */
export async function storeImageProblems(
  tx: Queryable,
  expertRowId: number,
  problems: ReadonlyMap<string, string>,
): Promise<void> {
  const currentAddresses = problems.size > 0 ? await addressesOf(tx, expertRowId) : new Set();
  const checkedAt = new Date().toISOString();
  for (const [url, reason] of problems) {
    if (currentAddresses.has(url))
      await writeCheck(tx, { expertRowId, url, status: "failing", failures: 1, reason, checkedAt });
  }
}
