/**
 * Describes the answers of a folder's `part.server.ts` to questions that concern all folders, such as merges,
 * removals, the trash and exports. `whole/parts.server.ts` lists the parts. For a further answer, add an optional
 * field to `Part` and read it from `PARTS`.
 */
import type { Selectable } from "kysely";
import type { Database, ExpertRow, Queryable, UserRow } from "~/db.server";
import type { Admin, Editor } from "~/models/base/accounts/admin.server";
import type { Loop } from "~/models/base/jobs/loop.server";
import type { AdminPage, RecordPage } from "./admin-page";
import type { Matter } from "./matter";
import type { SettingField } from "./setting.server";
import type { SetupStep } from "./setup-step";
import type { SiteFacts } from "./site-facts";
import type { Tool } from "./tool.server";

export interface Part {
  /** The tables of the folder. A test demands every table of the schema, and every answer. */
  tables?: { [T in TableName]?: Table<T> };
  /** The kinds of mail of which admins see only a part, or that go only to accounts. */
  mails?: { [kind: string]: MailKind };
  /** Work that waits for a decision of editors; the dashboard and mails count it. */
  waits?: Waits;
  /** Returns matters for the dashboard that somebody should look at. */
  attention?: (editor: Editor) => Promise<Matter[]>;
  /** Returns the steps that a new site still needs. */
  setup?: (admin: Admin) => SetupStep[] | Promise<SetupStep[]>;
  /** Fields of the admin's settings. */
  settings?: SettingField[];
  /** Sentences of the privacy page, by their headings. */
  privacy?: (facts: SiteFacts) => Partial<Record<string, string>>;
  /** Admin pages, and pages of one record. */
  adminPages?: AdminPage[];
  recordPages?: RecordPage[];
  /** Sections of a person's admin page, which open in place. */
  sections?: ProfileSection[];
  addresses?: Addresses;
  sitemap?: Sitemap;
  /** Lines of llms.txt, by their headings. */
  llms?: () => LlmsLines | Promise<LlmsLines>;
  /** A section of the page about the JSON interface, as Markdown. */
  guide?: string;
  /** The tools of assistants, by name. */
  tools?: { [name: string]: Tool };
  /** Lists in the file of "Download my data", by their names in it; each yields JSON in pieces. */
  mine?: { [name: string]: (user: Pick<UserRow, "id" | "email" | "emailVerifiedAt">) => AsyncGenerator<string> };
  /** Deletes expired rows at the start and then every hour; returns their number, which is logged under the name. */
  hourly?: { [name: string]: () => Promise<number> };
  /** Starts repeated work in one process. `origin` begins links in mails, and published addresses. */
  loops?: (origin: string) => Loop[];
  /** Starts counting in each process that answers readers; `stop` stores the counts. */
  counts?: () => Loop | Promise<Loop>;
}

/** A section of a person's admin page. */
export interface ProfileSection {
  /** The last segment of the section's address. */
  page: string;
  label: string;
  rank: number;
  /** Returns the state of the section in a few words. */
  state(editor: Editor, expert: ExpertRow): Promise<string>;
}

export interface MailKind {
  /** Says that the mail contains a link that works for anybody, so that admins do not see it. */
  hasLink?: true;
  /**
   * Says that the mail goes only to accounts. The owner of an account whose address was not proven sees and deletes only
   * such mails: others may be for somebody else, who has no account.
   */
  toAccount?: true;
  /** The subject that admins see instead of a private message between a reader and a listed person. */
  subject?: string;
}

export interface Waits {
  /** Counts the items that came after a time. */
  count(tx: Queryable, after: string): Promise<number>;
  /** A noun such as "submission"; `many` if its plural does not end in "s". */
  noun: string;
  many?: string;
  path: string;
}

/** First segments of paths, without slashes. */
export interface Addresses {
  /** Addresses that no record may have. */
  reserved: readonly string[];
  /** Segments before a secret, which no log may contain. */
  secret?: readonly string[];
  /** Segments before a secret and /unsubscribe, where mail programs end mails by one click (RFC 8058). */
  oneClick?: readonly string[];
}

export interface Sitemap {
  /** Paths of lists and pages. */
  pages?: () => string[] | Promise<string[]>;
  /** Public records, which may need several files. */
  records?: {
    of: TableName;
    count: () => Promise<number>;
    slice: (limit: number, offset: number) => Promise<{ path: string; updatedAt: string }[]>;
  };
}

export interface LlmsLine {
  label: string;
  path: string;
  /** A note on the content if the label does not describe it. */
  note?: string;
}

export type LlmsLines = Partial<Record<"Directory" | "Data" | "About", LlmsLine[]>>;

export type TableName = keyof Database;
export type Column<T extends TableName = TableName> = keyof Database[T] & string;
export type Row<T extends TableName> = Selectable<Database[T]>;

/** The reason for keeping rows follows the colon. */
export type Stays = `stays: ${string}`;
export type Not = `not: ${string}`;

export interface Table<T extends TableName = TableName> {
  /** The columns that identify a row, unless it is `rowId`. */
  key?: readonly Column<T>[];
  /** Columns that point to a profile: by its `rowId`, or by its `id`. */
  person?: { [C in Column<T>]?: PersonAnswers };
  /** Columns that point to an account: by its `id`, or by its address. */
  account?: { [C in Column<T>]?: AccountAnswers };
  /** Columns that point to an article, or to another public record that is no profile. */
  record?: { [C in Column<T>]?: RecordAnswers };
  /** Columns that people write, or that may contain a name. */
  texts?: { [C in Column<T>]?: TextAnswer };
  /** Columns with addresses of uploads, whose triggers record which images are used. */
  images?: readonly Column<T>[];
  /** Returns the place that shows a row whose texts stay. */
  locate?: (row: Row<T>) => RowPlace;
  /** Columns that name nobody: words of the program, times, counts, addresses, secrets and hashes. */
  silent?: readonly Column<T>[];
  /** Deletes a row together with what belongs to it, if deleting the row is not enough. */
  remove?: (tx: Queryable, row: Row<T>) => Promise<void>;
  /** Updates what depends on a row, such as a search index, after one of its texts was blanked. */
  afterBlanking?: (tx: Queryable, row: Row<T>) => Promise<void>;
  /**
   * Says whether rows are in the export, in the public dataset, and in "Download my data"; or gives one reason
   * against all three.
   */
  handedOut: Not | HandedOut;
}

export interface HandedOut {
  /** A name of whole/transfer/kind-names, or several separated by spaces. */
  exported: string | Not;
  dataset: true | Not;
  /** A name in the file, or several separated by spaces. Required for every table that points to an account. */
  mine?: string | Not;
}

export interface Person {
  rowId: number;
  id: string;
  name: string;
}

export interface Leaving {
  rowIds: number[];
  ids: string[];
  /** Current and former names. */
  names: string[];
}

export interface Account {
  id: string;
  email: string;
  /** Says that the address was proven to belong to the account's owner. */
  isProven: boolean;
}

export interface PersonAnswers extends RecordAnswers {
  /** The effect of a merge into another profile on the rows. A function moves all rows, or decides about them. */
  merge: "moved" | "deleted" | Stays | ((tx: Queryable, from: Person, to: Person) => Promise<void>);
  /** The effect of a removal of the person on the rows. */
  removal: "deleted" | Stays | ((tx: Queryable, leaving: Leaving) => Promise<void>);
  /** Writes the person's new name to rows that contain the name. */
  rename?: (tx: Queryable, person: Person) => Promise<void>;
}

export interface AccountAnswers {
  /** The value in the column; "id" if missing. A function for the deletion also handles rows whose address was not proven. */
  by?: "address";
  /** The effect of the deletion of the account on the rows; "unlinked" rows stay without a link. */
  deletion: "deleted" | "unlinked" | Stays | ((tx: Queryable, account: Account) => Promise<void>);
}

export interface RecordAnswers {
  /** The value in the column; "rowId" if missing. */
  by?: "id";
  /** The table of the record, if the name of the column does not tell it. */
  of?: TableName;
  /**
   * The effect of the trash on the rows: "hidden" rows stay and return with the record; others are deleted, and recreated
   * later.
   */
  trash: "hidden" | Stays | Recreated;
  /** The effect on the rows of deleting the record for good. "unlinked" rows stay without a link. */
  deletion:
    | "deleted"
    | "unlinked"
    | Stays
    | ((tx: Queryable, record: TrashedRecord, editor: Editor | null) => Promise<void>);
}

export interface Recreated {
  /** Writes the rows of records that were restored. */
  recreate: (tx: Queryable, rowIds: number[]) => Promise<void>;
}

export interface TrashedRecord {
  rowId: number;
  id: string;
}

/**
 * The treatment of a text that names a removed person: "deleted" means the whole row, "blanked" empties the text. Texts that
 * "readers" or "editors" see stay, and are shown to whoever decides.
 */
export type TextAnswer =
  | "deleted"
  | "blanked"
  | "readers"
  | "editors"
  | Stays
  | ((tx: Queryable, leaving: Leaving) => Promise<void>);

export interface RowPlace {
  /** The kind of the row, such as "Article" or "Former version". */
  what: string;
  isPublic: boolean;
  /** The title, with `href`; a row of a record uses the record's name. */
  title?: string;
  href?: string;
  expert?: number | null;
  submission?: number | null;
  /** The row of another kind of public record. */
  record?: { table: TableName; rowId: number } | null;
  /** A path below the page of the record, such as "/sources". */
  page?: string;
}

export const NOT_PUBLIC = "not: readers do not see it";
