/** The three proofs that a profile is the user's own. */
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
import type { Lookup } from "~/services/public-address.server";
import { digest, newSecret } from "~/services/secrets.server";
import { ahead } from "~/stored-times";
import { asciiAddress, isWrittenByMany, standingOf } from "./address-rules.server";
import { DAY_MS, listedPage, pageToken, queueClaim, startClaim } from "./claims.server";
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

interface Reading {
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
  { origin, address, lookup }: Caller & Reading,
): Promise<void> {
  const { page: url, email } = parse(MailProof, input);
  const { expert, page } = await listedPage(slug, url, "mail");
  const { refusal, isOwners } = standingOf(email, page);
  if (refusal) throw new AppError("invalid", refusal, { email: refusal });
  await limit("claimMail", user.id);
  await limit("claimMailTo", `${email} ${user.id}`, OTHER_WAY);
  const pageText = isOwners ? null : await readListedPage(url, { lookup });
  const isNamed = pageText !== null && "text" in pageText && namesAddress(pageText, email);
  const evidence = `${email} received a link; ${whyEvidence(isOwners, isNamed, url)}`;
  const { siteName } = await siteSettings();
  const token = newSecret();
  // `claimMailTo` counted how often this account asks.
  const to = { kind: "claim" as const, email, about: newId(), address };
  await withMailTo(to, (mayMail) =>
    db.transaction().execute(async (tx) => {
      const isStrong = Number(isOwners || isNamed);
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

function whyEvidence(isOwners: boolean, isNamed: boolean, url: string): string {
  if (isOwners) return `the own page ${url} is at its domain.`;
  return isNamed ? `the page ${url} names it.` : `it is at the domain of ${url}, which does not name it.`;
}

const USELESS = "This link has expired or was used already. You can ask for a new one on the profile’s page.";

/** The claim of a link that works for this user. Throws "invalid", "forbidden". */
export async function findMailProof(user: UserRow, token: string): Promise<ClaimRow & { name: string; slug: string }> {
  const { after, until } = ahead(MAIL_DAYS * DAY_MS);
  const claim = await db
    .selectFrom("claims")
    .innerJoin("experts", "experts.rowId", "claims.expertRowId")
    .selectAll("claims")
    .select(["experts.name", "experts.slug"])
    .where("tokenHash", "=", digest(token))
    .where("claims.status", "=", "started")
    .where("expiresAt", ">", after)
    .where("expiresAt", "<=", until)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!claim) throw new AppError("invalid", USELESS);
  if (claim.userId !== user.id)
    throw new AppError("forbidden", "This link belongs to another account. Please sign in with that one first.");
  return claim;
}

/** Redeems the link in the mail; of simultaneous callers one succeeds. Throws the errors of `findMailProof`, "conflict". */
export async function confirmMailProof(user: UserRow, token: unknown): Promise<{ slug: string }> {
  const { slug, ...claim } = await findMailProof(user, String(token));
  await prove(user, claim, {});
  return { slug };
}

const PageProof = z.object({ page: z.string("Please choose a page from the list.") });

/** Gives the user a token for a listed page, for 7 days. Takes `{ page }`. Throws "invalid", "missing". */
export async function startPageProof(user: UserRow, slug: string, input: unknown): Promise<void> {
  const { page: url } = parse(PageProof, input);
  const { expert, page } = await listedPage(slug, url, "page");
  const shared = "Many people can write at this address. Please choose another page, or another way.";
  if (isWrittenByMany(url)) throw new AppError("invalid", shared, { page: shared });
  await limit("claimCheck", user.id);
  const claim = {
    expertRowId: expert.rowId,
    proof: "page",
    page: url,
    isStrong: Number(page.kind !== "about"),
  } as const;
  await db.transaction().execute((tx) => startClaim(tx, user, { ...claim, evidence: "", tokenHash: null }, PAGE_DAYS));
}

/** Looks for the token on the page it was made for. Throws "invalid", "missing", "conflict", "limited". */
export async function checkPageProof(user: UserRow, slug: string, { lookup }: Reading = {}): Promise<void> {
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
  // It may have been taken off the profile meanwhile.
  await listedPage(slug, claim.page, "page");
  const pageText = await readListedPage(claim.page, { lookup });
  const failed = (why: string) => new AppError("invalid", `We looked at ${claim.page}: ${why}.`, { page: why });
  if ("reason" in pageText) throw failed(pageText.reason);
  const token = pageToken(claim.id);
  const at = pageText.text.indexOf(token);
  if (at < 0) throw failed("the token was not found in its visible text, above any comments");
  const around = pageText.text.slice(Math.max(0, at - 60), at + token.length + 60).replace(/\s+/g, " ");
  await prove(user, claim, { evidence: `The token was found on ${claim.page}: “…${around.trim()}…”` });
}

/** A sign-in with ORCID; the record's iD was put there by an admin. Throws "forbidden" for another iD, "missing". */
export async function proveByOrcid(user: UserRow, slug: string, orcid: string): Promise<void> {
  const { id, orcid: listed } = await findExpert(slug);
  if (!listed || listed !== orcid)
    throw new AppError("forbidden", "You signed in with a different ORCID iD from the one on this profile.");
  const evidence = `Signed in at ORCID as ${orcid}, the iD on the profile.`;
  await db.transaction().execute(async (tx) => {
    const expert = tx.selectFrom("experts").select("rowId").where("id", "=", id).where("deletedAt", "is", null);
    const { rowId: expertRowId } = await expert.executeTakeFirstOrThrow();
    const claim = { expertRowId, proof: "orcid", page: "", isStrong: 1, evidence, tokenHash: null } as const;
    await queueClaim(tx, user, await startClaim(tx, user, claim, MAIL_DAYS));
  });
}

async function prove(user: UserRow, { id }: Pick<ClaimRow, "id">, changes: { evidence?: string }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const claim = await tx
      .updateTable("claims")
      .set({ ...changes, tokenHash: null })
      // Compares the id, because SQLite gives a row's number to the next one: while a page was read, it may have become the
      // claim of another page.
      .where("id", "=", id)
      .where("userId", "=", user.id)
      .where("status", "=", "started")
      .returningAll()
      .executeTakeFirst();
    if (!claim) throw new AppError("conflict", USELESS);
    await queueClaim(tx, user, claim);
  });
}
