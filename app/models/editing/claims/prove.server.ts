/** Implements the three proofs that a profile is the user's own: by mail, by a token on a page, by ORCID. */
import { z } from "zod";
import { type ClaimRow, db, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { type Caller, emailField } from "~/models/base/accounts/input.server";
import { newId } from "~/models/base/input/ids.server";
import { parse } from "~/models/base/input/validation.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { limit, withMailTo } from "~/models/base/rate-limits/rate-limits.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { publicExperts } from "~/models/records/shared/public-rows.server";
import type { Lookup } from "~/services/public-address.server";
import { digest, newSecret } from "~/services/secrets.server";
import { ahead, DAY_MS } from "~/stored-times";
import { asciiAddress, checkAddress, hasManyAuthors } from "./address-rules.server";
import { listedPage, pageToken, provingPages, queueClaim, startClaim } from "./claims.server";
import { namesAddress, readListedPage } from "./listed-page.server";
import { claimLinkMail } from "./mails.server";

const MAIL_DAYS = 1;
const PAGE_DAYS = 7;

const MailProof = z.object({
  page: z.string("Please choose a page from the list."),
  email: z
    .string("Please enter an email address")
    .transform((email) => asciiAddress(email) ?? email)
    .pipe(emailField("Please enter an email address")),
});

interface ReadOptions {
  lookup?: Lookup;
}

/**
 * Mails a link that works once, for 24 hours and for this account, to an address at the domain of a listed page.
 * Takes `{ page, email }`. Throws "invalid", "missing", "limited".
 */
export async function startMailProof(
  user: UserRow,
  slug: string,
  input: unknown,
  { origin, address, lookup }: Caller & ReadOptions,
): Promise<void> {
  const { page: url, email } = parse(MailProof, input);
  const { expert, page } = await listedPage(slug, url, "mail");
  const { refusal, isOwnersAddress } = checkAddress(email, page);
  if (refusal) throw new AppError("invalid", refusal, { email: refusal });
  await limit("claimMail", user.id);
  await limit("claimMailTo", `${email} ${user.id}`, OTHER_WAY);
  const pageText = isOwnersAddress ? null : await readListedPage(url, { lookup });
  const isNamed = pageText !== null && "text" in pageText && namesAddress(pageText, email);
  const evidence = `${email} received a link; ${describeProof(isOwnersAddress, isNamed, url)}`;
  const { siteName } = await siteSettings();
  const token = newSecret();
  // Names a new id in place of the profile, because `claimMailTo` has counted this account's mails already.
  const recipient = { kind: "claim" as const, email, about: newId(), address };
  await withMailTo(recipient, (mayMail) =>
    db.transaction().execute(async (tx) => {
      const isStrong = Number(isOwnersAddress || isNamed);
      const { rowId: expertRowId } = expert;
      const claim = { expertRowId, proof: "mail", page: url, isStrong, evidence, tokenHash: digest(token) } as const;
      const { expiresAt } = await startClaim(tx, user, claim, MAIL_DAYS);
      const link = `${origin}/claim?${new URLSearchParams({ token })}`;
      const mail = claimLinkMail({ siteName, name: expert.name, link, until: new Date(expiresAt) });
      if (mayMail) await queueMail(tx, { recipient: email, ...mail });
    }),
  );
}

const OTHER_WAY = ", or show in another way that the profile is yours";

function describeProof(isOwnersAddress: boolean, isNamed: boolean, url: string): string {
  if (isOwnersAddress) return `the own page ${url} is at its domain.`;
  return isNamed ? `the page ${url} names it.` : `it is at the domain of ${url}, which does not name it.`;
}

const LINK_EXPIRED = "This link has expired or was used already. You can ask for a new one on the profile’s page.";

/** Finds the claim of a mailed link that this user may redeem. Throws "invalid", "forbidden". */
export async function findMailProof(user: UserRow, token: string): Promise<ClaimRow & { name: string; slug: string }> {
  const { after, until } = ahead(MAIL_DAYS * DAY_MS);
  const claim = await db
    .selectFrom("claims")
    .innerJoin(publicExperts, (join) => join.onRef("experts.rowId", "=", "claims.expertRowId"))
    .selectAll("claims")
    .select(["experts.name", "experts.slug"])
    .where("tokenHash", "=", digest(token))
    .where("claims.status", "=", "started")
    .where("expiresAt", ">", after)
    .where("expiresAt", "<=", until)
    .executeTakeFirst();
  if (!claim) throw new AppError("invalid", LINK_EXPIRED);
  if (claim.userId !== user.id)
    throw new AppError("forbidden", "This link belongs to another account. Please sign in with that one first.");
  return claim;
}

/** Redeems a mailed link; of simultaneous calls one succeeds. Throws the errors of `findMailProof`, "conflict". */
export async function confirmMailProof(user: UserRow, token: unknown): Promise<{ slug: string }> {
  const { slug, ...claim } = await findMailProof(user, String(token));
  const pages = provingPages(await findExpert(slug));
  if (!pages.some(({ url }) => url === claim.page)) throw new AppError("invalid", PAGE_NOT_LISTED);
  await proveClaim(user, claim, {});
  return { slug };
}

const PAGE_NOT_LISTED =
  "The profile does not list the page any more by which you claimed it. Please choose another way.";

const PageProof = z.object({ page: z.string("Please choose a page from the list.") });

/** Starts a claim whose token must be placed on a listed page within 7 days. Takes `{ page }`. Throws "invalid", "missing", "limited". */
export async function startPageProof(user: UserRow, slug: string, input: unknown): Promise<void> {
  const { page: url } = parse(PageProof, input);
  const { expert, page } = await listedPage(slug, url, "page");
  const sharedMessage = "Many people can write at this address. Please choose another page, or another way.";
  if (hasManyAuthors(url)) throw new AppError("invalid", sharedMessage, { page: sharedMessage });
  await limit("claimCheck", user.id);
  const claim = {
    expertRowId: expert.rowId,
    proof: "page",
    page: url,
    isStrong: Number(page.kind !== "about"),
  } as const;
  await db.transaction().execute((tx) => startClaim(tx, user, { ...claim, evidence: "", tokenHash: null }, PAGE_DAYS));
}

/** Looks for the claim's token on its page. Throws "invalid", "missing", "conflict", "limited". */
export async function checkPageProof(user: UserRow, slug: string, { lookup }: ReadOptions = {}): Promise<void> {
  const { id } = await findExpert(slug);
  const { after, until } = ahead(PAGE_DAYS * DAY_MS);
  const claim = await db
    .selectFrom("claims")
    .innerJoin("experts", "experts.rowId", "claims.expertRowId")
    .selectAll("claims")
    .where("experts.id", "=", id)
    .where("claims.userId", "=", user.id)
    .where("proof", "=", "page")
    .where("claims.status", "=", "started")
    .where("expiresAt", ">", after)
    .where("expiresAt", "<=", until)
    .executeTakeFirst();
  if (!claim) throw new AppError("missing", "This token has expired. Please ask for a new one.");
  await limit("claimCheck", user.id);
  // Refuses a page that was taken off the profile meanwhile.
  await listedPage(slug, claim.page, "page");
  const pageText = await readListedPage(claim.page, { lookup });
  const refuse = (reason: string) =>
    new AppError("invalid", `We looked at ${claim.page}: ${reason}.`, { page: reason });
  if ("reason" in pageText) throw refuse(pageText.reason);
  const token = pageToken(claim.id);
  const index = pageText.text.indexOf(token);
  if (index < 0) throw refuse("the token was not found in its visible text, above any comments");
  const excerpt = pageText.text.slice(Math.max(0, index - 60), index + token.length + 60).replace(/\s+/g, " ");
  await proveClaim(user, claim, { evidence: `The token was found on ${claim.page}: “…${excerpt.trim()}…”` });
}

/** Queues a claim after a sign-in with ORCID as the iD on the profile. Throws "forbidden" for another iD, "missing". */
export async function proveByOrcid(user: UserRow, slug: string, orcid: string): Promise<void> {
  const { id, orcid: profileOrcid } = await findExpert(slug);
  if (!profileOrcid || profileOrcid !== orcid)
    throw new AppError("forbidden", "You signed in with a different ORCID iD from the one on this profile.");
  const evidence = `Signed in at ORCID as ${orcid}, the iD on the profile.`;
  await db.transaction().execute(async (tx) => {
    const expert = tx.selectFrom("experts").select("rowId").where("id", "=", id).where("deletedAt", "is", null);
    const { rowId: expertRowId } = await expert.executeTakeFirstOrThrow();
    const claim = { expertRowId, proof: "orcid", page: "", isStrong: 1, evidence, tokenHash: null } as const;
    await queueClaim(tx, user, await startClaim(tx, user, claim, MAIL_DAYS));
  });
}

async function proveClaim(user: UserRow, { id }: Pick<ClaimRow, "id">, changes: { evidence?: string }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const claim = await tx
      .updateTable("claims")
      .set({ ...changes, tokenHash: null })
      // Compares the id and not the row number, because SQLite reuses the numbers of deleted rows. While the page
      // was read, another claim may have got the number of this claim.
      .where("id", "=", id)
      .where("userId", "=", user.id)
      .where("status", "=", "started")
      .returningAll()
      .executeTakeFirst();
    if (!claim) throw new AppError("conflict", LINK_EXPIRED);
    await queueClaim(tx, user, claim);
  });
}
