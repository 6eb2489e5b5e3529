/** Describes experts, submissions, articles and topics in one form, because the sentences of all have sources. */
import type { ExpertRow, Queryable } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { audit } from "~/models/base/audit/audit.server";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { ARTICLE_LABELS, SOURCED_ARTICLE_FIELDS } from "~/models/records/articles/fields";
import { sourceOf } from "~/models/records/articles/page.server";
import type { AdminArticleRow } from "~/models/records/articles/record.server";
import { articleForAdmin, articleRow, auditArticle } from "~/models/records/articles/rows.server";
import { withoutTitle } from "~/models/records/articles/text";
import type { Subject } from "~/models/records/evidence/evidence.server";
import { readsAsSentences } from "~/models/records/evidence/sentences";
import type { Prose } from "~/models/records/evidence/support";
import { EXPERT_LABELS, type ExpertRecord, SOURCED_FIELDS } from "~/models/records/experts/fields";
import { identityUrls } from "~/models/records/experts/identifiers";
import { recordOf } from "~/models/records/experts/record.server";
import { auditExpert, expertForAdmin, expertRow } from "~/models/records/experts/rows.server";
import { findGoneLinks, type GoneLink } from "~/models/records/links/open-links.server";
import { provenanceOf } from "~/models/records/provenance/provenance.server";
import { RECORD_TABLES, type RecordTable } from "~/models/records/shared/public-kinds";
import { TOPIC_LABELS } from "~/models/records/topics/labels";
import type { StoredTopic } from "~/models/records/topics/rows.server";

export type Kind = RecordTable | "submissions" | "topics";
export const SUBJECT_KINDS: readonly Kind[] = [...RECORD_TABLES, "submissions", "topics"];

/** Returns the kind of record that a part of an address names. Throws "missing". */
export function sourcesKind(name: string | undefined): Kind {
  const kind = SUBJECT_KINDS.find((candidate) => candidate === name);
  if (!kind) throw new AppError("missing", "There is nothing at this address.");
  return kind;
}

export interface SourcesSubject {
  kind: Kind;
  of: Subject;
  id: string;
  name: string;
  /** The person whom the pages have to name; "" for a topic, and for an article about no expert. */
  person: string;
  record: Prose;
  labels: Record<string, string>;
  /** Fields with sentences. */
  fields: readonly string[];
  /** The fields among them that a model wrote. */
  aiFields: string[];
  /** Addresses in the record. */
  pages: string[];
  /** The reference links that were found gone in this request, see `withOpenedLinks`. */
  gone?: GoneLink[];
  /** Writes the audit log; null stands for the system. */
  note(tx: Queryable, editor: Editor | null, action: string, detail: string): Promise<void>;
}

export function screenOf({ kind, id }: Pick<SourcesSubject, "kind" | "id">): string {
  return `/admin/${kind}/${id}/sources`;
}

export async function expertSubject(rowId: number, from: Queryable): Promise<SourcesSubject> {
  return rowSubject(await expertRow(from, rowId), from);
}

/** Returns the subject of a profile whose row was read already. */
export async function rowSubject(row: ExpertRow, from: Queryable): Promise<SourcesSubject> {
  const { rowId, id } = row;
  const aiFields = (await provenanceOf({ expertRowId: rowId }, from)).map(({ field }) => field as string);
  return profileSubject({ rowId, id, record: recordOf(row) }, aiFields);
}

/** Returns the subject of a profile as it is or would be. @param aiFields The fields that a model wrote. */
export function profileSubject(
  { rowId, id, record }: { rowId: number; id: string; record: ExpertRecord },
  aiFields: string[],
): SourcesSubject {
  const { name } = record;
  return {
    kind: "experts",
    of: { expertRowId: rowId },
    id,
    name,
    person: name,
    record,
    labels: EXPERT_LABELS,
    fields: SOURCED_FIELDS,
    aiFields: SOURCED_FIELDS.filter((field) => aiFields.includes(field)),
    pages: [...linksIn([...record.referenceLinks, ...record.sources]), ...identityUrls(record)],
    note: (tx, editor, action, detail) => auditExpert(tx, editor, action, { id, name }, detail),
  };
}

export function articleSubject(row: AdminArticleRow): SourcesSubject {
  const fields = readsAsSentences(row.title) ? ["title", ...SOURCED_ARTICLE_FIELDS] : SOURCED_ARTICLE_FIELDS;
  return {
    kind: "articles",
    of: { articleRowId: row.rowId },
    id: row.id,
    name: row.title,
    person: row.expertName,
    record: { title: row.title, body: withoutTitle(row.body, row.title), excerpt: row.excerpt },
    labels: ARTICLE_LABELS,
    fields,
    aiFields: row.aiModel ? [...fields] : [],
    pages: (JSON.parse(row.sources) as string[]).flatMap((text) => sourceOf(text).url ?? []),
    note: (tx, editor, action, detail) => auditArticle(tx, editor, action, row, detail),
  };
}

export function topicSubject({ rowId, id, name, description }: StoredTopic): SourcesSubject {
  const subject = { subjectKind: "topic", subjectId: id, subjectName: name } as const;
  return {
    kind: "topics",
    of: { topicRowId: rowId },
    id,
    name,
    person: "",
    record: { description },
    labels: TOPIC_LABELS,
    fields: ["description"],
    aiFields: [],
    pages: [],
    note: (tx, editor, action, detail) => audit(tx, editor, { action, ...subject, detail }),
  };
}

interface Subjects {
  of(rowId: number, from: Queryable): Promise<SourcesSubject>;
  /** Finds a subject. @param key An id, or a present or former address. Throws "missing". */
  find(editor: Editor, key: string, from: Queryable): Promise<SourcesSubject>;
}

/** The subjects of each kind of record. */
export const RECORD_SUBJECTS: Record<RecordTable, Subjects> = {
  experts: {
    of: expertSubject,
    find: async (editor, key, from) => expertSubject((await expertForAdmin(editor, key)).rowId, from),
  },
  articles: {
    of: async (rowId, from) => articleSubject(await articleRow(from, rowId)),
    find: async (editor, key, from) => articleSubject(await articleForAdmin(editor, key, from)),
  },
};

/**
 * Opens the links that no check knows yet, if one of the fields is a model's text, and returns the subject with the result.
 */
export async function withOpenedLinks(subject: SourcesSubject, signal?: AbortSignal): Promise<SourcesSubject> {
  if (subject.aiFields.length === 0 || subject.kind === "articles") return subject;
  const expertRowId = "expertRowId" in subject.of ? subject.of.expertRowId : null;
  return { ...subject, gone: await findGoneLinks(referenceLinksOf(subject), { expertRowId, signal }) };
}

/** Returns the addresses of a subject's reference links. */
export function referenceLinksOf({ record }: Pick<SourcesSubject, "record">): string[] {
  return Array.isArray(record.referenceLinks) ? linksIn(record.referenceLinks) : [];
}

export function linksIn(links: string[]): string[] {
  return [...new Set(links.flatMap((text) => parseReferenceLink(text)?.url ?? []))];
}

/** Returns a subject with only some of its fields. */
export function onlyFields(subject: SourcesSubject, fields: readonly string[]): SourcesSubject {
  return {
    ...subject,
    fields: subject.fields.filter((field) => fields.includes(field)),
    aiFields: subject.aiFields.filter((field) => fields.includes(field)),
  };
}
