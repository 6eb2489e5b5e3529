/** Sends followers a daily or weekly mail with news, and no mail when there is none. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { db, type FollowerRow, type FollowRow, type Queryable, readDb } from "~/db.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { wherePublic } from "~/models/records/articles/articles.server";
import { newestMatches } from "~/models/records/directory/feeds.server";
import { type ListQuery, pageQueryOf } from "~/models/records/directory/lists.server";
import { publicRows } from "~/models/records/shared/public-rows.server";
import { findTopic } from "~/models/records/topics/topics.server";
import { ahead } from "~/stored-times";
import { DIGEST_EVERY_MS, followsOf } from "./follow.server";
import { followerPath } from "./links.server";
import { type DigestPart, digestMail } from "./mails.server";
import { type News, newArticle, newPerson, newsArticles, newsOf, type Period } from "./news.server";
import { RHYTHMS } from "./rhythms";
import { type FollowedSubject, subjectOfFollow } from "./targets.server";

const CHECK_EVERY_MS = 10_000;
/**
 * Delays news, because some items become public after their time, such as an article in the minute of its schedule.
 */
const NEWS_DELAY_MS = 5 * 60_000;
const FOLLOWERS_PER_ROUND = 50;
const MAX_NEWS = 20;
const MAX_ARTICLES = 200;

/** Starts the loop that queues digests. Their links begin with `origin`. */
export function startDigests(origin: string): Loop {
  return startLoop({ name: "digests", everyMs: CHECK_EVERY_MS }, (stopSignal) => queueDigests(origin, { stopSignal }));
}

/** Queues a mail for up to 50 followers who are due and have news; returns the number of mails. */
export async function queueDigests(
  origin: string,
  { now = new Date(), stopSignal }: { now?: Date; stopSignal?: AbortSignal } = {},
): Promise<number> {
  const dueFollowers = await readDb
    .selectFrom("followers")
    .selectAll()
    // Includes a turn farther away than the rhythm, which a clock that ran ahead must have set.
    .where((e) =>
      e.or([
        e("nextAt", "<=", now.toISOString()),
        ...RHYTHMS.map((rhythm) =>
          e.and([e("rhythm", "=", rhythm), e("nextAt", ">", ahead(DIGEST_EVERY_MS[rhythm], now.getTime()).until)]),
        ),
      ]),
    )
    .orderBy("nextAt")
    .limit(FOLLOWERS_PER_ROUND)
    .execute();
  let mailCount = 0;
  for (const follower of dueFollowers) {
    if (stopSignal?.aborted) break;
    if (await queueDigest(follower, origin, now)) mailCount++;
    await yieldToEventLoop(); // Reads of SQLite block, so other requests get a turn here.
  }
  return mailCount;
}

interface FollowNews extends DigestPart {
  rowId: number;
}

/**
 * Queues one mail and records its news as sent in the same transaction, so that a crash sends none twice. If somebody
 * in the news was removed meanwhile, the next round collects it again.
 */
async function queueDigest(follower: FollowerRow, origin: string, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() - NEWS_DELAY_MS).toISOString();
  const parts = await collectNews(await followsOf(readDb, follower.rowId), until);
  const { siteName } = await siteSettings();
  return db.transaction().execute(async (tx) => {
    const nextAt = new Date(now.getTime() + DIGEST_EVERY_MS[follower.rhythm]).toISOString();
    const reschedule = tx.updateTable("followers").set({ nextAt }).where("rowId", "=", follower.rowId);
    const { numUpdatedRows } = await reschedule.where("nextAt", "=", follower.nextAt).executeTakeFirstOrThrow();
    // Stops if another process was quicker, or the follower left.
    if (numUpdatedRows === 0n) return false;
    const currentIds = new Set((await followsOf(tx, follower.rowId)).map(({ rowId }) => rowId));
    const currentParts = parts.filter(({ rowId }) => currentIds.has(rowId));
    if (!(await areAllPublic(tx, currentParts))) {
      await tx.updateTable("followers").set({ nextAt: follower.nextAt }).where("rowId", "=", follower.rowId).execute();
      return false;
    }
    await tx
      .updateTable("follows")
      .set({ toldUntil: until })
      .where("followerRowId", "=", follower.rowId)
      // Includes times in the future, which a clock that ran ahead wrote: no news can have been sent up to them.
      .where((e) => e.or([e("toldUntil", "<", until), e("toldUntil", ">", ahead(0, now.getTime()).until)]))
      .execute();
    if (currentParts.length === 0) return false;
    const mail = digestMail({ siteName, origin, path: followerPath(follower.id), parts: currentParts });
    await queueMail(tx, { recipient: follower.email, ...mail });
    return true;
  });
}

/** Collects news, each piece once, under the first confirmed follow that has it. */
async function collectNews(follows: FollowRow[], until: string): Promise<FollowNews[]> {
  const reportedKeys = new Set<string>();
  const parts: FollowNews[] = [];
  for (const follow of follows) {
    const followedSubject = await subjectOfFollow(follow);
    const after = follow.toldUntil;
    if (!followedSubject || after === null || after >= until) continue;
    await yieldToEventLoop();
    const allNews = await readNews(followedSubject, { after, until });
    const news = allNews.filter(({ key }) => !reportedKeys.has(key)).slice(0, MAX_NEWS);
    for (const { key } of news) reportedKeys.add(key);
    const { name, page } = followedSubject;
    if (news.length > 0) parts.push({ rowId: follow.rowId, name, page, news, hasMore: allNews.length > MAX_NEWS });
  }
  return parts;
}

async function readNews(followedSubject: FollowedSubject, span: Period): Promise<News[]> {
  const { kind, target, expertRowId } = followedSubject;
  if (kind === "articles") return readNewArticles(span);
  if (kind === "list") return readNewPeople(pageQueryOf(new URLSearchParams(target.split("?")[1]), 1), span);
  if (kind === "person") return expertRowId === null ? [] : readPersonNews(expertRowId, span);
  const topic = await findTopic(target);
  const names = new Set([topic.name, ...topic.otherNames].map((name) => name.toLowerCase()));
  const query = { page: 1, limit: 1, search: "", category: "", facets: { topic: [topic.slug] } };
  return [...(await readNewPeople(query, span)), ...(await readNewArticles(span, names))];
}

async function readPersonNews(rowId: number, span: Period): Promise<News[]> {
  const experts = readDb.selectFrom("experts").selectAll().where("rowId", "=", rowId);
  const expert = await experts.where("deletedAt", "is", null).executeTakeFirst();
  return expert ? newsOf(expert, MAX_NEWS + 1, span) : [];
}

async function readNewPeople(query: ListQuery, { after, until }: Period): Promise<News[]> {
  const newest = await newestMatches(query, MAX_NEWS + 1);
  return newest.filter(({ createdAt }) => createdAt > after && createdAt <= until).map(newPerson);
}

/** Returns new articles; with `tags` in lower case, only those that have one of them. */
async function readNewArticles({ after, until }: Period, tags?: Set<string>): Promise<News[]> {
  const rows = await newsArticles(readDb)
    .where("publishedAt", ">", after)
    .where("publishedAt", "<=", until)
    .orderBy("publishedAt", "desc")
    .limit(tags ? MAX_ARTICLES : MAX_NEWS + 1)
    .execute();
  const hasTag = (json: string) => !tags || (JSON.parse(json) as string[]).some((tag) => tags.has(tag.toLowerCase()));
  return rows.filter((row) => hasTag(row.tags)).map(newArticle);
}

async function areAllPublic(tx: Queryable, parts: FollowNews[]): Promise<boolean> {
  const keys = parts.flatMap(({ news }) => news.map(({ key }) => key.split("/")));
  const idsOfKind = (isArticle: boolean) => [
    ...new Set(keys.filter(([kind]) => (kind === "article") === isArticle).map(([, id]) => id as string)),
  ];
  const [expertIds, articleIds] = [idsOfKind(false), idsOfKind(true)];
  const experts = publicRows(tx, "expert").select("id");
  const listedExperts = expertIds.length > 0 ? await experts.where("id", "in", expertIds).execute() : [];
  const publicArticles = tx.selectFrom("articles").$call(wherePublic).select("id");
  const shownArticles = articleIds.length > 0 ? await publicArticles.where("id", "in", articleIds).execute() : [];
  return listedExperts.length === expertIds.length && shownArticles.length === articleIds.length;
}
