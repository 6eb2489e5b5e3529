/** Defines a person of a file, with the data besides the record: an export has all of it, and a table has little of it. */
import { z } from "zod";
import type { ExpertRow, Queryable } from "~/db.server";
import { parse } from "~/models/base/input/validation.server";
import { httpUrl } from "~/models/base/web/urls";
import { addRejections } from "~/models/editing/topics/rejected.server";
import type { Evidence } from "~/models/records/evidence/evidence";
import { EvidenceList } from "~/models/records/evidence/transfer.server";
import { IMAGE_FIELDS } from "~/models/records/experts/fields";
import type { ExpertInput } from "~/models/records/experts/input.server";
import { existingTopics, readTopics } from "~/models/records/experts/topics.server";
import { ImportedCredit, type ReplacedCredit, restoreCredit, saveCredit } from "~/models/records/images/credits.server";
import { type Provenance, ProvenanceList } from "~/models/records/provenance/provenance.server";
import type { NewProfile } from "~/models/records/publish/many.server";
import {
  addDecidedWorks,
  type DecidedWork,
  undecideWorks,
  type Work,
  WorkList,
} from "~/models/records/works/works.server";
import type { ReplacedLists } from "./replaced-lists.server";

export interface ImportedProfile {
  /** The full record of a new person, the changed fields of a listed person, or all fields of a question. */
  record: Partial<ExpertInput>;
  /** See `publishMany`. */
  kept: NewProfile["kept"];
  origin: string;
  formerSlugs: string[];
  featured: boolean;
  /** null keeps the stored provenance. */
  provenance: Provenance[] | null;
  works: Work[] | null;
  dismissedWorks: Work[];
  /** The slugs of rejected topics. */
  rejectedTopics?: string[];
  /** The credit of the portrait; null keeps the stored credit. */
  imageCredit: ImportedCredit | null;
  /** null keeps the stored evidence. */
  evidence: Evidence[] | null;
  /** The ids of listed people who may be the same person. */
  candidates: string[];
  notes: string;
  sortName: string;
  /** The data that undoing the change of a listed person needs. */
  written?: {
    /** Says that the history of the profile has an entry of the import. */
    isRecordChanged: boolean;
    /** The time of that entry. */
    revisionAt?: string;
    before: EditorFieldsBefore | null;
    lists?: ReplacedLists;
    related?: RelatedRows;
  };
}

export interface EditorFieldsBefore {
  notes?: string;
  addedNotes?: string;
  addedSortName?: string;
}

/** The rows of other tables that a row of a file added, with what undoing needs. */
interface RelatedRows {
  slugs: string[];
  works: DecidedWork[];
  /** The row numbers of rejected topics. */
  rejectedTopics: number[];
  credit?: ReplacedCredit;
}

const time = z.iso.datetime();
const StoredFields = z.object({
  id: z.string().min(1).max(100).optional(),
  createdAt: time.optional(),
  updatedAt: time.optional(),
  reviewedAt: time.nullable().optional(),
});

const Extras = StoredFields.extend({
  origin: z.string().max(50).default("import"),
  formerSlugs: z.array(z.string().max(80)).max(1_000).default([]),
  featuredPosition: z.number().int().positive().nullable().optional(),
  provenance: ProvenanceList.nullable().default(null),
  evidence: EvidenceList.nullable().default(null),
  works: WorkList.nullable().default(null),
  dismissedWorks: WorkList.default([]),
  rejectedTopics: z.array(z.string().max(80)).max(1_000).default([]),
  imageCredit: ImportedCredit.nullable().default(null),
  notes: z.string().max(20_000).default(""),
  sortName: z.string().max(300).default(""),
  /** A Latin spelling of a name in another script, for the address of a new profile. */
  reading: z.string().max(80).default(""),
  state: z.enum(["public", "draft", "scheduled"]).optional(),
  publishAt: time.nullable().optional(),
});

export type Extras = z.output<typeof Extras>;

/** Reads the values beside the record. Throws "invalid". */
export function extrasIn(input: unknown): Extras {
  return parse(Extras, input);
}

export function profileOf(record: Partial<ExpertInput>, extras: Extras): ImportedProfile {
  const {
    id,
    createdAt,
    updatedAt,
    reviewedAt,
    featuredPosition,
    state,
    publishAt,
    reading: _,
    ...otherExtras
  } = extras;
  const featured = typeof featuredPosition === "number";
  // Drops the file's time if external images will be copied, because that changes the person again.
  const isToCopy = IMAGE_FIELDS.some((field) => httpUrl(String(record[field] ?? "")));
  const editorFields = { notes: extras.notes, givenSortName: extras.sortName, state, publishAt };
  const keptColumns = { id, createdAt, updatedAt: isToCopy ? undefined : updatedAt, reviewedAt, ...editorFields };
  return { record, kept: keptColumns, featured, ...otherExtras, candidates: [] };
}

/** Adds former addresses, works, the portrait's credit and rejected topics, which have tables of their own. */
export async function addRelatedRows(
  tx: Queryable,
  expertRowId: number,
  profile: ImportedProfile,
): Promise<RelatedRows> {
  const { formerSlugs, works, dismissedWorks = [], imageCredit, record, rejectedTopics: topicsToReject = [] } = profile;
  const related: RelatedRows = { slugs: [], works: [], rejectedTopics: [] };
  if (imageCredit) {
    const storedRow = tx.selectFrom("experts").select("imageUrl").where("rowId", "=", expertRowId);
    const imageUrl = record.imageUrl ?? (await storedRow.executeTakeFirst())?.imageUrl ?? "";
    related.credit = await saveCredit(tx, imageUrl, imageCredit);
  }
  if (formerSlugs.length > 0) {
    const addedRows = await tx
      .insertInto("slugs")
      .values(formerSlugs.map((slug) => ({ slug, expertRowId })))
      .onConflict((conflict) => conflict.doNothing())
      .returning("slug")
      .execute();
    related.slugs = addedRows.map(({ slug }) => slug);
  }
  if (works) related.works.push(...(await addDecidedWorks(tx, expertRowId, works, "accepted")));
  related.works.push(...(await addDecidedWorks(tx, expertRowId, dismissedWorks, "dismissed")));
  if (topicsToReject.length > 0)
    related.rejectedTopics = await addRejections(tx, expertRowId, existingTopics(await readTopics(tx), topicsToReject));
  return related;
}

/** Takes back what `addRelatedRows` wrote, except what somebody changed since. */
export async function removeRelatedRows(
  tx: Queryable,
  { rowId, slug }: Pick<ExpertRow, "rowId" | "slug">,
  { slugs, works, rejectedTopics, credit }: RelatedRows,
): Promise<void> {
  if (credit) await restoreCredit(tx, credit);
  if (slugs.length > 0)
    await tx
      .deleteFrom("slugs")
      .where("expertRowId", "=", rowId)
      .where("slug", "in", slugs)
      .where("slug", "!=", slug)
      .execute();
  if (rejectedTopics.length > 0)
    await tx
      .deleteFrom("rejectedTopics")
      .where("expertRowId", "=", rowId)
      .where("topicRowId", "in", rejectedTopics)
      .execute();
  await undecideWorks(tx, rowId, works);
}
