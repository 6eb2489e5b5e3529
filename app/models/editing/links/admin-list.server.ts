import { db, type Queryable, readDb } from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { openFairly } from "~/models/base/web/open-fairly.server";
import { auditExpert, expertForAdmin } from "~/models/records/experts/rows.server";
import { checkLink, isOnline, lastRound, linksOf } from "~/models/records/links/check.server";
import { writeVerdict } from "~/models/records/links/stored-checks.server";

export const LINKS_PAGE_SIZE = 50;

export interface DeadLinks {
  id: string;
  slug: string;
  name: string;
  links: { url: string; reason: string; checkedAt: string }[];
}

/** Returns dead links by expert, the latest first. */
export async function deadLinksPage(
  _editor: Editor,
  page: number,
): Promise<{ experts: DeadLinks[]; hasMore: boolean }> {
  const rows = await selectDeadLinks(readDb)
    .select(["experts.id", "experts.slug", "experts.name", "url", "reason", "checkedAt"])
    .orderBy("checkedAt", "desc")
    .orderBy("linkChecks.expertRowId")
    .orderBy("url")
    .limit(LINKS_PAGE_SIZE + 1)
    .offset((page - 1) * LINKS_PAGE_SIZE)
    .execute();
  const experts = new Map<string, DeadLinks>();
  for (const { id, slug, name, ...link } of rows.slice(0, LINKS_PAGE_SIZE)) {
    const deadLinks = experts.get(id);
    if (deadLinks) deadLinks.links.push(link);
    else experts.set(id, { id, slug, name, links: [link] });
  }
  return { experts: [...experts.values()], hasMore: rows.length > LINKS_PAGE_SIZE };
}

/** Returns the number of dead links and the state of the last check; `isOpen` if an editor has something to do. */
export async function deadLinks(_editor: Editor) {
  const counts = selectDeadLinks(readDb).select((eb) => eb.fn.countAll<number>().as("count"));
  const count = Number((await counts.executeTakeFirstOrThrow()).count);
  const round = await lastRound();
  const isOff = !env.LINK_CHECK;
  return {
    count,
    ...round,
    isOff,
    isOpen: count > 0 || isOff || round.isLate || round.checkedAt === null || round.offlineAt !== null,
  };
}

function selectDeadLinks(from: Queryable) {
  return from
    .selectFrom("linkChecks")
    .innerJoin("experts", "experts.rowId", "linkChecks.expertRowId")
    .where("linkChecks.status", "=", "dead")
    .where("experts.deletedAt", "is", null);
}

const CHECKS_AT_ONCE = 8;
const MAX_LINKS = 2 * CHECKS_AT_ONCE;

/** Checks up to 16 dead links of an expert, oldest check first. Throws "missing", or "upstream" when offline. */
export async function checkAgain(editor: Editor, id: string): Promise<void> {
  const expert = await expertForAdmin(editor, id);
  const presentLinks = new Set(linksOf(expert.referenceLinks));
  const rows = await readDb
    .selectFrom("linkChecks")
    .select("url")
    .where("expertRowId", "=", expert.rowId)
    .where("status", "=", "dead")
    .orderBy("checkedAt")
    .limit(MAX_LINKS)
    .execute();
  const urls = rows.map(({ url }) => url).filter((url) => presentLinks.has(url));
  const results = await openFairly(urls, { total: CHECKS_AT_ONCE }, async (url) => ({
    url,
    verdict: await checkLink(url),
  }));
  const isReachable = results.length === 0 || results.some(({ verdict }) => verdict.isAnswered) || (await isOnline());
  if (!isReachable) {
    throw new AppError("upstream", "No other site can be reached from here at the moment. Nothing was changed.");
  }
  await db.transaction().execute(async (tx) => {
    for (const { url, verdict } of results) {
      if (!verdict.isOffline) await writeVerdict(tx, expert.rowId, url, verdict);
    }
    const answeringCount = results.filter(({ verdict }) => verdict.outcome === "ok").length;
    await auditExpert(tx, editor, "links checked", expert, `${answeringCount} of ${results.length} answer`);
  });
}

/** Returns the number of dead links that remain; null for an unknown expert. */
export async function remainingDeadLinks(
  _editor: Editor,
  id: string | null,
): Promise<{ name: string; left: number } | null> {
  if (!id) return null;
  const expert = await readDb.selectFrom("experts").select(["rowId", "name"]).where("id", "=", id).executeTakeFirst();
  if (!expert) return null;
  const { count } = await readDb
    .selectFrom("linkChecks")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("expertRowId", "=", expert.rowId)
    .where("status", "=", "dead")
    .executeTakeFirstOrThrow();
  return { name: expert.name, left: count };
}
