/** What the door to public records asks of a kind of record. */
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

/** What is known of the sentences of a change. */
export interface Sentences {
  /** Ids of suggestions by a model that the editor took over. */
  accepted?: unknown;
  /** Sources that came with the text. */
  evidence?: NewEvidence[];
  /** Sources that an earlier version had, the latest first. */
  former?: Evidence[];
  /** Sources that the editor names. */
  support?: Support[];
  /** Why all others may be public without one. */
  reason?: unknown;
  /** The submission or profile that some fields come from, with what is known of them. */
  from?: { subject: SourcesSubject; fields: readonly string[] };
  /** What is known of some fields, or of all, in place of what was; undefined leaves it. */
  known?: { fields?: readonly string[]; provenance?: Provenance[] | null; evidence?: Evidence[] | null };
}

interface Changing {
  /** undefined adds a record. */
  rowId?: number;
  /** All or some fields, unchecked. */
  record: object;
  /** Refuses the change when the record is newer. */
  expectedUpdatedAt?: string;
  /** For the audit log. */
  said?: string;
  /** Stored in the history, which is written even when no field changed. */
  attached?: Record<string, unknown>;
}

interface Options {
  sentences?: Sentences;
  /** Why a person who asked not to be listed is listed. */
  relistReason?: unknown;
  /** Whether the person behind new identifiers was compared, see `isCompared`. */
  isCompared?: boolean;
  /** Links that do not answer and images that could not be copied, as found just now. */
  links?: { gone?: GoneLink[]; problems?: ReadonlyMap<string, string> };
  /** Of many profiles in one transaction: collects what `finish` writes of all of them at its end. */
  together?: Together;
  /** Of an article: what stands in no field. */
  article?: { id?: string; aiModel?: string; contentId?: string | null; expertName?: string; file?: object };
}

/** What a cause brings of its options, and what is known of its sentences: nothing else can be handed in. */
interface Brought {
  created: ["relistReason" | "isCompared" | "links" | "article", "accepted" | "support" | "reason"];
  edited: ["relistReason" | "isCompared" | "links", "accepted" | "support" | "reason"];
  approved: ["relistReason" | "isCompared" | "links", "from" | "reason"];
  changed: Brought["approved"];
  corrected: ["relistReason" | "isCompared", never];
  identified: ["isCompared", never];
  merged: ["relistReason", "from"];
  imported: ["article", "known"];
  restored: [never, "former" | "reason"];
  undone: [never, "known"];
  featured: ["together", never];
  sorted: ["together", never];
  drafted: ["article", "evidence"];
  promoted: ["article", "evidence" | "reason"];
  due: [never, never];
  imageRemoved: [never, never];
}

type Only<T, K extends keyof T> = Pick<T, K> & { [O in Exclude<keyof T, K>]?: undefined };

type ChangeBy<C extends Cause> = Changing & { cause: C } & Only<Omit<Options, "sentences">, Brought[C][0]> &
  ([Brought[C][1]] extends [never] ? { sentences?: undefined } : { sentences?: Only<Sentences, Brought[C][1]> });

/** A change of a record, by its cause. */
export type Change = { [C in Cause]: ChangeBy<C> }[Cause];

/** Many profiles that change in one transaction: they are read at once, and what follows from the changes is written at once. */
export interface Together {
  rows: ReadonlyMap<number, ExpertRow>;
  /** Those whose lists and search are to be renewed. */
  listed: number[];
  featured: number[];
  unfeatured: number[];
  revisions: NewRevision[];
  audited: AuditEntry[];
}

/** A change as it is judged and written. */
export interface Draft<Row> {
  change: Change;
  rules: Rules;
  /** null for a new record. */
  row: Row | null;
  /** The fields that differ, checked. */
  changes: Record<string, unknown>;
}

export interface Texts {
  before: SourcesSubject;
  now: SourcesSubject;
  accepted: AcceptedText[];
  /** Ids of the suggestions among them, also of such that an editor does not say were taken over. */
  ids?: unknown;
  /** Whether readers see the text once it is written, and whether they did not before. */
  isPublic: boolean;
  isAppearing: boolean;
  /** Of an article: "" for a text by a person. */
  aiModel?: string;
}

/** Texts after the check of their sentences. */
export interface Verdict extends Texts {
  /** It must not appear: only what may be stored in the meantime is written. */
  isHeld: boolean;
}

export interface PublishedKind<Row extends RecordRow, Field extends string> {
  kind: RecordKind<Row, Field>;
  /** The fields of a change as they are compared with what others changed meanwhile. */
  tidied(tx: Queryable, record: object, row: Row): Promise<Record<string, unknown>>;
  /** Tells whether one of the fields has sentences, which sources stand behind. */
  hasSentences(fields: string[]): boolean;
  /** Throws "invalid". */
  changesTo(tx: Queryable, draft: Omit<Draft<Row>, "changes">): Promise<Record<string, unknown>>;
  texts(tx: Queryable, draft: Draft<Row>): Promise<Texts>;
  /** Throws for what stands against the change, whatever its sentences say. */
  refuse(tx: Queryable, editor: Editor | null, draft: Draft<Row>, texts: Texts): Promise<void>;
  /** The changes that may be stored while the text must not appear; null: none, for the text is public already. */
  withheld(draft: Draft<Row>): Record<string, unknown> | null;
  /** The page where somebody goes on with a text that was not stored. */
  editorOf(row: Row): string;
  /** Writes the row, its history and what follows from the changed fields; gives the fields that history names. */
  write(tx: Queryable, editor: Editor | null, draft: Draft<Row>, verdict: Verdict): Promise<Written<Row, Field>>;
  subject(tx: Queryable, row: Row): Promise<SourcesSubject>;
}

export interface Written<Row, Field> {
  row: Row;
  changed: Field[];
  /** What each step was in the history, for the audit log. */
  steps: { changes: Record<string, unknown>; audit?: string }[];
}

/** Tells whether neither sentences nor anything known of them change: then what they rest on needs no look. */
export function leavesSentences(
  { hasSentences }: { hasSentences(fields: string[]): boolean },
  { change, rules, changes }: Pick<Draft<unknown>, "change" | "rules" | "changes">,
): boolean {
  if (rules.sentences !== "carried" || change.sentences || change.links) return false;
  return !hasSentences(Object.keys(changes));
}
