/**
 * Lets people follow by mail without an account: a form sends a link, and the button on its page confirms the follow.
 */
import { z } from "zod";
import { db, type FollowerRow, type FollowRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import { type Caller, emailField } from "~/models/base/accounts/input.server";
import { checkQuestion, questionIn } from "~/models/base/accounts/security-question.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { deleteMails, queueMail } from "~/models/base/mail/queue.server";
import { limit, network, proveAddress, withMailTo } from "~/models/base/rate-limits/rate-limits.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { DAY_MS, within } from "~/stored-times";
import { followerIdIn, followerPath } from "./links.server";
import { confirmFollowMail, FOLLOW_MAILS } from "./mails.server";
import { RHYTHMS, type Rhythm } from "./rhythms";
import { type FollowedSubject, findFollowedSubject, subjectOfFollow } from "./targets.server";

export const CONFIRM_DAYS = 7;
/** Limits the follows of one follower, including unconfirmed ones. */
const MAX_FOLLOWS = 50;

const rhythm = z.enum(RHYTHMS, "Please choose how often.");
export const Follow = z.object({
  what: z.string("Please send the path of the page to follow."),
  email: emailField("Please enter your email address"),
  rhythm: rhythm.default("weekly"),
});

/**
 * Stores a request to follow, and queues the mail with the link that confirms it. The answer never tells whether the
 * address follows anything. Takes the body of POST /api/follows. Throws "invalid", "missing", "gone", "limited",
 * "unavailable" where no mail is sent.
 */
export async function followByMail(input: unknown, caller: Caller): Promise<void> {
  if (!mailIsConfigured)
    throw new AppError("unavailable", "This site sends no mail. Its feeds can be followed instead.");
  const { what: path, email, rhythm } = parse(Follow, input);
  const followedSubject = await findFollowedSubject(path);
  await checkQuestion(...questionIn(input));
  await limit("followFrom", network(caller.address));
  const { siteName } = await siteSettings();
  const about = `${followedSubject.kind} ${followedSubject.target}`;
  await withMailTo({ kind: "follow", email, about, address: caller.address }, (mayMail) =>
    db.transaction().execute(async (tx) => {
      const now = new Date();
      const follower = await findOrAddFollower(tx, email, rhythm, now);
      await storeRequest(tx, follower, followedSubject, now);
      const link = caller.origin + followerPath(follower.id);
      const name = followedSubject.isTyped ? null : followedSubject.name;
      const mail = confirmFollowMail({ siteName, name, link, days: CONFIRM_DAYS });
      if (mayMail) await queueMail(tx, { recipient: email, ...mail });
    }),
  );
}

/**
 * Stores a request as of now. Beyond the limit the oldest unconfirmed requests are deleted, so strangers cannot use
 * up the owner's follows.
 */
async function storeRequest(
  tx: Queryable,
  { rowId }: FollowerRow,
  followedSubject: FollowedSubject,
  now: Date,
): Promise<void> {
  const { kind, target, expertRowId } = followedSubject;
  const createdAt = now.toISOString();
  const row = { id: newId(), followerRowId: rowId, kind, target, expertRowId, toldUntil: null, createdAt };
  const deletion = tx.deleteFrom("follows").where("followerRowId", "=", rowId).where("toldUntil", "is", null);
  await deletion.where("kind", "=", kind).where("target", "=", target).execute();
  await tx
    .insertInto("follows")
    .values(row)
    .onConflict((conflict) => conflict.columns(["followerRowId", "kind", "target"]).doNothing())
    .execute();
  const followIds = tx.selectFrom("follows").select("rowId").where("followerRowId", "=", rowId);
  const { length: confirmedCount } = await followIds.where("toldUntil", "is not", null).execute();
  const unconfirmedIds = followIds.where("toldUntil", "is", null);
  const newestIds = unconfirmedIds
    .orderBy("createdAt", "desc")
    .orderBy("rowId", "desc")
    .limit(Math.max(0, MAX_FOLLOWS - confirmedCount));
  await tx
    .deleteFrom("follows")
    .where("followerRowId", "=", rowId)
    .where("toldUntil", "is", null)
    .where("rowId", "not in", newestIds)
    .execute();
}

async function findOrAddFollower(tx: Queryable, email: string, rhythm: Rhythm, now: Date): Promise<FollowerRow> {
  await tx
    .insertInto("followers")
    .values({ id: newId(), email, rhythm, nextAt: null, createdAt: now.toISOString() })
    // Keeps the rhythm of a follower, because somebody else may have sent the request.
    .onConflict((conflict) => conflict.column("email").doUpdateSet({ rhythm }).where("followers.nextAt", "is", null))
    .execute();
  return tx.selectFrom("followers").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
}

export interface FollowerPage {
  email: string;
  rhythm: Rhythm;
  follows: { id: string; name: string; page: string; isConfirmed: boolean }[];
}

/** Returns the follows of the person who holds the link. Throws "missing". */
export async function followerPage(token: string): Promise<FollowerPage> {
  const { rowId, email, rhythm } = await findFollower(readDb, token);
  const rows = await followsOf(readDb, rowId);
  const rowsWithSubjects = await Promise.all(
    rows.map(async (row) => ({ row, followedSubject: await subjectOfFollow(row) })),
  );
  const follows = rowsWithSubjects.flatMap(({ row: { id, toldUntil }, followedSubject }) =>
    followedSubject
      ? [{ id, name: followedSubject.name, page: followedSubject.page, isConfirmed: toldUntil !== null }]
      : [],
  );
  return { email, rhythm, follows };
}

export function followsOf(from: Queryable, followerRowId: number): Promise<FollowRow[]> {
  const rows = from.selectFrom("follows").selectAll().where("followerRowId", "=", followerRowId);
  return rows.orderBy("rowId").execute();
}

async function findFollower(from: Queryable, token: string): Promise<FollowerRow> {
  const id = followerIdIn(token);
  const followers = from.selectFrom("followers").selectAll().where("id", "=", id);
  const follower = id === null ? undefined : await followers.executeTakeFirst();
  if (follower) return follower;
  throw new AppError("missing", "You no longer follow anything through this link, and get no mail.");
}

/** Confirms the requested follows with these ids, which the page showed; somebody else may have requested others meanwhile. Throws "missing"; "conflict" without ids. */
export async function confirmFollows(token: string, ids: string[]): Promise<void> {
  // A page of an earlier version names no follows.
  if (ids.length === 0)
    throw new AppError("conflict", "This page is out of date. Please reload it, and confirm again.");
  const now = new Date();
  const email = await db.transaction().execute(async (tx) => {
    const { rowId, nextAt, rhythm, email } = await findFollower(tx, token);
    const { after, until } = within(CONFIRM_DAYS * DAY_MS);
    const update = tx
      .updateTable("follows")
      .set({ toldUntil: now.toISOString() })
      .where("followerRowId", "=", rowId)
      .where("toldUntil", "is", null)
      .where("id", "in", ids)
      .where("createdAt", ">", after)
      .where("createdAt", "<=", until);
    const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n || nextAt !== null) return email;
    const firstDigestAt = new Date(now.getTime() + DIGEST_EVERY_MS[rhythm]).toISOString();
    await tx.updateTable("followers").set({ nextAt: firstDigestAt }).where("rowId", "=", rowId).execute();
    return email;
  });
  await proveAddress("follow", email);
}

export const DIGEST_EVERY_MS: Record<Rhythm, number> = { daily: DAY_MS, weekly: 7 * DAY_MS };

/** Changes how often mail comes at most. Throws "missing", "invalid". */
export async function changeRhythm(token: string, input: unknown): Promise<void> {
  const { rhythm: newRhythm } = parse(z.object({ rhythm }), input);
  await db.transaction().execute(async (tx) => {
    const { rowId, nextAt } = await findFollower(tx, token);
    const nextDigestAt = new Date(Date.now() + DIGEST_EVERY_MS[newRhythm]).toISOString();
    const changes = { rhythm: newRhythm, nextAt: nextAt !== null && nextDigestAt < nextAt ? nextDigestAt : nextAt };
    await tx.updateTable("followers").set(changes).where("rowId", "=", rowId).execute();
  });
}

/**
 * Ends one follow by its id, and deletes the address and its mails with the last one; returns whether it was the last. Throws
 * "missing".
 */
export async function unfollow(token: string, id: string): Promise<boolean> {
  const { email, isLast } = await db.transaction().execute(async (tx) => {
    const { rowId, email } = await findFollower(tx, token);
    await tx.deleteFrom("follows").where("followerRowId", "=", rowId).where("id", "=", id).execute();
    const remainingFollow = await tx
      .selectFrom("follows")
      .select("rowId")
      .where("followerRowId", "=", rowId)
      .executeTakeFirst();
    if (!remainingFollow) {
      await tx.deleteFrom("followers").where("rowId", "=", rowId).execute();
      await deleteMails(tx, email, FOLLOW_MAILS);
    }
    return { email, isLast: !remainingFollow };
  });
  await proveAddress("follow", email);
  return isLast;
}

/** Ends all follows of the person who holds the link, and deletes the address and its mails, also waiting ones. A second call changes nothing. */
export async function unfollowAll(token: string): Promise<true> {
  const id = followerIdIn(token);
  if (id === null) throw new AppError("missing", "This link is not complete. Please open it from the mail.");
  const removedFollower = await db.transaction().execute(async (tx) => {
    const follower = await tx.deleteFrom("followers").where("id", "=", id).returning("email").executeTakeFirst();
    if (follower) await deleteMails(tx, follower.email, FOLLOW_MAILS);
    return follower;
  });
  if (removedFollower) await proveAddress("follow", removedFollower.email);
  return true;
}

/**
 * Deletes requests that were not confirmed within 7 days or came from a clock that ran ahead, and the addresses of
 * followers without follows. Returns the number of requests.
 */
export async function removeUnconfirmedFollows(): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { after, until } = within(CONFIRM_DAYS * DAY_MS);
    const deletion = tx
      .deleteFrom("follows")
      .where("toldUntil", "is", null)
      .where((e) => e.or([e("createdAt", "<=", after), e("createdAt", ">", until)]));
    const { numDeletedRows } = await deletion.executeTakeFirstOrThrow();
    const followerRowIds = tx.selectFrom("follows").select("followerRowId");
    await tx.deleteFrom("followers").where("rowId", "not in", followerRowIds).execute();
    return Number(numDeletedRows);
  });
}

/** Moves the follows of a merged profile to the profile that remains, each follower once. */
export async function moveFollows(tx: Queryable, from: number, to: { rowId: number; id: string }): Promise<void> {
  const followersOf = (rowId: number) =>
    tx.selectFrom("follows").select("followerRowId").where("expertRowId", "=", rowId);
  const confirmedFollowers = followersOf(from).where("toldUntil", "is not", null);
  const deletion = tx.deleteFrom("follows").where("expertRowId", "=", to.rowId).where("toldUntil", "is", null);
  await deletion.where("followerRowId", "in", confirmedFollowers).execute();
  await tx
    .updateTable("follows")
    .set({ expertRowId: to.rowId, target: to.id })
    .where("expertRowId", "=", from)
    .where("followerRowId", "not in", followersOf(to.rowId))
    .execute();
  await tx.deleteFrom("follows").where("expertRowId", "=", from).execute();
}
