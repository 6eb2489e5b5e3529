/**
 * The answers of a folder's `part.server.ts` to questions that concern all folders: merge, removal, the end of an account,
 * the trash, exports, "Download my data". `whole/parts.server.ts` lists the parts. Another answer is an optional field of
 * `Part`; its users walk `PARTS`.
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
  /** The tables that the folder owns. A test asks for every table of the schema, and for every answer. */
  tables?: { [T in TableName]?: Table<T> };
  /** The kinds of mail that admins see only in part. */
  mails?: { [kind: string]: MailKind };
  /** Work that waits for a decision of editors. The dashboard counts it, and mails report it. */
  waits?: Waits;
  /** Returns matters for the dashboard that somebody should look at. */
  attention?: (editor: Editor) => Promise<Matter[]>;
  /** Returns the steps that a new site still needs. */
  setup?: (admin: Admin) => SetupStep[] | Promise<SetupStep[]>;
  /** Fields of the admin's settings. */
  settings?: SettingField[];
  /** Its sentences of the privacy page, by the heading under which they stand. */
  privacy?: (facts: SiteFacts) => Partial<Record<string, string>>;
  /** Its pages on the admin's side, and those of one record. */
  adminPages?: AdminPage[];
  recordPages?: RecordPage[];
  /** What opens in place on a person's page. */
  sections?: ProfileSection[];
  addresses?: Addresses;
  sitemap?: Sitemap;
  /** Lines of llms.txt, by the heading under which they stand. */
  llms?: () => LlmsLines | Promise<LlmsLines>;
  /** A section of the page about the JSON interface, as Markdown. */
  guide?: string;
  /** The tools of assistants, by name. */
  tools?: { [name: string]: Tool };
  /** The lists of "Download my data", by their names in the file, each as JSON in pieces. */
  mine?: { [name: string]: (user: Pick<UserRow, "id" | "email">) => AsyncGenerator<string> };
  /** Deletes expired rows at the start and then every hour; returns their numbers by names for the log. */
  hourly?: { [name: string]: () => Promise<number> };
  /** Begins repeated work in one process. @param origin The origin of links in mails, and of published addresses. */
  loops?: (origin: string) => Loop[];
  /** Begins counting in each process that answers readers; it is stored at its end. */
  counts?: () => Loop | Promise<Loop>;
}

/** A section of a person's page on the admin's side. */
export interface ProfileSection {
  /** The last segment of its address. */
  page: string;
  label: string;
  rank: number;
  /** Returns what is so, in a few words. */
  state(editor: Editor, expert: ExpertRow): Promise<string>;
}

export interface MailKind {
  /** It has a link that works for anybody who has it: admins do not read it. */
  hasLink?: true;
  /** The subject that admins see in place of a reader's message to a listed person, which is between the two. */
  subject?: string;
}

export interface Waits {
  /** @param after a time; those that came later are counted. */
  count(tx: Queryable, after: string): Promise<number>;
  /** Such as "submission"; `many` where an s is not enough. */
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
  /** Segments before a secret and /unsubscribe, where mail programs end mails by one click: RFC 8058. */
  oneClick?: readonly string[];
}

export interface Sitemap {
  /** Paths of lists and pages. */
  pages?: () => string[] | Promise<string[]>;
  /** Public records, which can be more than one file holds. */
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

/** A reason for keeping rows, after the colon. */
export type Stays = `stays: ${string}`;
export type Not = `not: ${string}`;

export interface Table<T extends TableName = TableName> {
  /** The columns that name a row, where that is not `rowId`. */
  key?: readonly Column<T>[];
  /** Columns that lead to a profile: by its `rowId`, or by its `id`. */
  person?: { [C in Column<T>]?: PersonAnswers };
  /** Columns that lead to an account: by its `id`, or by its address. */
  account?: { [C in Column<T>]?: AccountAnswers };
  /** Columns that lead to an article, or to another record that readers see and that is no profile. */
  record?: { [C in Column<T>]?: RecordAnswers };
  /** Columns in which somebody writes, or in which a name may stand. */
  texts?: { [C in Column<T>]?: TextAnswer };
  /** Columns with addresses of uploads: their triggers note which images are used. */
  images?: readonly Column<T>[];
  /** Returns the place that shows a row whose texts stay. */
  found?: (row: Row<T>) => Found;
  /** Columns with words of the program, times, counts, addresses, secrets and hashes, which name nobody. */
  silent?: readonly Column<T>[];
  /** Deletes a row, where more than the row goes. */
  remove?: (tx: Queryable, row: Row<T>) => Promise<void>;
  /** Updates what depends on a row, such as a search index, after one of its texts was blanked. */
  changed?: (tx: Queryable, row: Row<T>) => Promise<void>;
  /**
   * Says whether rows are in the export, in the dataset for everybody, and in "Download my data"; or one reason against all
   * three.
   */
  handedOut: Not | HandedOut;
}

export interface HandedOut {
  /** A name of whole/transfer/kind-names, several with spaces between. */
  exported: string | Not;
  dataset: true | Not;
  /** A name in the file, several with spaces between. Said of every table that leads to an account. */
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
  /** Present and former names. */
  names: string[];
}

export interface Account {
  id: string;
  email: string;
  /** Says whether the address was proven to be theirs. */
  isProven: boolean;
}

export interface PersonAnswers extends RecordAnswers {
  /** The effect of merging the profile into another one. A function moves all rows, or decides which. */
  merge: "moves" | "goes" | Stays | ((tx: Queryable, from: Person, to: Person) => Promise<void>);
  /** The effect of a removal by the person's request, or by housekeeping. */
  removal: "goes" | Stays | ((tx: Queryable, leaving: Leaving) => Promise<void>);
}

export interface AccountAnswers {
  /** "id" if missing. A function handles rows of an address that was not proven. */
  by?: "address";
  /** The effect of an account's end; "unlinked" rows stay without a link. */
  end: "goes" | "unlinked" | Stays | ((tx: Queryable, account: Account) => Promise<void>);
}

export interface RecordAnswers {
  /** "rowId" if missing. */
  by?: "id";
  /** The table of the record, if the column has another name than usual. */
  of?: TableName;
  /** The effect of the trash: "hidden" rows stay and come back with the record; others are deleted until then. */
  trash: "hidden" | Stays | MadeAnew;
  /** The effect of deleting the record for good, from the trash. "unlinked" rows stay without a link. */
  end: "goes" | "unlinked" | Stays | ((tx: Queryable, record: TrashedRecord, editor: Editor | null) => Promise<void>);
}

export interface MadeAnew {
  /** Writes the rows of records that came back. */
  anew: (tx: Queryable, rowIds: number[]) => Promise<void>;
}

export interface TrashedRecord {
  rowId: number;
  id: string;
}

/**
 * The effect on a text that names a removed person: "goes" deletes the row, "blanked" empties the text. Texts that
 * "readers" or "editors" see stay, and are shown to whoever decides.
 */
export type TextAnswer =
  | "goes"
  | "blanked"
  | "readers"
  | "editors"
  | Stays
  | ((tx: Queryable, leaving: Leaving) => Promise<void>);

export interface Found {
  /** Such as "Article" or "Former version". */
  what: string;
  isPublic: boolean;
  /** The title, with `href`; a row of a record has the record's name. */
  title?: string;
  href?: string;
  expert?: number | null;
  submission?: number | null;
  /** The row of another kind of record that readers see. */
  record?: { table: TableName; rowId: number } | null;
  /** Below the page of the record, such as "/sources". */
  page?: string;
}

export const NOT_PUBLIC = "not: readers do not see it";
