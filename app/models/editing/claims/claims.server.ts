/** Holds the steps that all proofs share: which proofs a profile offers, starting a claim, and queueing a proven claim. */

import { type ClaimRow, db, type ExpertRow, type Queryable, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { newId } from "~/models/base/input/ids.server";
import { ANSWER_DAYS } from "~/models/base/settings/answer-days";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import { findExpert } from "~/models/records/directory/experts.server";
import type { Expert } from "~/models/records/experts/expert.server";
import { type KindOfLink, linksWithKinds } from "~/models/records/experts/link-kinds";
import { claimOf } from "~/models/records/profiles/holders.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { orcidIsConfigured } from "~/services/orcid-sign-in.server";
import { digest, newSecret, sign } from "~/services/secrets.server";
import { ahead, DAY_MS } from "~/stored-times";
import { PREFIX } from "~/subject/names";
import { hasManyAuthors } from "./address-rules.server";

/** The longest time in which a proof can be finished. */
const MAX_PROOF_DAYS = 7;

export interface ClaimPage {
  slug: string;
  name: string;
  /** Pages of the person or the institution, whose domain an address can share. Empty if the site sends no mail. */
  mailPages: KindOfLink[];
  /** Listed pages on which the user can place a token. */
  textPages: KindOfLink[];
  /** "yes" if the profile has an iD to sign in with, "unknown" if it has none, "off" if this site does not offer ORCID. */
  orcid: "yes" | "unknown" | "off";
  /** True if the site can report decisions by mail. */
  hasMail: boolean;
  /** True if somebody else holds the profile. */
  isTaken: boolean;
  /** The user's latest claim, unless it expired. */
  claim: {
    status: ClaimRow["status"];
    proof: ClaimRow["proof"];
    page: string;
    token: string;
    until: string;
    /** The reason for which an admin rejected or ended it; "" if nobody did. */
    reason: string;
  } | null;
}

/** Returns the ways in which the user can show that a profile is theirs. Throws "missing", "gone". */
export async function claimPage(user: UserRow, slug: string): Promise<ClaimPage> {
  const expert = await findExpert(slug);
  const row = await latestClaim(user, expert.id);
  const holder = await claimOf(expert.id);
  return {
    slug: expert.slug,
    name: expert.name,
    mailPages: mailIsConfigured ? provingPages(expert) : [],
    textPages: textPages(expert),
    orcid: !orcidIsConfigured ? "off" : expert.orcid ? "yes" : "unknown",
    hasMail: mailIsConfigured,
    isTaken: holder.claimedAt !== null && row?.status !== "confirmed",
    claim: row
      ? {
          status: row.status,
          proof: row.proof,
          page: row.page,
          until: row.expiresAt,
          reason: row.reason ?? "",
          token: row.status === "started" && row.proof === "page" ? pageToken(row.id) : "",
        }
      : null,
  };
}

async function latestClaim(user: UserRow, expertId: string): Promise<(ClaimRow & { reason: string | null }) | null> {
  const { after, until } = ahead(MAX_PROOF_DAYS * DAY_MS);
  const claims = readDb
    .selectFrom("claims")
    .innerJoin("experts", "experts.rowId", "claims.expertRowId")
    .leftJoin("requests", (join) =>
      join.onRef("requests.id", "=", "claims.requestId").on("requests.status", "=", "rejected"),
    )
    .selectAll("claims")
    .select("requests.notes as reason")
    .where("claims.userId", "=", user.id)
    .where("experts.id", "=", expertId)
    .where((e) =>
      e.or([e("claims.status", "!=", "started"), e.and([e("expiresAt", ">", after), e("expiresAt", "<=", until)])]),
    )
    .orderBy((e) => e.case().when("claims.status", "in", ["proven", "confirmed"]).then(0).else(1).end())
    .orderBy("claims.rowId", "desc");
  return (await claims.executeTakeFirst()) ?? null;
}

/** Returns the listed pages that belong to the person or their institution. */
export function provingPages(expert: Links): KindOfLink[] {
  return linksWithKinds(expert.referenceLinks, expert.linkKinds).filter(({ kind }) => kind !== "about");
}

/** Returns every listed page that has one owner. A token on a page that is only about the person is a weak proof. */
function textPages(expert: Links): KindOfLink[] {
  return linksWithKinds(expert.referenceLinks, expert.linkKinds).filter(({ url }) => !hasManyAuthors(url));
}

type Links = Pick<Expert, "referenceLinks" | "linkKinds">;

/** Returns the token to place on a page. It is bound to a claim, and so to its account and profile. */
export function pageToken(claimId: string): string {
  return `${PREFIX}-claim-${digest(sign("claim", claimId)).slice(0, 32)}`;
}

/** Finds the public profile, and its listed page at `url` if this kind of proof may use it. Throws "missing", "invalid". */
export async function listedPage(
  slug: string,
  url: string,
  proof: "mail" | "page",
): Promise<{ expert: ExpertRow; page: KindOfLink }> {
  const { id, ...lists } = await findExpert(slug);
  const pages = proof === "mail" ? provingPages(lists) : linksWithKinds(lists.referenceLinks, lists.linkKinds);
  const page = pages.find((page) => page.url === url);
  const message = "Please choose a page from the list.";
  if (!page) throw new AppError("invalid", message, { page: message });
  const rows = readDb.selectFrom("experts").selectAll().where("id", "=", id);
  return { expert: await rows.executeTakeFirstOrThrow(), page };
}

type NewClaim = Pick<ClaimRow, "expertRowId" | "proof" | "page" | "isStrong" | "evidence" | "tokenHash">;

/** Stores a claim for `days`. It replaces the user's earlier unproven claims of the same kind. */
export async function startClaim(tx: Queryable, user: UserRow, claim: NewClaim, days: number): Promise<ClaimRow> {
  await tx
    .deleteFrom("claims")
    .where("userId", "=", user.id)
    .where("expertRowId", "=", claim.expertRowId)
    .where("status", "=", "started")
    .where("proof", "=", claim.proof)
    .execute();
  const now = new Date();
  const times = { createdAt: now.toISOString(), expiresAt: new Date(now.getTime() + days * DAY_MS).toISOString() };
  return tx
    .insertInto("claims")
    .values({ id: newId(), userId: user.id, status: "started", ...claim, ...times })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Puts a proven claim into the admins' queue. Throws "conflict" if the user has a claim there already. */
export async function queueClaim(tx: Queryable, user: UserRow, { rowId, ...claim }: ClaimRow): Promise<void> {
  const activeClaims = tx
    .selectFrom("claims")
    .select(["userId", "status"])
    .where("expertRowId", "=", claim.expertRowId);
  const otherClaims = await activeClaims
    .where("status", "in", ["proven", "confirmed"])
    .where("rowId", "!=", rowId)
    .execute();
  if (otherClaims.some(({ userId }) => userId === user.id))
    throw new AppError("conflict", MAIL_WORDS.claimWaits({ isMailed: mailIsConfigured }));
  const rivalNote = otherClaims.length > 0 ? "Another account claims this profile, too." : "";
  const requestId = newId();
  const now = new Date();
  await tx
    .insertInto("requests")
    .values({
      id: requestId,
      tokenHash: digest(newSecret()),
      kind: "claim",
      status: "open",
      isPublic: 0,
      expertRowId: claim.expertRowId,
      userId: user.id,
      email: user.email,
      source: claim.page,
      field: "",
      says: "",
      should: "",
      notes: "",
      decidedAt: null,
      decidedBy: null,
      answeredInMs: null,
      message: [claim.isStrong ? "Strong proof." : WEAK_PROOF[claim.proof], claim.evidence, rivalNote]
        .filter(Boolean)
        .join("\n"),
      createdAt: now.toISOString(),
      confirmedAt: now.toISOString(),
      dueAt: new Date(now.getTime() + ANSWER_DAYS * DAY_MS).toISOString(),
    })
    .execute();
  const provenColumns = { status: "proven", requestId, tokenHash: null } as const;
  await tx.updateTable("claims").set(provenColumns).where("rowId", "=", rowId).execute();
}

const WEAK_PROOF: Record<ClaimRow["proof"], string> = {
  mail: "Weak proof: same institution only.",
  page: "Weak proof: a page about the person, not known to be the person's own.",
  orcid: "",
};

/** Deletes claims that were not proven in time, and returns their number. */
export async function removeExpiredProofs(): Promise<number> {
  const oldClaims = db.deleteFrom("claims").where("status", "=", "started");
  const { numDeletedRows } = await oldClaims
    .where("expiresAt", "<=", new Date().toISOString())
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
