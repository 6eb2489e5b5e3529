/** Lets people read and change their own profiles. */
import { type ExpertRow, readDb, type UserRow } from "~/db.server";
import { AppError } from "~/errors";
import { limit } from "~/models/base/rate-limits/rate-limits.server";
import { type OwnWork, worksOfHolder } from "~/models/editing/claims/own-works.server";
import { type OwnProposal, proposalsFor } from "~/models/editing/submissions/own.server";
import { fieldsBefore, rebase } from "~/models/editing/submissions/rebase.server";
import { onlySubmitted, type SubmittedRecord } from "~/models/editing/submissions/review-record.server";
import { type SubmissionResult, submitChecked } from "~/models/editing/submissions/submissions.server";
import { type ProfileVisits, visitsOfProfile } from "~/models/readers/visits/statistics.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { EXPERT_LABELS, type ExpertField } from "~/models/records/experts/fields";
import { changesTo, recordOf } from "~/models/records/experts/record.server";
import { withTopicSlugs } from "~/models/records/experts/topics.server";
import { imagesFromForm } from "~/models/records/images/images.server";
import type { ClaimTimes } from "~/models/records/profiles/holders.server";
import { labelsOf } from "~/models/records/shared/kind";
import { publicExperts } from "~/models/records/shared/public-rows.server";
import type { SentFile } from "~/services/storage.server";

/** `takesQuestions` is 1 if readers may ask the person through this site. */
export type OwnProfile = ClaimTimes & { slug: string; name: string; takesQuestions: number };

/** `askedYearly` is 1 if a mail asks once a year whether the profile is right. */
type OwnClaim = OwnProfile & { askedYearly: number };

/** Returns the public profiles that the user holds. */
export function ownProfiles(user: UserRow): Promise<OwnProfile[]> {
  return heldProfiles(user).select(["slug", "name", "claimedAt", "confirmedAt", "takesQuestions"]).execute();
}

function heldProfiles(user: UserRow) {
  return readDb
    .selectFrom("claims")
    .innerJoin(publicExperts, (join) => join.onRef("experts.rowId", "=", "claims.expertRowId"))
    .where("claims.userId", "=", user.id)
    .where("claims.status", "=", "confirmed");
}

export interface OwnChange {
  at: string;
  /** The labels of the changed fields. */
  fields: string;
  by: "you" | "an editor" | "the site";
}

const MAX_CHANGES = 100;

export interface OwnOverview extends OwnClaim {
  changes: OwnChange[];
  /** null while counting is switched off. */
  visits: ProfileVisits | null;
  works: OwnWork[];
  /** The user's proposals for the profile, newest first. */
  proposals: OwnProposal[];
  /** The number of other people's undecided proposals for the profile. */
  othersWaiting: number;
}

/**
 * Returns the user's own profile with its latest 100 changes, visits, works and proposals. Throws "missing" for
 * anybody else's profile.
 */
export async function ownProfile(user: UserRow, slug: string): Promise<OwnOverview> {
  const { rowId, id, ...profile } = await findOwn(user, slug);
  const revisions = await readDb
    .selectFrom("expertRevisions")
    .select(["at", "before", "after", "userId"])
    .where("expertRowId", "=", rowId)
    .orderBy("rowId", "desc")
    .limit(MAX_CHANGES)
    .execute();
  const ids = revisions.map(({ after }) => String(JSON.parse(after).submission ?? ""));
  const ownSubmissions = readDb.selectFrom("submissions").select("id").where("userId", "=", user.id);
  const ownIds = new Set((await ownSubmissions.where("id", "in", ids).execute()).map(({ id }) => id));
  const changes = revisions.map(({ at, before, after, userId }, index): OwnChange => {
    const isMine = userId === user.id || ownIds.has(ids[index] as string);
    return { at, fields: fieldsIn(before, after), by: isMine ? "you" : userId ? "an editor" : "the site" };
  });
  const [visits, works, proposals] = await Promise.all([
    visitsOfProfile(id),
    worksOfHolder(rowId),
    proposalsFor(user, rowId),
  ]);
  return { ...profile, changes, visits, works, ...proposals };
}

function fieldsIn(before: string, after: string): string {
  const fields = Object.keys({ ...JSON.parse(before), ...JSON.parse(after) }).filter((name) => name in EXPERT_LABELS);
  return labelsOf(EXPERT_LABELS, fields as ExpertField[]);
}

async function findOwn(user: UserRow, slug: string): Promise<OwnClaim & { rowId: number; id: string }> {
  const columns = [
    "experts.rowId",
    "experts.id",
    "slug",
    "name",
    "claimedAt",
    "confirmedAt",
    "takesQuestions",
    "askedYearly",
  ] as const;
  const profile = await heldProfiles(user).select(columns).where("slug", "=", slug).executeTakeFirst();
  if (profile) return profile;
  throw new AppError("missing", "This is not your profile.");
}

/**
 * Returns the fields that the holder may change, all but the address and the featured position, and the time of their version.
 * Throws "missing".
 */
export async function ownRecord(user: UserRow, slug: string): Promise<{ record: SubmittedRecord; basedOn: string }> {
  const row = await ownRow(user, slug);
  const { slug: _slug, featured: _featured, ...record } = recordOf(row);
  return { record, basedOn: row.updatedAt };
}

async function ownRow(user: UserRow, slug: string): Promise<ExpertRow> {
  const { rowId } = await findOwn(user, slug);
  return readDb.selectFrom("experts").selectAll().where("rowId", "=", rowId).executeTakeFirstOrThrow();
}

/** Stores the images of the form, and sets their addresses in `fields`. Throws like `storeImage`, and "limited". */
export async function storeOwnImages(
  user: UserRow,
  fields: Record<string, string | string[]>,
  files: SentFile[],
  { origin }: { origin: string },
): Promise<void> {
  if (files.length > 0) {
    await limit("ownImages", user.id);
    await limit("ownImagesInYear", user.id);
  }
  await imagesFromForm(null, fields, files, { origin });
}

/**
 * Proposes changes of any fields, which come first in the queue. `basedOn` is the time of the version that the holder saw. Throws
 * "missing", "invalid", "limited", "conflict".
 */
export async function proposeOwnChange(
  user: UserRow,
  slug: string,
  sent: Record<string, unknown>,
  { origin, basedOn }: { origin: string; basedOn?: unknown },
): Promise<SubmissionResult> {
  const row = await ownRow(user, slug);
  const currentRecord = recordOf(row);
  const former = await fieldsBefore(readDb, row.rowId, basedOn);
  const input = (await withTopicSlugs(readDb, onlySubmitted(sent))) as object;
  const proposal = rebase(input, former, currentRecord);
  const fields = { ...onlySubmitted(currentRecord), ...onlySubmitted(changesTo(currentRecord, proposal)) };
  const target = { ...(await findExpert(row.slug)), rowId: row.rowId };
  return submitChecked(user, { fields: fields as SubmittedRecord, submitterReason: "", target }, { origin });
}
