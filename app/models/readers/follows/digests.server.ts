/** Sends mails with news to followers, daily or weekly, and none without news. */
import { setImmediate as othersTurn } from "node:timers/promises";
import { db, type FollowerRow, type FollowRow, type Queryable, readDb } from "~/db.server";
import { type Loop, startLoop } from "~/models/base/jobs/loop.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { isPublic } from "~/models/records/articles/articles.server";
import { newestFound } from "~/models/records/directory/feeds.server";
import { type ListQuery, pageQueryOf } from "~/models/records/directory/lists.server";
import { findTopic } from "~/models/records/topics/topics.server";
import { ahead } from "~/stored-times";
import { EVERY_MS, followsOf } from "./follow.server";
import { followerPath } from "./links.server";
import { type DigestPart, digestMail } from "./mails.server";
import { type News, newArticle, newPerson, newsOf, type Span } from "./news.server";
import { RHYTHMS } from "./rhythms";
import { type Followed, followedBy } from "./what.server";

const LOOK_EVERY_MS = 10_000;
/** The wait for items that become public after their time, such as an article in the minute of its schedule. */
const SETTLED_AFTER_MS = 5 * 60_000;
const AT_ONCE = 50;
const MOST_NEWS = 20;
const MOST_ARTICLES = 200;

/** @param origin of the links. */
export function startDigests(origin: string): Loop {
  return startLoop({ name: "digests", everyMs: LOOK_EVERY_MS }, (stopping) => queueDigests(origin, { stopping }));
}

/** Queues a mail for up to 50 followers whose turn it is and who have news; returns the number of mails. */
export async function queueDigests(
  origin: string,
  { now = new Date(), stopping }: { now?: Date; stopping?: AbortSignal } = {},
): Promise<number> {
  const due = await readDb
    .selectFrom("followers")
    .selectAll()
    // A turn that is farther away than the rhythm was set by a clock that ran ahead.
    .where((e) =>
      e.or([
        e("nextAt", "<=", now.toISOString()),
        ...RHYTHMS.map((rhythm) =>
          e.and([e("rhythm", "=", rhythm), e("nextAt", ">", ahead(EVERY_MS[rhythm], now.getTime()).until)]),
        ),
      ]),
    )
    .orderBy("nextAt")
    .limit(AT_ONCE)
    .execute();
  let queued = 0;
  for (const follower of due) {
    if (stopping?.aborted) break;
    if (await queueDigest(follower, origin, now)) queued++;
    await othersTurn(); // reads of SQLite wait for nothing
  }
  return queued;
}

interface Part extends DigestPart {
  rowId: number;
}

/**
 * Queues one mail and notes its news in the same transaction, so that a stop midway sends none twice. If somebody in the
 * news was removed meanwhile, the next round gathers it anew.
 */
async function queueDigest(follower: FollowerRow, origin: string, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() - SETTLED_AFTER_MS).toISOString();
  const follows = (await followsOf(readDb, follower.rowId)).filter(({ toldUntil }) => toldUntil !== null);
  const parts = await newsParts(follows, until);
  const { siteName } = await siteSettings();
  return db.transaction().execute(async (tx) => {
    const nextAt = new Date(now.getTime() + EVERY_MS[follower.rhythm]).toISOString();
    const turn = tx.updateTable("followers").set({ nextAt }).where("rowId", "=", follower.rowId);
    const { numUpdatedRows } = await turn.where("nextAt", "=", follower.nextAt).executeTakeFirstOrThrow();
    // Another process was quicker, or the follower left.
    if (numUpdatedRows === 0n) return false;
    const present = new Set((await followsOf(tx, follower.rowId)).map(({ rowId }) => rowId));
    const presentParts = parts.filter(({ rowId }) => present.has(rowId));
    if (!(await areAllPublic(tx, presentParts))) {
      await tx.updateTable("followers").set({ nextAt: follower.nextAt }).where("rowId", "=", follower.rowId).execute();
      return false;
    }
    await tx
      .updateTable("follows")
      .set({ toldUntil: until })
      .where("followerRowId", "=", follower.rowId)
      // Includes times in the future, which a clock that ran ahead wrote: nothing can have been sent up to them.
      .where((e) => e.or([e("toldUntil", "<", until), e("toldUntil", ">", ahead(0, now.getTime()).until)]))
      .execute();
    if (presentParts.length === 0) return false;
    const mail = digestMail({ siteName, origin, path: followerPath(follower.id), parts: presentParts });
    await queueMail(tx, { recipient: follower.email, ...mail });
    return true;
  });
}

/** Each piece of news once, under the first follow that has it. */
async function newsParts(follows: FollowRow[], until: string): Promise<Part[]> {
  const toldKeys = new Set<string>();
  const parts: Part[] = [];
  for (const follow of follows) {
    const followed = await followedBy(follow);
    const after = follow.toldUntil ?? until;
    if (!followed || after >= until) continue;
    await othersTurn();
    const all = await newsOfFollowed(followed, { after, until });
    const news = all.filter(({ key }) => !toldKeys.has(key)).slice(0, MOST_NEWS);
    for (const { key } of news) toldKeys.add(key);
    const { name, page } = followed;
    if (news.length > 0) parts.push({ rowId: follow.rowId, name, page, news, more: all.length > MOST_NEWS });
  }
  return parts;
}

async function newsOfFollowed(followed: Followed, span: Span): Promise<News[]> {
  const { kind, target, expertRowId } = followed;
  if (kind === "articles") return articles(span);
  if (kind === "list") return people(pageQueryOf(new URLSearchParams(target.split("?")[1]), 1), span);
  if (kind === "person") return expertRowId === null ? [] : newsOfPerson(expertRowId, span);
  const topic = await findTopic(target);
  const names = new Set([topic.name, ...topic.otherNames].map((name) => name.toLowerCase()));
  const query = { page: 1, limit: 1, search: "", category: "", facets: { topic: [topic.slug] } };
  return [...(await people(query, span)), ...(await articles(span, names))];
}

async function newsOfPerson(rowId: number, span: Span): Promise<News[]> {
  const experts = readDb.selectFrom("experts").selectAll().where("rowId", "=", rowId);
  const expert = await experts.where("deletedAt", "is", null).executeTakeFirst();
  return expert ? newsOf(expert, MOST_NEWS + 1, span) : [];
}

async function people(query: ListQuery, { after, until }: Span): Promise<News[]> {
  const newest = await newestFound(query, MOST_NEWS + 1);
  return newest.filter(({ createdAt }) => createdAt > after && createdAt <= until).map(newPerson);
}

/** @param tags Tags in lower case; only articles with one of them count. */
async function articles({ after, until }: Span, tags?: Set<string>): Promise<News[]> {
  const rows = await readDb
    .selectFrom("articles")
    .$call(isPublic)
    .select(["id", "slug", "title", "excerpt", "publishedAt", "tags"])
    .where("publishedAt", ">", after)
    .where("publishedAt", "<=", until)
    .orderBy("publishedAt", "desc")
    .limit(tags ? MOST_ARTICLES : MOST_NEWS + 1)
    .execute();
  const fits = (json: string) => !tags || (JSON.parse(json) as string[]).some((tag) => tags.has(tag.toLowerCase()));
  return rows.filter((row) => fits(row.tags)).map(newArticle);
}

async function areAllPublic(tx: Queryable, parts: Part[]): Promise<boolean> {
  const keys = parts.flatMap(({ news }) => news.map(({ key }) => key.split("/")));
  const idsOf = (isArticle: boolean) => [
    ...new Set(keys.filter(([kind]) => (kind === "article") === isArticle).map(([, id]) => id as string)),
  ];
  const [people, texts] = [idsOf(false), idsOf(true)];
  const experts = tx.selectFrom("experts").select("id").where("deletedAt", "is", null);
  const listed = people.length > 0 ? await experts.where("id", "in", people).execute() : [];
  const published = tx.selectFrom("articles").$call(isPublic).select("id");
  const shown = texts.length > 0 ? await published.where("id", "in", texts).execute() : [];
  return listed.length === people.length && shown.length === texts.length;
}
