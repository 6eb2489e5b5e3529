import { type ArticleRow, type Queryable, readDb, searchExperts } from "~/db.server";
import { AppError, type FieldErrors } from "~/errors";
import { normalizeProse, onOneLine } from "~/models/base/text/content-text";
import { sortName } from "~/models/base/text/names.server";
import { formatNumber } from "~/models/base/text/numbers";
import { imageSources, keepsStoredImage } from "~/models/base/uploads/address";
import type { FieldKind, Fields } from "~/models/records/shared/fields";
import { slugify } from "~/models/records/shared/slugs.server";
import {
  ARTICLE_FIELDS,
  ARTICLE_RECORD,
  type ArticleField,
  type ArticleRecord,
  articleField,
  EMPTY_ARTICLE,
} from "./fields";

export type AdminArticleRow = ArticleRow & { expertId: string | null };

export function recordOf(row: AdminArticleRow): ArticleRecord {
  const { title, slug, type, excerpt, body, imageUrl, imageAlt, status } = row;
  return {
    title,
    slug,
    type,
    excerpt,
    body,
    imageUrl,
    imageAlt,
    status,
    expert: row.expertName,
    expertId: row.expertId ?? "",
    tags: JSON.parse(row.tags),
    sources: JSON.parse(row.sources),
    onProfile: row.onProfile === 1,
    scheduledAt: row.scheduledAt ?? "",
  };
}

/**
 * Returns the checked differences of `input` from `currentRecord`. `isStored` skips the checks. Throws "invalid" with a message
 * per field.
 */
export async function changesTo(
  tx: Queryable,
  currentRecord: ArticleRecord,
  input: unknown,
  { isStored = false } = {},
): Promise<Partial<ArticleRecord>> {
  const sentFields = isStored ? fieldsIn(input) : normalizeArticle(input, currentRecord);
  const errors: FieldErrors = {};
  const expert = await expertIn(tx, sentFields, currentRecord, isStored).catch((error) => {
    if (!(error instanceof AppError)) throw error;
    errors.expert = error.message;
    return {};
  });
  const record: Record<string, unknown> = { ...currentRecord, ...sentFields, ...expert };
  const changedFields = ARTICLE_FIELDS.filter((field) => !isSame(record[field], currentRecord[field]));
  if (!isStored) {
    for (const field of changedFields) {
      const problem = problemWith(field, record[field]);
      if (problem) errors[field] ??= problem;
    }
    Object.assign(errors, { ...problemsBetween(record as unknown as ArticleRecord, changedFields), ...errors });
  }
  const [message] = Object.values(errors);
  if (message) throw new AppError("invalid", message, errors);
  const fields = [...changedFields, ...(record.expertId === currentRecord.expertId ? [] : ["expertId"])];
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}

export function isSame(input: unknown, other: unknown): boolean {
  return JSON.stringify(input) === JSON.stringify(other);
}

/** Returns the fields of the input, trimmed and with LF in place of CRLF, which browsers send. */
export function normalizeArticle(input: unknown, currentRecord: ArticleRecord): Record<string, unknown> {
  const normalizedFields: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fieldsIn(input))) {
    if (field === "imageUrl" && typeof value === "string" && keepsStoredImage(value)) continue;
    normalizedFields[field] =
      value === null && field !== "expert"
        ? EMPTY_ARTICLE[field as ArticleField]
        : normalizeValue(value, FIELDS[field]?.kind);
  }
  normalizedFields.tags = withoutDuplicates(normalizedFields.tags) ?? currentRecord.tags;
  return { ...normalizedFields, slug: slugIn(normalizedFields, currentRecord) };
}

function fieldsIn(input: unknown): Record<string, unknown> {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw new AppError("invalid", "Send the article as an object with the fields to change.");
  const fields = [...ARTICLE_FIELDS, "expertId"].filter((field) => Object.hasOwn(input, field));
  const entries = fields.map((field) => [field, (input as Record<string, unknown>)[field]]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function slugIn(fields: Record<string, unknown>, currentRecord: ArticleRecord): string {
  const { slug = currentRecord.slug, title = currentRecord.title } = fields;
  if (slug === currentRecord.slug && slug !== "") return currentRecord.slug;
  return slugify(textIn(slug)) || slugify(textIn(title)) || currentRecord.slug;
}

/** Returns a text for any value: an object may lack a working toString. */
function textIn(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

const FIELDS: Fields = ARTICLE_RECORD;

function normalizeValue(value: unknown, kind?: FieldKind): unknown {
  if (typeof value === "string") {
    if (kind === "prose") return normalizeProse(value);
    return kind === "line" || kind === "rows" ? onOneLine(value) : value.replace(/\r\n?/g, "\n").trim();
  }
  if (!Array.isArray(value)) return value;
  return value.map((entry) => normalizeValue(entry, kind)).filter((entry) => entry !== "");
}

function withoutDuplicates(tags: unknown): unknown {
  if (!Array.isArray(tags)) return tags;
  const foldedTags = new Set<string>();
  return tags.filter((tag) => {
    const foldedTag = typeof tag === "string" ? tag.toLowerCase() : tag;
    return foldedTags.has(foldedTag) ? false : foldedTags.add(foldedTag);
  });
}

function problemWith(field: ArticleField, value: unknown): string | undefined {
  const { kind, label, max, entries = 0, choices, required } = articleField(field);
  if (kind === "rows") {
    if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string"))
      return `${label}: send a list of texts.`;
    if (value.length > entries) return `${label}: at most ${entries}.`;
    if (max && value.some((entry) => entry.length > max))
      return `${label}: at most ${formatNumber(max)} characters each.`;
    return;
  }
  if (kind === "flag") return typeof value === "boolean" ? undefined : `${label}: send true or false.`;
  if (field === "expert") return;
  if (typeof value !== "string") return `${label}: send a text.`;
  if (max && value.length > max) return `${label}: at most ${formatNumber(max)} characters fit here.`;
  if (required && !value) return required;
  if (choices && !choices.includes(value)) return NOT_A_CHOICE[field];
  if (kind === "image" && value && !imageSources(value)) return "Please choose an image that is stored on this site.";
  if (kind === "time" && value) return problemWithTime(value);
}

const NOT_A_CHOICE: Partial<Record<ArticleField, string>> = {
  type: "Please choose a type from the list.",
  status: "The status is draft or published.",
};

function problemWithTime(value: string): string | undefined {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return "Please enter a date and a time, in UTC.";
  if (time <= Date.now()) return "This time has passed. Please choose a later one, or publish at once.";
}

/** Checks fields against each other. */
function problemsBetween(record: ArticleRecord, changedFields: ArticleField[]): FieldErrors {
  const errors: FieldErrors = {};
  const willBePublic = record.status === "published" || record.scheduledAt !== "";
  const touches = (...fields: ArticleField[]) => fields.some((field) => changedFields.includes(field));
  if (willBePublic && !record.body && touches("status", "scheduledAt", "body"))
    errors.body = "Please write the text: readers would find an empty page.";
  if (record.onProfile && !record.expert && touches("onProfile", "expert"))
    errors.expert = "Please choose an expert: the link would stand on their profile.";
  return errors;
}

type ArticleExpert = Pick<ArticleRecord, "expert" | "expertId">;
const NO_EXPERT: ArticleExpert = { expert: "", expertId: "" };

/**
 * Finds the expert by `expertId`, or by id, slug or name in `expert`; the name of a deleted expert stays, and a former name is
 * that of the present expert, as a form shows it that was opened before the expert got another name.
 */
async function expertIn(
  tx: Queryable,
  fields: Record<string, unknown>,
  currentRecord: ArticleRecord,
  isStored: boolean,
): Promise<ArticleExpert> {
  const { expert, expertId } = fields;
  if (expert === "" || (expert === null && currentRecord.expertId)) return NO_EXPERT;
  const id = typeof expert === "object" && expert ? (expert as { id?: unknown }).id : expertId;
  if (isStored && typeof expert === "string")
    return { expert, expertId: (await findExpertId(tx, String(id ?? "")))?.id ?? "" };
  if (typeof id === "string" && id !== currentRecord.expertId) return id ? expertById(tx, id) : NO_EXPERT;
  const isSamePerson = typeof expert !== "string" || expert === currentRecord.expert;
  return isSamePerson
    ? { expert: currentRecord.expert, expertId: currentRecord.expertId }
    : expertByText(tx, expert, currentRecord);
}

function findExpertId(tx: Queryable, id: string) {
  return tx.selectFrom("experts").select("id").where("id", "=", id).executeTakeFirst();
}

async function expertById(tx: Queryable, id: string) {
  const row = await undeletedExperts(tx).where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("invalid", "There is no such expert.");
  return { expert: row.name, expertId: row.id };
}

/** Finds an expert by id, by a slug after a slash, or by name. */
async function expertByText(tx: Queryable, text: string, current: ArticleExpert): Promise<ArticleExpert> {
  const expert = await undeletedExperts(tx).where("id", "=", text).executeTakeFirst();
  if (expert) return { expert: expert.name, expertId: expert.id };
  const [, slug] = /(?:^|[\s,])\/([a-z0-9-]+)$/.exec(text) ?? [];
  const matches = slug
    ? await undeletedExperts(tx).where("slug", "=", slug).execute()
    : await undeletedExperts(tx).where("sortName", "=", sortName(text)).limit(5).execute();
  const [firstMatch] = matches;
  if (firstMatch && matches.length === 1) return { expert: firstMatch.name, expertId: firstMatch.id };
  if (firstMatch)
    throw new AppError(
      "invalid",
      `Several experts are called ${firstMatch.name}. Please enter one of: ${addressesOf(matches)}.`,
    );
  if (await hadName(tx, current.expertId, text)) return { expert: current.expert, expertId: current.expertId };
  throw new AppError("invalid", `There is no expert “${text}”.${await suggestNames(tx, text)}`);
}

async function hadName(tx: Queryable, expertId: string, name: string): Promise<boolean> {
  const revisions = await tx
    .selectFrom("expertRevisions")
    .innerJoin("experts", "experts.rowId", "expertRevisions.expertRowId")
    .select("expertRevisions.before")
    .where("experts.id", "=", expertId)
    .where("expertRevisions.before", "like", '%"name":%')
    .execute();
  return revisions.some(({ before }) => JSON.parse(before).name === name);
}

async function suggestNames(tx: Queryable, text: string): Promise<string> {
  const { rowIds } = await searchExperts(readDb, { text, offset: 0, limit: 3 });
  if (rowIds.length === 0) return "";
  const rows = await undeletedExperts(tx).where("rowId", "in", rowIds).execute();
  const names = new Set(rows.map(({ name }) => name));
  return names.size > 0 ? ` Perhaps: ${[...names].join(", ")}.` : "";
}

function addressesOf(rows: { name: string; slug: string }[]): string {
  return rows.map(({ slug }) => `/${slug}`).join(", ");
}

function undeletedExperts(from: Queryable) {
  return from.selectFrom("experts").select(["rowId", "id", "name", "slug"]).where("deletedAt", "is", null);
}
