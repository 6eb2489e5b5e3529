/** Asks the holder of a profile once a year whether it is still right. */
import { db, readDb, type UserRow } from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { queueMail } from "~/models/base/mail/queue.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { rowIdOfOwnProfile } from "~/models/records/profiles/holders.server";
import { publicExperts } from "~/models/records/shared/public-rows.server";
import { digest, isKeyedHash, keyedHash, newSecret } from "~/services/secrets.server";
import { DAY_MS, within } from "~/stored-times";
import { stillRightMail } from "./mails.server";

const YEAR_MS = 365 * DAY_MS;
const LINK_DAYS = 60;
const MAX_AT_ONCE = 50;

/** Mails holders who neither confirmed nor were asked for a year; at most 50. Returns their number. */
export async function askHolders(now: Date): Promise<number> {
  const { siteName } = await siteSettings();
  let count = 0;
  const origin = env.SITE_URL ?? `http://localhost:${env.PORT}`;
  for (const { rowId, id, remindedAt, name, email } of await readHoldersDueAt(now.getTime())) {
    const token = newSecret();
    const link = `${origin}/still-right?${new URLSearchParams({ token })}`;
    const endToken = keyedToken(id);
    const endLink = `${origin}/still-right?${new URLSearchParams({ end: endToken })}`;
    const unsubscribe = `${origin}/still-right/${endToken}/unsubscribe`;
    await db.transaction().execute(async (tx) => {
      const changes = { tokenHash: digest(token), remindedAt: now.toISOString() };
      const claim = tx.updateTable("claims").set(changes).where("rowId", "=", rowId).where("status", "=", "confirmed");
      // Another process may have been faster, or the holder may have ended the mail.
      const { numUpdatedRows } = await claim
        .where("askedYearly", "=", 1)
        .where("remindedAt", "is not distinct from", remindedAt)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await queueMail(tx, { recipient: email, unsubscribe, ...stillRightMail({ siteName, name, link, endLink }) });
      count++;
    });
  }
  return count;
}

function readHoldersDueAt(milliseconds: number) {
  const { after: yearAgo, until: now } = within(YEAR_MS, milliseconds);
  return (
    readDb
      .selectFrom("claims")
      .innerJoin("experts", "experts.rowId", "claims.expertRowId")
      .innerJoin("users", "users.id", "claims.userId")
      .select(["claims.rowId", "claims.id", "remindedAt", "experts.name", "users.email"])
      .where("claims.status", "=", "confirmed")
      .where("askedYearly", "=", 1)
      .where("confirmedAt", "<=", yearAgo)
      // Also asks holders whose last mail has a future date, which a clock that ran ahead has stored.
      .where((e) => e.or([e("remindedAt", "is", null), e("remindedAt", "<=", yearAgo), e("remindedAt", ">", now)]))
      .where("deletedAt", "is", null)
      .where("experts.state", "=", "public")
      .where("users.status", "=", "active")
      .limit(MAX_AT_ONCE)
      .execute()
  );
}

/** Returns the profile that a mailed link asks about. Throws "missing" for a link that was used or is older than 60 days. */
export async function profileAskedAbout(token: string): Promise<{ rowId: number; name: string; slug: string }> {
  const { after, until } = within(LINK_DAYS * DAY_MS);
  const profile = await readDb
    .selectFrom("claims")
    .innerJoin(publicExperts, (join) => join.onRef("experts.rowId", "=", "claims.expertRowId"))
    .select(["claims.rowId", "experts.name", "experts.slug"])
    .where("tokenHash", "=", digest(token))
    .where("claims.status", "=", "confirmed")
    .where("remindedAt", ">", after)
    .where("remindedAt", "<=", until)
    .executeTakeFirst();
  if (profile) return profile;
  throw new AppError("missing", "This link was used already, or has expired. Your profile is under ‘My submissions’.");
}

/** Stores that a profile is right, authorised by the mailed link. Throws the errors of `profileAskedAbout`. */
export async function confirmByLink(token: unknown): Promise<void> {
  const { rowId } = await profileAskedAbout(String(token));
  await storeConfirmation(rowId);
}

/** Stores that a profile is right, for its signed-in holder. Throws "missing". */
export async function confirmOwn(user: UserRow, slug: string): Promise<void> {
  await storeConfirmation(await claimRowId(user, slug));
}

async function claimRowId(user: UserRow, slug: string): Promise<number> {
  const expertRowId = await rowIdOfOwnProfile(user, slug);
  const claims = readDb.selectFrom("claims").select("rowId").where("expertRowId", "=", expertRowId);
  const claim = claims.where("userId", "=", user.id).where("status", "=", "confirmed");
  return (await claim.executeTakeFirstOrThrow()).rowId;
}

/** Switches the yearly mail to the holder on or off. Throws "missing". */
export async function chooseYearlyMail(user: UserRow, slug: string, isAsked: boolean): Promise<void> {
  const rowId = await claimRowId(user, slug);
  await db
    .updateTable("claims")
    .set({ askedYearly: Number(isAsked) })
    .where("rowId", "=", rowId)
    .execute();
}

const PURPOSE = "still right";
const ID = /^[0-9a-z]{16}/;

/** Signs a claim's id for the link that ends the yearly mail. The token never expires, and allows nothing else. */
function keyedToken(id: string): string {
  return id + keyedHash(PURPOSE, id);
}

/** Returns the profile whose yearly mail a link ends; its name is null if readers do not see it. Throws "missing". */
export async function profileOfYearlyMail(token: string): Promise<{ rowId: number; name: string | null }> {
  const [id = ""] = ID.exec(token) ?? [];
  const isValid = id !== "" && isKeyedHash(PURPOSE, id, token.slice(id.length));
  const claims = readDb
    .selectFrom("claims")
    .leftJoin(publicExperts, (join) => join.onRef("experts.rowId", "=", "claims.expertRowId"));
  const claim = isValid
    ? await claims.select(["claims.rowId", "experts.name"]).where("claims.id", "=", id).executeTakeFirst()
    : undefined;
  if (claim) return claim;
  throw new AppError("missing", "You will not get this mail again.");
}

/** Ends the yearly mail about a profile by one click (RFC 8058); a second call changes nothing. Throws "missing". */
export async function endYearlyMail(token: string): Promise<void> {
  const { rowId } = await profileOfYearlyMail(token);
  await db.updateTable("claims").set({ askedYearly: 0 }).where("rowId", "=", rowId).execute();
}

async function storeConfirmation(rowId: number): Promise<void> {
  const changes = { confirmedAt: new Date().toISOString(), tokenHash: null };
  await db.transaction().execute(async (tx) => {
    await tx.updateTable("claims").set(changes).where("rowId", "=", rowId).where("status", "=", "confirmed").execute();
  });
}
