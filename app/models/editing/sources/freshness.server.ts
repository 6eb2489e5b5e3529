/** Checks whether the pages of evidence still exist and have their quotes. */
import pLimit from "p-limit";
import { db, readDb } from "~/db.server";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { readCursor, writeCursor } from "~/models/base/jobs/cursor.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { isRetracted } from "~/models/base/web/retractions.server";
import { findDoiInUrl } from "~/models/base/web/work-addresses";
import type { EvidenceStatus, SourcePage } from "~/models/records/evidence/evidence";
import { type ReadOptions, readPage } from "~/models/records/evidence/pages.server";
import { findQuote, searchable } from "~/models/records/evidence/quotes";
import { isOnline, type RoundOptions } from "~/models/records/links/check.server";
import { KIND_NAMES, PUBLIC_KINDS, type PublicKind } from "~/models/records/shared/public-kinds";
import { screenOf } from "~/models/records/sources/subjects.server";
import { pruneUnsupported } from "~/models/records/sources/unsupported.server";
import { isWithin } from "~/stored-times";

const CURSOR_NAME = "evidenceCheck";
const WEEK_MS = 7 * 24 * 60 * 60_000;
const GONE_STATUSES = [404, 410];

interface Cursor {
  startedAt: string;
  /** The last address that was opened; null once all addresses were opened. */
  after: string | null;
}

const FIRST_CHECK_MS = 10 * 60_000;
const CHECK_EVERY_MS = 60 * 60_000;

/** Starts the loop that checks the sources weekly. */
export function startEvidenceChecks(): Loop {
  const times = { everyMs: CHECK_EVERY_MS, firstAfterMs: FIRST_CHECK_MS };
  return startLoop({ name: "checks of sources", ...times }, async (signal) => {
    await checkEvidence({ signal });
    await pruneUnsupported();
  });
}

/** Opens every page of evidence once a week, or continues an interrupted round. Returns the number of opened pages. */
export async function checkEvidence({ signal, pauseMs = 1_000, lookup }: RoundOptions = {}): Promise<number> {
  const cursor = await readCursor<Cursor>(CURSOR_NAME);
  if (cursor && cursor.after === null && isWithin(Date.parse(cursor.startedAt), WEEK_MS)) return 0;
  const startedAt = cursor?.after ? cursor.startedAt : new Date().toISOString();
  let openedCount = 0;
  for (let url = await nextPage(cursor?.after ?? ""); url !== null; url = await nextPage(url)) {
    if (!(await checkPage(url, { signal, lookup }))) return openedCount;
    openedCount++;
    await writeCursor(CURSOR_NAME, { startedAt, after: url });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  await writeCursor(CURSOR_NAME, { startedAt, after: null });
  log.info({ opened: openedCount }, "sources of sentences were checked");
  return openedCount;
}

const MAX_AT_ONCE = 4;

/** Opens the pages of these addresses now, four at a time. */
export async function checkPages(urls: Iterable<string>, options: ReadOptions = {}): Promise<void> {
  await pLimit(MAX_AT_ONCE).map(new Set(urls), (url) => checkPage(url, options));
}

/** Opens one page and writes the result; returns false if the signal aborts. */
async function checkPage(url: string, { signal, lookup }: ReadOptions): Promise<boolean> {
  const page = await readPage(url, "", { signal, lookup, fresh: true }).catch(
    (error): Awaited<ReturnType<typeof readPage>> | null => {
      if (signal?.aborted) return null;
      // Reports the page as unreadable, and so lets the round continue.
      log.error({ err: error, host: new URL(url).host }, "a page could not be read");
      return { url, reason: "it cannot be read" };
    },
  );
  if (!page || signal?.aborted) return false;
  const isGone =
    "reason" in page &&
    (GONE_STATUSES.includes(page.status ?? 0) || (page.kind === "unknown" && (await isOnline(lookup))));
  const isRead = !("reason" in page);
  const otherDois = (await doisOf(url)).filter((doi) => !isRead || doi !== page.doi);
  const retractedByPage = isRead && page.isRetracted;
  const answer = retractedByPage || (await isRetracted(otherDois, { signal, fresh: true }));
  const isPageRetracted = retractedByPage === null && answer === false ? null : answer;
  await judgePage(url, isRead ? page : isGone ? "gone" : "unknown", isPageRetracted);
  return true;
}

/** Returns the DOIs in the address, and those that the page named when it could be read. */
async function doisOf(url: string): Promise<string[]> {
  const rows = await readDb.selectFrom("evidence").select("doi").distinct().where("url", "=", url).execute();
  return [findDoiInUrl(url), ...rows.map(({ doi }) => doi)].filter(Boolean);
}

/** Writes the result for a page; `isPageRetracted` is null if nobody knows. */
async function judgePage(
  url: string,
  page: SourcePage | "gone" | "unknown",
  isPageRetracted: boolean | null,
): Promise<void> {
  const rows = await readDb
    .selectFrom("evidence")
    .select(["id", "kind", "quote", "status", "doi"])
    .where("url", "=", url)
    .execute();
  const text = typeof page === "object" ? searchable(page.text) : null;
  const [statedDoi, isCut] = typeof page === "object" ? [page.doi, page.isCut] : ["", false];
  const checkedAt = new Date().toISOString();
  await db.transaction().execute(async (tx) => {
    for (const { id, kind, quote, status: storedStatus, doi: storedDoi } of rows) {
      const isRetractedNow = isPageRetracted ?? storedStatus === "retracted";
      const isLost = text !== null && kind === "quote" && !findQuote(quote, text);
      const newStatus: EvidenceStatus = isLost && !isCut ? "changed" : page === "gone" ? "gone" : "supported";
      // A quote may stand in the part of a page that was not read.
      const isUnknown = page === "unknown" || (isLost && isCut);
      if (isUnknown && isRetractedNow === (storedStatus === "retracted")) continue;
      const status = isRetractedNow ? "retracted" : newStatus;
      await tx
        .updateTable("evidence")
        // Keeps the DOI that an editor gave for a reference.
        .set({ status, checkedAt, doi: (kind === "reference" && storedDoi) || statedDoi || storedDoi })
        .where("id", "=", id)
        .execute();
    }
  });
}

async function nextPage(lastUrl: string): Promise<string | null> {
  const row = await readDb
    .selectFrom("evidence")
    .select("url")
    .where("url", ">", lastUrl)
    .orderBy("url")
    .limit(1)
    .executeTakeFirst();
  return row?.url ?? null;
}

const MAX_COUNTED = 1_000;
const MAX_SHOWN = 5;

/** Counts up to 1,000 sources that are gone, changed or retracted, and returns the Sources screens of the first five records. */
export async function lostSources(_editor: Editor) {
  const lostEvidence = readDb.selectFrom("evidence").where("evidence.status", "in", ["changed", "gone", "retracted"]);
  const recordQueries = KIND_NAMES.map(async (kind) => {
    const { table, owner, name }: PublicKind = PUBLIC_KINDS[kind];
    // Uses the types of one kind, because all have these columns.
    const rows = await lostEvidence
      .innerJoin(`${table as "experts"} as record`, "record.rowId", `evidence.${owner}`)
      .select(["record.id", `record.${name as "name"} as name`])
      .where("record.deletedAt", "is", null)
      .limit(MAX_COUNTED)
      .execute();
    return rows.map(({ id, name }) => ({ path: screenOf({ kind: table, id }), name }));
  });
  const topics = await lostEvidence
    .innerJoin("topics", "topics.rowId", "evidence.topicRowId")
    .select(["topics.id", "topics.name"])
    .limit(MAX_COUNTED)
    .execute();
  const topicScreens = topics.map(({ id, name }) => ({ path: screenOf({ kind: "topics", id }), name }));
  const lostOnScreens = [...(await Promise.all(recordQueries)).flat(), ...topicScreens];
  const screens = new Map(lostOnScreens.map(({ path, name }) => [path, name]));
  return {
    count: Math.min(lostOnScreens.length, MAX_COUNTED),
    screens: [...screens].slice(0, MAX_SHOWN).map(([path, name]) => ({ path, name })),
  };
}
