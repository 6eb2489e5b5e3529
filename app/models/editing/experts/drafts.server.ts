/** Manages profiles that are not public yet: drafts, and profiles scheduled for a time. Readers do not see them. */

import { z } from "zod";
import { contains, db, type ExpertRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { withFourEyes } from "~/models/base/accounts/four-eyes.server";
import { findPage } from "~/models/base/input/paging.server";
import { parse } from "~/models/base/input/validation.server";
import { versionOf } from "~/models/base/input/versions.server";
import { onOneLine } from "~/models/base/text/content-text";
import { capitalize } from "~/models/base/text/field-words";
import { sortKey, sortName } from "~/models/base/text/names.server";
import { listExperts } from "~/models/records/directory/lists.server";
import { publishListings } from "~/models/records/directory/publish.server";
import { toExpert } from "~/models/records/experts/expert.server";
import { personIn, recordOf } from "~/models/records/experts/record.server";
import { auditExpert, expertForAdmin, expertRow, FEATURED_EXPERTS } from "~/models/records/experts/rows.server";
import { newIdentifiers, refuseTaken } from "~/models/records/experts/same-identifier.server";
import {
  ASKED_NOT_TO_BE_LISTED,
  askedNotToBeListed,
  refuseRelisting,
} from "~/models/records/relisting/relisting.server";
import {
  conflictWithoutRevisions,
  refuseStaleVersion,
  versionsOfRecord,
} from "~/models/records/shared/edit-conflict.server";
import { removeFromFeatured } from "~/models/records/shared/featured.server";
import { storeRemovals } from "~/models/records/shared/removals.server";
import { refuseProblems } from "~/models/records/sources/gate.server";
import { rowSubject } from "~/models/records/sources/subjects.server";
import { isSameSecret, newSecret } from "~/services/secrets.server";
import { timeAfter } from "~/stored-times";
import { EDITOR_FIELD_LABELS } from "./editor-field-labels";

export const DRAFTS_PAGE_SIZE = 50;
const HIDDEN_STATES = ["draft", "scheduled"] as const;

export interface DraftRow {
  id: string;
  slug: string;
  name: string;
  title: string;
  state: "draft" | "scheduled";
  publishAt: string | null;
  previewPath: string;
}

/**
 * Returns a page of the profiles that are not public, or the last page if there are fewer; `page` starts at 1. With `search`,
 * only those whose name or notes have its words.
 */
export async function draftsPage(_editor: Editor, { search, page }: { search: string; page: number }) {
  const drafts = hiddenProfiles(search);
  return findPage({ page, limit: DRAFTS_PAGE_SIZE }, { nearest: true }, async (offset) => {
    const { total } = await drafts.select((e) => e.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
    const rows = await drafts
      .select(["id", "slug", "name", "title", "state", "publishAt"])
      .orderBy("sortsAs")
      .orderBy("rowId")
      .limit(DRAFTS_PAGE_SIZE)
      .offset(offset)
      .execute();
    const draftsWithPaths = rows.map((row) => ({ ...row, previewPath: `/admin/experts/${row.id}/preview` }));
    return { drafts: draftsWithPaths as DraftRow[], total: Number(total) };
  });
}

/**
 * Returns up to `limit` profiles that editors find with `search`: the best matches of the public ones, then those that are not
 * public and whose name or notes have the words, which get about half of the places if there are so many.
 */
export async function profilesFound(_editor: Editor, search: string, limit: number) {
  const { experts } = await listExperts({ page: 1, limit, search, category: "", isStrict: true, asWords: true });
  const drafts = await hiddenProfiles(search)
    .select(["id", "slug", "name", "title", "state"])
    .orderBy("sortsAs")
    .orderBy("rowId")
    .limit(limit)
    .execute();
  // Many public profiles may have the words in their texts: a draft with the name is found all the same.
  const shownDrafts = drafts.slice(0, Math.max(Math.floor(limit / 2), limit - experts.length));
  const shownExperts = experts.slice(0, limit - shownDrafts.length);
  return [
    ...shownExperts.map(({ id, slug, name, title }) => ({ id, slug, name, title, state: "public" as const })),
    ...shownDrafts,
  ];
}

/** Describes a profile that was found: the title, after its state if it is not public. */
export function aboutFound({ state, title }: { state: ExpertRow["state"]; title: string }): string {
  return state === "public" ? title : [`${capitalize(state)}.`, title].filter(Boolean).join(" ");
}

/** Returns the number of profiles that are not public and whose name or notes have the words of `search`. */
export async function countDrafts(_editor: Editor, search: string): Promise<number> {
  const { total } = await hiddenProfiles(search)
    .select((e) => e.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function hiddenProfiles(search: string) {
  return profilesWith(search).where("state", "in", HIDDEN_STATES);
}

/** Selects the profiles of every state, except those in the trash, whose name or notes have the words of `search`. */
function profilesWith(search: string) {
  let query = readDb.selectFrom("experts").where("deletedAt", "is", null);
  for (const word of search.split(/\s+/).filter(Boolean).slice(0, 10)) {
    const name = sortName(word);
    query = query.where(({ or }) => or([...(name ? [contains("sortName", name)] : []), contains("notes", word)]));
  }
  return query;
}

/** Returns profiles of every state whose name or notes have the words of `search`. */
export async function adminExperts(
  _editor: Editor,
  { search, state, page, limit }: { search: string; state?: ExpertRow["state"]; page: number; limit: number },
) {
  let query = profilesWith(search);
  if (state) query = query.where("state", "=", state);
  const { total } = await query.select((e) => e.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await query
    .select(["id", "slug", "name", "title", "state", "publishAt", "notes", "givenSortName", "createdAt", "updatedAt"])
    .orderBy("sortsAs")
    .orderBy("rowId")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const experts = rows.map(({ givenSortName, ...row }) => ({
    ...row,
    sortName: givenSortName,
    version: versionOf(editorFieldsOf({ ...row, givenSortName })),
  }));
  return { experts, total: Number(total), totalPages: Math.max(1, Math.ceil(Number(total) / limit)) };
}

/** Returns the preview address of a draft, which needs no account, or the address of a public profile. */
export async function draftPath(editor: Editor, key: string): Promise<string> {
  const row = await expertForAdmin(editor, key);
  if (row.state === "public") return `/${row.slug}`;
  const token = row.shareToken ?? (await makeShareToken(editor, row.rowId));
  return `/draft/${row.id}?${new URLSearchParams({ key: token })}`;
}

/** Makes the key of a preview, unless another call was faster: a second key would end the first link. */
function makeShareToken(editor: Editor, rowId: number): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const row = await expertRow(tx, rowId);
    if (row.shareToken) return row.shareToken;
    const token = newSecret();
    await tx.updateTable("experts").set({ shareToken: token }).where("rowId", "=", rowId).execute();
    await auditExpert(tx, editor, "expert edited", row, "preview link made");
    return token;
  });
}

/** Invalidates the preview links that were sent to others. */
export async function revokePreview(editor: Editor, key: string): Promise<void> {
  const row = await expertForAdmin(editor, key);
  await db.transaction().execute(async (tx) => {
    await tx.updateTable("experts").set({ shareToken: null }).where("rowId", "=", row.rowId).execute();
    await auditExpert(tx, editor, "expert edited", row, "preview link taken back");
  });
}

/** Returns a draft for the holder of its key. Throws "missing", also for a public or deleted profile. */
export async function draftFor(id: string, key: string | null) {
  const row = await readDb
    .selectFrom("experts")
    .selectAll()
    .where("id", "=", id)
    .where("state", "!=", "public")
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  const hasRightKey = row?.shareToken && key && isSameSecret(row.shareToken, key);
  if (!row || !hasRightKey) throw new AppError("missing", "There is no such draft, or it is public already.");
  return toExpert(row);
}

/** The length of the notes of one profile, in characters. */
export const MAX_NOTES = 20_000;

export const EditorFields = z.object({
  notes: z.string().overwrite(withUnixLines).max(MAX_NOTES).optional(),
  sortName: z.string().overwrite(onOneLine).trim().max(300).optional(),
  state: z.enum(["draft", "scheduled", "public"]).optional(),
  publishAt: z
    .union([z.iso.datetime({ offset: true }), z.literal("")])
    .nullable()
    .optional(),
});

/** Returns the editors' columns of a new profile. Throws "invalid". */
export function newEditorFields({ notes, sortName: sortNameInput, state, publishAt }: Record<string, unknown>) {
  const fields = parse(EditorFields, { notes, sortName: sortNameInput, state, publishAt });
  const isScheduled = fields.state === "scheduled";
  return {
    notes: fields.notes ?? "",
    givenSortName: fields.sortName ?? "",
    state: fields.state ?? "public",
    publishAt: isScheduled ? futureTime(fields.publishAt) : null,
  };
}

function withUnixLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

function futureTime(publishAt: string | null | undefined): string {
  const time = publishAt ? new Date(publishAt).toISOString() : "";
  if (time > new Date().toISOString()) return time;
  const message = "Please enter a time that is yet to come.";
  throw new AppError("invalid", message, { publishAt: message });
}

/** Returns the fields that only editors see, in the form of the JSON interface. */
export function editorFieldsOf({
  notes,
  givenSortName,
  state,
  publishAt,
}: Pick<ExpertRow, "notes" | "givenSortName" | "state" | "publishAt">) {
  return { state, publishAt, notes, sortName: givenSortName };
}

/** The audit log's words for a change of the notes. */
const NOTES_DETAIL = "notes for editors";

/**
 * Changes notes, sorting and state of a profile in a transaction. Publishing and scheduling run the checks of publishing
 * first. Throws "invalid", "conflict" also for a profile in the trash, PublishingConflict.
 */
export async function changeEditorFields(
  tx: Queryable,
  editor: Editor,
  row: ExpertRow,
  input: Record<string, unknown>,
): Promise<ExpertRow> {
  if (row.deletedAt) throw new AppError("conflict", `${row.name} is in the trash. Restore it first.`);
  const editorFields = parse(EditorFields, input);
  const { notes, sortName: newSortName, state } = editorFields;
  const changes: Partial<Pick<ExpertRow, "notes" | "givenSortName" | "sortsAs" | "updatedAt">> = {};
  if (notes !== undefined && notes !== row.notes) changes.notes = notes;
  if (newSortName !== undefined && newSortName !== row.givenSortName)
    Object.assign(changes, { givenSortName: newSortName, sortsAs: sortKey(row.name, newSortName) });
  if (Object.keys(changes).length > 0) {
    // Notes leave `updatedAt` of a public profile alone, because readers do not see them.
    if (changes.sortsAs !== undefined || row.state !== "public") changes.updatedAt = timeAfter(row.updatedAt);
    await tx.updateTable("experts").set(changes).where("rowId", "=", row.rowId).execute();
    if (changes.sortsAs !== undefined) await publishListings(tx, [row.rowId]);
    await auditEditorFields(tx, editor, row, changes);
  }
  if (state === undefined) return expertRow(tx, row.rowId);
  const publication = { state, publishAt: editorFields.publishAt ?? null, relistReason: input.relistReason };
  await changeState(tx, editor, await expertRow(tx, row.rowId), publication);
  return expertRow(tx, row.rowId);
}

/** Writes the audit line of changed notes and sorting. Notes leave `updatedAt` alone, so `refuseStaleEditorFields` reads these lines. */
export async function auditEditorFields(
  tx: Queryable,
  editor: Editor,
  row: ExpertRow,
  changes: { notes?: string; givenSortName?: string },
): Promise<void> {
  const labels = [changes.notes !== undefined && NOTES_DETAIL, changes.givenSortName !== undefined && "sorts as"];
  await auditExpert(tx, editor, "expert edited", row, labels.filter(Boolean).join(", "));
}

/** Returns the versions of the fields that the form for editors shows. */
export function editorFieldVersions(row: ExpertRow): Record<string, string> {
  return versionsOfRecord(editorFieldsOf(row));
}

/** The limit of the form in characters: notes have two for each line break, and the reason to list somebody has 1,000. */
export const EDITOR_FORM_CHARACTERS = 2 * MAX_NOTES + 5_000;

/** Saves the form with `changeEditorFields`; times without a zone are UTC. Throws EditConflict. */
export async function saveEditorFields(editor: Editor, key: string, fields: Record<string, unknown>): Promise<void> {
  const row = await expertForAdmin(editor, key);
  const { rowId } = row;
  const { publishAt, state } = fields;
  const [, minute, second] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/.exec(String(publishAt ?? "")) ?? [];
  const time = minute ? `${minute}${second ?? ":00"}Z` : publishAt;
  if (time && state !== "scheduled" && row.state === "draft") {
    const message = "A time needs the state “Appears at a time”. Please choose that state, or leave the time empty.";
    throw new AppError("invalid", message, { publishAt: message });
  }
  await withFourEyes(editor, async (tx) => {
    const storedRow = await expertRow(tx, rowId);
    const editedFields = { ...fields, publishAt: time === "" ? null : time };
    await refuseStaleEditorFields(tx, editor, storedRow, editedFields);
    await changeEditorFields(tx, editor, storedRow, editedFields);
  });
}

/**
 * Throws EditConflict if the fields that only editors see are not those that `input.version` names. A JSON call may name
 * `updatedAt` alone, which notes of a public profile leave alone: then notes that somebody else wrote later are not replaced.
 */
export async function refuseStaleEditorFields(
  tx: Queryable,
  editor: Editor,
  row: ExpertRow,
  input: Record<string, unknown>,
): Promise<void> {
  const current = editorFieldsOf(row);
  const mine = { ...current, ...storedFields(parse(EditorFields, input)) };
  const record = { subjectKind: "expert", subjectId: row.id, name: row.name, labels: EDITOR_FIELD_LABELS } as const;
  await refuseStaleVersion(tx, record, { mine, current, input });
  const { version, updatedAt } = input;
  if (version !== undefined || typeof updatedAt !== "string" || mine.notes === current.notes) return;
  const laterChange = await tx
    .selectFrom("auditLog")
    .select("rowId")
    .where("subjectKind", "=", record.subjectKind)
    .where("subjectId", "=", row.id)
    .where("at", ">", updatedAt)
    .where((eb) => eb.or([eb("userId", "is", null), eb("userId", "!=", editor.id)]))
    .where(contains("detail", NOTES_DETAIL))
    .limit(1)
    .executeTakeFirst();
  if (laterChange) throw await conflictWithoutRevisions(tx, record, { mine, current, updatedAt: row.updatedAt, input });
}

/** Returns the sent fields as they would be stored. */
function storedFields({ publishAt, ...fields }: z.output<typeof EditorFields>) {
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(publishAt !== undefined && { publishAt: publishAt ? new Date(publishAt).toISOString() : null }),
  };
}

async function changeState(
  tx: Queryable,
  editor: Editor,
  row: ExpertRow,
  { state, publishAt, relistReason }: { state: ExpertRow["state"]; publishAt: string | null; relistReason: unknown },
): Promise<void> {
  if (state === "scheduled") {
    const time = futureTime(publishAt);
    if (row.state === "public") throw new AppError("conflict", `${row.name} is public already.`);
    await refuseScheduling(tx, recordOf(row));
    await checkBeforePublishing(tx, editor, row);
    const updatedAt = timeAfter(row.updatedAt);
    await tx.updateTable("experts").set({ state, publishAt: time, updatedAt }).where("rowId", "=", row.rowId).execute();
    return auditExpert(tx, editor, "expert scheduled", row, time.slice(0, 16).replace("T", " "));
  }
  if (state === row.state && row.publishAt === null) return;
  if (state === "public") {
    await checkBeforePublishing(tx, editor, row, relistReason);
    return makePublic(tx, editor, row);
  }
  const updatedAt = timeAfter(row.updatedAt);
  await removeFromFeatured(tx, FEATURED_EXPERTS, [row.rowId]);
  // Tells programs that keep a copy.
  await storeRemovals(tx, "experts", [row.rowId]);
  await tx.updateTable("experts").set({ state, publishAt: null, updatedAt }).where("rowId", "=", row.rowId).execute();
  await publishListings(tx, [row.rowId]);
  await auditExpert(tx, editor, "expert made a draft", row);
}

/** Throws "conflict" for somebody who asked not to be listed: when a profile is due, nobody is present to give a reason. */
export async function refuseScheduling(tx: Queryable, record: object): Promise<void> {
  if (await askedNotToBeListed(personIn(record), tx))
    throw new AppError("conflict", `${ASKED_NOT_TO_BE_LISTED} Only an admin may publish the profile, and at once.`);
}

/** Refuses people who asked not to be listed, identifiers of other people, and sentences of AI without a source. */
async function checkBeforePublishing(
  tx: Queryable,
  editor: Editor,
  row: ExpertRow,
  relistReason?: unknown,
): Promise<void> {
  const record = recordOf(row);
  await refuseRelisting(tx, personIn(record), { editor, reason: relistReason });
  await refuseTaken(tx, row.rowId, newIdentifiers(record));
  await refuseProblems(tx, editor, await rowSubject(row, tx));
}

/** Publishes a draft: for readers it is new from now on. */
async function makePublic(tx: Queryable, editor: Editor | null, row: ExpertRow): Promise<void> {
  const updatedAt = timeAfter(row.updatedAt);
  const changes = { state: "public", publishAt: null, shareToken: null, createdAt: updatedAt, updatedAt } as const;
  await tx.updateTable("experts").set(changes).where("rowId", "=", row.rowId).execute();
  await publishListings(tx, [row.rowId]);
  await auditExpert(tx, editor, "expert released", row);
}

const Release = z.object({
  ids: z.array(z.string()).max(1_000).default([]),
  all: z.unknown().optional(),
});

export interface ReleaseResult {
  released: number;
  refused: { id: string; name: string; message: string }[];
  /** The number of chosen drafts that one request leaves for the next: its time or its number of drafts did not suffice. */
  left: number;
}

/** The time after which a request releases no further draft, in milliseconds. */
const RELEASE_MS = 15_000;

/** The number of drafts that a request releases at most. */
const MAX_DRAFTS = 5_000;

/** Publishes the selected drafts, or all. A refused profile stays a draft and is returned with the reason. Throws "invalid". */
export async function releaseDrafts(editor: Editor, input: unknown): Promise<ReleaseResult> {
  const { ids, all } = parse(Release, input);
  let drafts = readDb.selectFrom("experts").where("state", "!=", "public").where("deletedAt", "is", null);
  if (!all) drafts = drafts.where("id", "in", ids);
  const { total } = await drafts.select((e) => e.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await drafts.select(["id", "name"]).orderBy("rowId").limit(MAX_DRAFTS).execute();
  if (rows.length === 0) throw new AppError("invalid", "Select at least one draft.");
  const result: ReleaseResult = { released: 0, refused: [], left: Number(total) };
  const startedAt = performance.now();
  for (const { id, name } of rows) {
    if (performance.now() - startedAt > RELEASE_MS) return result;
    try {
      await withFourEyes(editor, async (tx) => {
        const { rowId } = await expertForAdmin(editor, id);
        return changeEditorFields(tx, editor, await expertRow(tx, rowId), { state: "public" });
      });
      result.released++;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      result.refused.push({ id, name, message: error.message });
    }
    result.left--;
    await new Promise(setImmediate);
  }
  return result;
}

/** Publishes scheduled profiles that are due, and returns their number. People who asked not to be listed become drafts. */
export async function releaseDue(now = new Date().toISOString()): Promise<number> {
  const dueRows = await readDb
    .selectFrom("experts")
    .select("rowId")
    .where("state", "=", "scheduled")
    .where("publishAt", "<=", now)
    .where("deletedAt", "is", null)
    .limit(100)
    .execute();
  let releasedCount = 0;
  for (const { rowId } of dueRows) {
    await db.transaction().execute(async (tx) => {
      const row = await expertRow(tx, rowId);
      if (row.state !== "scheduled" || row.deletedAt || (row.publishAt ?? "") > now) return;
      try {
        await refuseRelisting(tx, personIn(recordOf(row)), { editor: null, reason: undefined });
        await makePublic(tx, null, row);
        releasedCount++;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await tx.updateTable("experts").set({ state: "draft", publishAt: null }).where("rowId", "=", rowId).execute();
        await auditExpert(tx, null, "expert not released", row, error.message);
      }
    });
  }
  return releasedCount;
}
