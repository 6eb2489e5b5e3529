/** Declares the functions and types that every kind of public record has for `publish`. */
import type { ExpertRow, Queryable } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { AuditEntry } from "~/models/base/audit/audit.server";
import type { Evidence, NewEvidence } from "~/models/records/evidence/evidence";
import type { Support } from "~/models/records/evidence/planned";
import type { GoneLink } from "~/models/records/links/open-links.server";
import type { AcceptedText, Provenance } from "~/models/records/provenance/provenance.server";
import type { RecordKind, RecordRow } from "~/models/records/shared/kind";
import type { NewRevision } from "~/models/records/shared/revisions.server";
import type { SourcesSubject } from "~/models/records/sources/subjects.server";
import type { Cause, Rules } from "./causes";
import type { StoredValues } from "./expert-rows.server";

/** Information about the sentences of a change. */
export interface Sentences {
  /** Ids of suggestions by a model that the editor took over. */
  accepted?: unknown;
  /** Sources that came with the text. */
  evidence?: NewEvidence[];
  /** Sources that an earlier version had, the latest first. */
  former?: Evidence[];
  /** Sources that the editor names. */
  support?: Support[];
  /** The reason for which all other sentences may be public without a source. */
  reason?: unknown;
  /** The submission or profile that some fields come from, with its evidence and provenance. */
  from?: { subject: SourcesSubject; fields: readonly string[] };
  /** Replaces the stored provenance and evidence of some fields, or of all; undefined keeps them. */
  stored?: { fields?: readonly string[]; provenance?: Provenance[] | null; evidence?: Evidence[] | null };
}

interface ChangeBase {
  /** undefined for a new record. */
  rowId?: number;
  /** All or some fields, unchecked. */
  record: object;
  /** The time of the version that was edited. A newer record refuses the change. */
  expectedUpdatedAt?: string;
  /** The caller's words for the audit log. */
  auditWords?: string;
  /** Data for the history, which is then written even if no field changed. */
  attached?: Record<string, unknown>;
}

interface Options {
  sentences?: Sentences;
  /** The reason for listing a person who asked not to be listed. */
  relistReason?: unknown;
  /** Says that somebody compared the person behind new identifiers, see `isCompared`. */
  isCompared?: boolean;
  /** Links that do not answer and images that could not be copied, both found in this request. */
  links?: { gone?: GoneLink[]; problems?: ReadonlyMap<string, string> };
  /** Collects the consequences for many profiles in one transaction; `finishBatch` writes them at its end. */
  batch?: Batch;
  /** The values of a new profile that only editors see, and its state. */
  editorValues?: Pick<StoredValues, "notes" | "givenSortName" | "state" | "publishAt">;
  /** The values of an article that are no fields of its record. */
  article?: { id?: string; aiModel?: string; contentId?: string | null; expertName?: string; file?: object };
}

/** The options and sentences that a change may have by its cause; others do not compile. */
interface AllowedOptions {
  created: ["relistReason" | "isCompared" | "links" | "article" | "editorValues", "accepted" | "support" | "reason"];
  edited: ["relistReason" | "isCompared" | "links", "accepted" | "support" | "reason"];
  approved: ["relistReason" | "isCompared" | "links", "from" | "reason"];
  changed: AllowedOptions["approved"];
  corrected: ["relistReason" | "isCompared", never];
  identified: ["isCompared", never];
  merged: ["relistReason", "from"];
  imported: ["article", "stored"];
  restored: [never, "former" | "reason"];
  undone: [never, "stored"];
  featured: ["batch", never];
  sorted: ["batch", never];
  drafted: ["article", "evidence"];
  promoted: ["article", "evidence" | "reason"];
  due: [never, never];
  imageRemoved: [never, never];
}

type Only<T, K extends keyof T> = Pick<T, K> & { [O in Exclude<keyof T, K>]?: undefined };

type ChangeBy<C extends Cause> = ChangeBase & { cause: C } & Only<Omit<Options, "sentences">, AllowedOptions[C][0]> &
  ([AllowedOptions[C][1]] extends [never]
    ? { sentences?: undefined }
    : { sentences?: Only<Sentences, AllowedOptions[C][1]> });

/** A change of a record by its cause. */
export type Change = { [C in Cause]: ChangeBy<C> }[Cause];

/** Profiles that change in one transaction. Their rows are read at once, and the consequences are written at once. */
export interface Batch {
  rows: ReadonlyMap<number, ExpertRow>;
  /** Row numbers of profiles whose lists and search entries have to be renewed. */
  listed: number[];
  featured: number[];
  unfeatured: number[];
  /** The positions at which profiles are featured again; others come last. */
  positions: ReadonlyMap<number, number>;
  revisions: NewRevision[];
  audited: AuditEntry[];
}

/** A change while it is checked and written. */
export interface Draft<Row> {
  change: Change;
  rules: Rules;
  /** null for a new record. */
  row: Row | null;
  /** The checked fields that differ. */
  changes: Record<string, unknown>;
}

export interface Texts {
  before: SourcesSubject;
  now: SourcesSubject;
  accepted: AcceptedText[];
  /** Ids of suggestions among the changes, including those that the editor did not mark as taken over. */
  ids?: unknown;
  /** Says whether readers see the text after the change, and whether it is new to them. */
  isPublic: boolean;
  isAppearing: boolean;
  /** The model that wrote an article; "" for a person. */
  aiModel?: string;
}

/** Texts after the check of their sentences. */
export interface Verdict extends Texts {
  /** Says that the text must not appear: only the changes that may be stored meanwhile are written. */
  isHeld: boolean;
}

export interface PublishedKind<Row extends RecordRow, Field extends string> {
  kind: RecordKind<Row, Field>;
  /** Returns the fields of a change as they would be stored, for the comparison with other people's changes. */
  normalizeRecord(tx: Queryable, record: object, row: Row): Promise<Record<string, unknown>>;
  /** Tells whether one of the fields has sentences that rest on sources. */
  hasSentences(fields: string[]): boolean;
  /** Returns the checked fields that differ. Throws "invalid". */
  changesTo(tx: Queryable, draft: Omit<Draft<Row>, "changes">): Promise<Record<string, unknown>>;
  texts(tx: Queryable, draft: Draft<Row>): Promise<Texts>;
  /** Throws if something other than its sentences forbids the change. */
  refuse(tx: Queryable, editor: Editor | null, draft: Draft<Row>, texts: Texts): Promise<void>;
  /** Returns the changes that may be stored although the text must not appear; null for a text that is public already. */
  storableChanges(draft: Draft<Row>): Record<string, unknown> | null;
  /** Returns the page on which an editor continues with a text that was not stored. */
  editorOf(row: Row): string;
  /** Writes the row, its history and the consequences of the changed fields. Returns the fields that the history names. */
  write(tx: Queryable, editor: Editor | null, draft: Draft<Row>, verdict: Verdict): Promise<Written<Row, Field>>;
  subject(tx: Queryable, row: Row): Promise<SourcesSubject>;
}

export interface Written<Row, Field> {
  row: Row;
  changed: Field[];
  /** The steps in the history, for the audit log. */
  steps: { changes: Record<string, unknown>; audit?: string }[];
}

/** Tells whether a change touches neither sentences nor their evidence, so that sources need no check. */
export function leavesSentences(
  { hasSentences }: { hasSentences(fields: string[]): boolean },
  { change, rules, changes }: Pick<Draft<unknown>, "change" | "rules" | "changes">,
): boolean {
  if (rules.sentences !== "carried" || change.sentences || change.links) return false;
  return !hasSentences(Object.keys(changes));
}
