/**
 * What a folder says of itself in its `part.server.ts`, for those that concern all folders: merge, removal, the end of an
 * account, the trash, exports, "Download my data". `whole/parts.server.ts` lists the parts. Another answer is an optional
 * field of `Part`; whoever needs it walks `PARTS`.
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
  /** The mails of which admins see less than all, by their kind. */
  mails?: { [kind: string]: MailKind };
  /** What waits for a decision of editors: it is counted on the dashboard, and told by mail. */
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
  /** What assistants can ask, by its name. */
  tools?: { [name: string]: Tool };
  /** The lists of "Download my data", by their names in the file, each as JSON in pieces. */
  mine?: { [name: string]: (user: Pick<UserRow, "id" | "email">) => AsyncGenerator<string> };
  /** Deletes what has expired, at the start and then every hour; gives how many went, by their name in the log. */
  hourly?: { [name: string]: () => Promise<number> };
  /** Begins what it repeats, in one process. @param origin of links in mails and of addresses that are told. */
  loops?: (origin: string) => Loop[];
  /** Begins what each process that answers readers counts, and stores at its end. */
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
  /** What admins see in place of a subject in which a reader wrote to a listed person: it is between the two of them. */
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
  /** No record may have such an address. */
  reserved: readonly string[];
  /** The segment behind one of these is a secret, which no log has. */
  secret?: readonly string[];
  /** Behind the secret stands /unsubscribe, where mail programs end mails by one click: RFC 8058. */
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
  /** What is there, where the label does not say it. */
  note?: string;
}

export type LlmsLines = Partial<Record<"Directory" | "Data" | "About", LlmsLine[]>>;

export type TableName = keyof Database;
export type Column<T extends TableName = TableName> = keyof Database[T] & string;
export type Row<T extends TableName> = Selectable<Database[T]>;

/** With the reason after the colon. */
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
  /** Columns with words of the program, times, counts, addresses, secrets and hashes: nobody is named in them. */
  silent?: readonly Column<T>[];
  /** Deletes a row, where more than the row goes. */
  remove?: (tx: Queryable, row: Row<T>) => Promise<void>;
  /** Follows what became of a row, such as a search index, after a text of it was blanked. */
  changed?: (tx: Queryable, row: Row<T>) => Promise<void>;
  /** Whether rows are in the export, in the dataset for everybody, and in "Download my data"; one reason for all three. */
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
  /** Whether the address was shown to be theirs. */
  isProven: boolean;
}

export interface PersonAnswers extends RecordAnswers {
  /** When the profile becomes a part of another one. A function moves all rows, or decides which. */
  merge: "moves" | "goes" | Stays | ((tx: Queryable, from: Person, to: Person) => Promise<void>);
  /** When the person asked to be removed, or housekeeping removes them. */
  removal: "goes" | Stays | ((tx: Queryable, leaving: Leaving) => Promise<void>);
}

export interface AccountAnswers {
  /** "id" where nothing is said. Rows of an address that was not shown to be theirs are left to a function. */
  by?: "address";
  /** "unlinked" rows stay and lead to nobody. */
  end: "goes" | "unlinked" | Stays | ((tx: Queryable, account: Account) => Promise<void>);
}

export interface RecordAnswers {
  /** "rowId" where nothing is said. */
  by?: "id";
  /** The table of the record, where the column does not have the name that all others have. */
  of?: TableName;
  /** While the record is in the trash: "hidden" rows stay as they are and come back with it. Others go until then. */
  trash: "hidden" | Stays | MadeAnew;
  /** When the record is deleted for good, from the trash. "unlinked" rows stay and lead to nobody. */
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
 * When somebody leaves whose name stands in it: "goes" takes the row, "blanked" empties the text. What "readers" or
 * "editors" see stays, and is shown to who decides.
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
  /** With `href`; a row of a record is shown under the record's name. */
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
