/** Checks links. A link that fails twice in a row, or answers that it is gone, counts as dead; readers still see it. */
import { setImmediate as yieldToRequests } from "node:timers/promises";
import { db, readDb } from "~/db.server";
import { log } from "~/log.server";
import { readCursor, writeCursor } from "~/models/base/jobs/cursor.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import type { Lookup } from "~/services/public-address.server";
import { FetchProblem, safeFetch } from "~/services/safe-fetch.server";
import { isWithin } from "~/stored-times";
import { deleteObsoleteChecks, urlsCheckedSince, type Verdict, writeVerdict } from "./stored-checks.server";

export interface RoundOptions {
  signal?: AbortSignal;
  /** Milliseconds between two links. */
  pauseMs?: number;
  lookup?: Lookup;
}

/** The end of a round; `offline` means that no site answered. */
export type RoundEnd = "done" | "stopped" | "offline";

const NAME = "linkCheck";
const WEEK_MS = 7 * 24 * 60 * 60_000;

interface Cursor {
  startedAt: string;
  /** The last checked expert; null at the end of a round. */
  afterRowId: number | null;
  /** The time at which no other site could be reached, so that the round waits. */
  offlineAt?: string;
}

export async function isRoundDue(now = Date.now()): Promise<boolean> {
  const cursor = await readCursor<Cursor>(NAME);
  return !cursor || cursor.afterRowId !== null || !isWithin(Date.parse(cursor.startedAt), WEEK_MS, now);
}

/**
 * Limits the time of a round: one over a large directory takes days, and one that has not ended after this time has
 * stopped.
 */
const LATE_MS = 2 * WEEK_MS;

/** Returns the state of the last round: its start, and whether it continues, is late, or waits for a connection. */
export async function lastRound(): Promise<LastRound> {
  const cursor = await readCursor<Cursor>(NAME);
  if (!cursor) return { checkedAt: null, isUnderWay: false, isLate: false, offlineAt: null };
  const { startedAt, afterRowId, offlineAt = null } = cursor;
  const isLate = !isWithin(Date.parse(startedAt), LATE_MS);
  return { checkedAt: startedAt, isUnderWay: afterRowId !== null, isLate, offlineAt };
}

interface LastRound {
  checkedAt: string | null;
  isUnderWay: boolean;
  isLate: boolean;
  /** The time at which no other site could be reached, so that the round waits; null if sites answer. */
  offlineAt: string | null;
}

/** Starts a round, or continues an interrupted one. */
export async function checkAllLinks({ signal, pauseMs = 1_000, lookup }: RoundOptions = {}): Promise<RoundEnd> {
  const { startedAt, afterRowId } = await currentRound();
  const heldBackFailures = new HeldBackFailures(lookup);
  let checked = 0;
  for (let rowId = afterRowId; ; ) {
    const expert = await nextExpert(rowId);
    if (!expert) break;
    rowId = expert.rowId;
    const checkedUrls = await urlsCheckedSince(rowId, startedAt);
    for (const url of linksOf(expert.referenceLinks)) {
      // Skips links that this round has checked, because a continued round must not count a failure twice.
      if (checkedUrls.has(url)) continue;
      const verdict = await checkLink(url, { signal, lookup });
      if (signal?.aborted) return "stopped";
      if (verdict.outcome === "skipped") continue;
      checked++;
      if (!(await heldBackFailures.settle({ expertRowId: rowId, url, verdict }))) return endOffline(startedAt, checked);
      await pause(pauseMs, signal);
    }
    await deleteObsoleteChecks(db, rowId);
    if (heldBackFailures.isEmpty) await writeCursor(NAME, { startedAt, afterRowId: rowId });
    await yieldToRequests(); // Many experts have no links, and SQLite queries block.
  }
  if (!(await heldBackFailures.settleLast())) return endOffline(startedAt, checked);
  await writeCursor(NAME, { startedAt, afterRowId: null });
  log.info({ checked }, "reference links were checked");
  return "done";
}

async function endOffline(startedAt: string, checked: number): Promise<RoundEnd> {
  log.warn({ checked }, "other sites cannot be reached: the check of links goes on later");
  await writeCursor(NAME, { ...(await currentRound()), startedAt, offlineAt: new Date().toISOString() });
  return "offline";
}

/** Returns an interrupted round, otherwise a new one. */
async function currentRound(): Promise<{ startedAt: string; afterRowId: number }> {
  const { startedAt = "", afterRowId = null } = (await readCursor<Cursor>(NAME)) ?? {};
  return afterRowId === null ? { startedAt: new Date().toISOString(), afterRowId: 0 } : { startedAt, afterRowId };
}

interface Finding {
  expertRowId: number;
  url: string;
  verdict: Verdict;
}

/** Tests the connection after so many hosts or links without an answer. */
const DOUBTFUL_HOSTS = 5;
const DOUBTFUL_LINKS = 50;

const WELL_KNOWN_SITES = ["https://www.wikipedia.org/", "https://example.com/"];

/** Holds failures back until another site answers, because this machine may be offline. */
class HeldBackFailures {
  private findings: Finding[] = [];
  private hasAnswer = false;

  constructor(private readonly lookup: Lookup | undefined) {}

  get isEmpty(): boolean {
    return this.findings.length === 0;
  }

  /** Adds a finding, and writes all if this machine is online. Returns false if it is offline. */
  async settle(finding: Finding): Promise<boolean> {
    this.findings.push(finding);
    if (finding.verdict.isAnswered) {
      this.hasAnswer = true;
      await this.write();
    }
    const hosts = new Set(this.findings.map(({ url }) => new URL(url).host));
    if (hosts.size < DOUBTFUL_HOSTS && this.findings.length < DOUBTFUL_LINKS) return true;
    return this.writeIfOnline();
  }

  /** Writes the failures that are left at the end of a round. Returns false if no site answered and this machine is offline. */
  async settleLast(): Promise<boolean> {
    if (!this.isEmpty && !this.hasAnswer) return this.writeIfOnline();
    await this.write();
    return true;
  }

  private async writeIfOnline(): Promise<boolean> {
    if (!(await isOnline(this.lookup))) return false;
    await this.write();
    return true;
  }

  private async write(): Promise<void> {
    const findings = this.findings.filter(({ verdict }) => !verdict.isOffline);
    this.findings = [];
    for (const { expertRowId, url, verdict } of findings) await writeVerdict(db, expertRowId, url, verdict);
  }
}

export async function isOnline(lookup?: Lookup): Promise<boolean> {
  const verdicts = await Promise.all(WELL_KNOWN_SITES.map((url) => checkLink(url, { lookup })));
  return verdicts.some(({ isAnswered }) => isAnswered);
}

const GONE_STATUSES = [404, 410];
/** Statuses with which sites refuse programs; they prove nothing about the page. LinkedIn sends 999. */
const REFUSING_STATUSES = [401, 403, 405, 406, 418, 429, 451, 999];

/** Opens a link without reading its body. */
export async function checkLink(url: string, options: Pick<RoundOptions, "signal" | "lookup"> = {}): Promise<Verdict> {
  try {
    await safeFetch(url, { ...options, maxBytes: 0 });
    return { outcome: "ok", reason: "", isAnswered: true, isOffline: false };
  } catch (error) {
    if (!(error instanceof FetchProblem)) {
      if (options.signal?.aborted) return { outcome: "skipped", reason: "", isAnswered: false, isOffline: false };
      throw error;
    }
    const { kind, message, status = 0 } = error;
    const connection = { isAnswered: !UNANSWERED_KINDS.includes(kind), isOffline: kind === "offline" };
    if (kind === "address") return { ...connection, outcome: "skipped", reason: message };
    if (REFUSING_STATUSES.includes(status))
      return { ...connection, outcome: "ok", reason: `${message}: programs are turned away` };
    return { ...connection, outcome: GONE_STATUSES.includes(status) ? "gone" : "failed", reason: message };
  }
}

const UNANSWERED_KINDS = ["unknown", "offline", "silent"];

async function nextExpert(afterRowId: number) {
  return readDb
    .selectFrom("experts")
    .select(["rowId", "referenceLinks"])
    .where("rowId", ">", afterRowId)
    .where("deletedAt", "is", null)
    .orderBy("rowId")
    .limit(1)
    .executeTakeFirst();
}

export function linksOf(referenceLinks: string): string[] {
  const links = (JSON.parse(referenceLinks) as string[]).flatMap((text) => parseReferenceLink(text)?.url ?? []);
  return [...new Set(links)];
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, ms);
    function finish() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    }
    signal?.addEventListener("abort", finish, { once: true });
  });
}

const FIRST_AFTER_MS = 5 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;

/** Starts the weekly checks. */
export function startLinkChecks({
  firstAfterMs = FIRST_AFTER_MS,
  ...options
}: Omit<RoundOptions, "signal"> & { firstAfterMs?: number } = {}): Loop {
  return startLoop({ name: "link checks", everyMs: LOOK_EVERY_MS, firstAfterMs }, async (signal) => {
    if (await isRoundDue()) await checkAllLinks({ ...options, signal });
  });
}
