import { db, engine, readDb } from "~/db.server";
import { log } from "~/log.server";
import { doubtedClock } from "~/models/base/jobs/clock.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { releaseDue } from "~/models/editing/experts/drafts.server";
import { articleRow, auditArticle } from "~/models/records/articles/rows.server";
import { publish } from "~/models/records/publish/publish.server";
import { MINUTE_MS } from "~/stored-times";

const MAX_AT_ONCE = 100;

/** Publishes what is due every minute. Several processes may run it; downtime only delays publishing. */
export function startPublishing(): Loop {
  return startLoop({ name: "publishing", everyMs: MINUTE_MS }, async () => {
    // Waits while the clock is in doubt, because readers have seen an article that was published too early.
    if (await doubtedClock()) return;
    const now = new Date(await engine.now()).toISOString();
    const [articles, experts] = [await publishDue(now), await releaseDue(now)];
    if (articles + experts > 0) log.info({ articles, experts }, "scheduled articles and profiles were published");
  });
}

/** Publishes the drafts that are due and returns their number; AI text with problems stays a draft. */
export async function publishDue(now = new Date().toISOString()): Promise<number> {
  const dueRows = await readDb
    .selectFrom("articles")
    .select("rowId")
    .where("scheduledAt", "is not", null)
    .where("scheduledAt", "<=", now)
    .orderBy("scheduledAt")
    .limit(MAX_AT_ONCE)
    .execute();
  let publishedCount = 0;
  for (const { rowId } of dueRows) {
    await db.transaction().execute(async (tx) => {
      const row = await articleRow(tx, rowId);
      // An admin or another process may have been faster.
      if (row.deletedAt || row.scheduledAt === null || row.scheduledAt > now) return;
      const record = { status: "published", scheduledAt: "" };
      const { refused: refusal } = await publish(tx, null, "articles", { cause: "due", rowId, record });
      if (refusal) await auditArticle(tx, null, "article not published", row, NOT_PUBLISHED);
      else publishedCount++;
    });
  }
  return publishedCount;
}

const NOT_PUBLISHED = "It was due, but it has sentences without a source.";
