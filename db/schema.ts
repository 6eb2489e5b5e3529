/**
 * The tables, as Kysely sees them. One interface per table; column names are the specification's field names.
 *
 * Conventions: ids are text (UUID v7-like, made by the model), times are ISO 8601 UTC text, booleans are 0 or 1,
 * lists are JSON text, and a column is nullable only where `null` means something (said beside it).
 */
import type { ColumnType, Generated, Insertable, Selectable, Updateable } from "kysely";

export interface Database {
  experts: ExpertsTable;
  slugs: SlugsTable;
  listing: ListingTable;
  listingCounts: ListingCountsTable;
  contentVersion: ContentVersionTable;
  settings: SettingsTable;
  articles: ArticlesTable;
  users: UsersTable;
  sessions: SessionsTable;
  oneTimeTokens: OneTimeTokensTable;
  mails: MailsTable;
  submissions: SubmissionsTable;
  websiteHosts: WebsiteHostsTable;
  drafts: DraftsTable;
  images: ImagesTable;
  imageUses: ImageUsesTable;
  expertRevisions: ExpertRevisionsTable;
  auditLog: AuditLogTable;
  jobs: JobsTable;
  imports: ImportsTable;
  importRows: ImportRowsTable;
  aiCalls: AiCallsTable;
  aiModels: AiModelsTable;
  suggestions: SuggestionsTable;
  provenance: ProvenanceTable;
  linkChecks: LinkChecksTable;
  cursors: CursorsTable;
  articleSlugs: ArticleSlugsTable;
  articleRevisions: ArticleRevisionsTable;
  articleDrafts: ArticleDraftsTable;
  articleCounts: ArticleCountsTable;
  libraryProjects: LibraryProjectsTable;
  libraryContents: LibraryContentsTable;
  libraryImages: LibraryImagesTable;
  libraryContentImages: LibraryContentImagesTable;
  libraryCounts: LibraryCountsTable;
  promotions: PromotionsTable;
}

/** Fixed at insert: never part of an update. */
type Fixed<T> = ColumnType<T, T, never>;

/** The expert record. Texts are "" when empty; lists are JSON arrays of strings. */
export interface ExpertsTable {
  /** Row number: the key that the search index and the listing point at. Never shown. */
  rowId: Generated<number>;
  id: Fixed<string>;
  slug: string;
  name: string;
  /** The name folded for sorting: accents, case and punctuation removed. */
  sortName: string;
  title: string;
  categories: string;
  longevityContribution: string;
  imageUrl: string;
  customGptUrl: string;
  /** Place among the featured experts, from 1; null means not featured. */
  featuredPosition: number | null;
  longevityInterviewTitle: string;
  longevityInterviewImageUrl: string;
  longevityInterviewShortDescription: string;
  longevityInterviewLongDescription: string;
  longevityInterviewDownloadNotesUrl: string;
  longevityInterviewVideoEmbed: string;
  productTitle: string;
  productImageUrl: string;
  productDescription: string;
  productButtonText: string;
  productButtonUrl: string;
  youtubeEmbeds: string;
  books: string;
  scienceHighlights: string;
  referenceLinks: string;
  biography: string;
  /** Where the facts come from (URLs or citations), JSON array. Shown to admins and, for starter entries, to readers. */
  sources: string;
  /** How the entry came to be: "starter" (compiled from public sources), "seed" (made up for load), "submission", "editor", "import". */
  origin: string;
  createdAt: Fixed<string>;
  updatedAt: string;
  /** When it went to the trash; null means public. */
  deletedAt: string | null;
}

/** Every slug an expert ever had: the present one and those that redirect to it. */
export interface SlugsTable {
  slug: string;
  expertRowId: number;
}

/**
 * The public lists in their order: one row per expert for the whole directory (category "*") and one per category.
 * An expert in the trash has none. Paging walks this table's primary key (category, rank, sortName, expertRowId).
 */
export interface ListingTable {
  category: string;
  /** The featured position, or `NOT_FEATURED`. */
  rank: number;
  sortName: string;
  expertRowId: number;
}

/** `listing.rank` of experts who are not featured: after all who are. */
export const NOT_FEATURED = 1_000_000_000;

/** How many rows `listing` has per category; kept by triggers, so no page counts by scanning. */
export interface ListingCountsTable {
  category: string;
  experts: number;
}

/** One row whose number goes up with every change of public content; caches carry the version they were made from. */
export interface ContentVersionTable {
  only: Fixed<1>;
  version: number;
}

/** Site settings an admin may change later; the environment comes first. */
export interface SettingsTable {
  key: string;
  value: string;
}

/** Articles of the site. Texts are "" when empty; lists are JSON arrays of strings. */
export interface ArticlesTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  slug: string;
  title: string;
  /** "research-insight" or "expertise-tip". */
  type: string;
  /** "draft" or "published". */
  status: string;
  /** null: not about one expert, or that expert is gone for good (the name stays). */
  expertRowId: number | null;
  expertName: string;
  excerpt: string;
  /** A path below /uploads. */
  imageUrl: Generated<string>;
  imageAlt: Generated<string>;
  tags: Generated<string>;
  /** The model that wrote it; "" when none did. Readers are told. */
  aiModel: Generated<string>;
  /** Place among the at most 4 featured ones, from 1; null means not featured. */
  featuredPosition: number | null;
  /** 1: linked from the expert's profile, first in its science highlights. */
  onProfile: Generated<number>;
  /** The library content it was published from: publishing that again changes this article. null for others. */
  contentId: string | null;
  /** Opens a draft at /articles/{slug}?draft=…; "" when it is not shared. */
  shareToken: Generated<string>;
  /** When a draft is to be published by itself; null means it is not. */
  scheduledAt: string | null;
  /** When it went to the trash; null means it is not there. */
  deletedAt: string | null;
  body: string;
  sources: string;
  origin: string;
  createdAt: Fixed<string>;
  updatedAt: string;
  /** null while it was never published. */
  publishedAt: string | null;
}

/** Former addresses of articles, which redirect. */
export interface ArticleSlugsTable {
  slug: string;
  articleRowId: number;
}

/** Who changed what of an article when. */
export interface ArticleRevisionsTable {
  rowId: Generated<number>;
  articleRowId: number;
  action: "created" | "edited" | "published" | "unpublished" | "scheduled" | "restored" | "trashed" | "untrashed";
  /** JSON: the fields that changed, as they were; {} for a new one. */
  before: string;
  /** JSON: the same fields as they became. */
  after: string;
  at: string;
  /** null once the account is gone, and for what no person did. */
  userId: string | null;
  userName: string;
}

/** What an admin typed into an article and did not save: one per article and admin. */
export interface ArticleDraftsTable {
  articleRowId: number;
  userId: string;
  /** JSON: what stands in the form's fields. */
  fields: string;
  /** The article's `updatedAt` that it was typed over. */
  basedOn: string;
  updatedAt: string;
}

/** How many articles there are: "all", by status, by type, by "status type" (outside the trash), and "trash"; kept by triggers. */
export interface ArticleCountsTable {
  key: string;
  articles: number;
}

/** Groups of library contents. */
export interface LibraryProjectsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  name: string;
  description: string;
  createdAt: Fixed<string>;
  createdBy: string | null;
}

/** Saved texts, made with AI or by hand. */
export interface LibraryContentsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  /** null: about no expert, or that expert is gone for good (the name stays). */
  expertRowId: number | null;
  expertName: string;
  platform: string;
  contentType: string;
  projectRowId: number | null;
  /** JSON array. */
  seoTags: Generated<string>;
  /** What wrote it; "" when a person did. */
  provider: Generated<string>;
  model: Generated<string>;
  createdAt: Fixed<string>;
  updatedAt: string;
  createdBy: string | null;
  content: string;
}

/** Pictures saved to the library; what is known of the picture itself stands in `images`. */
export interface LibraryImagesTable {
  rowId: Generated<number>;
  imageId: string;
  expertRowId: number | null;
  expertName: string;
  /** The size that was asked for, e.g. "1280x720". */
  size: string;
  createdAt: Fixed<string>;
  createdBy: string | null;
}

/** Which pictures are attached to which library content. */
export interface LibraryContentImagesTable {
  contentRowId: number;
  imageId: string;
}

/** How many library items there are, by kind and expert's name; the name "" stands for all. Kept by triggers. */
export interface LibraryCountsTable {
  kind: "content" | "image";
  expertName: string;
  items: number;
}

/** The promote wizard's state, so that it can be left and come back to. */
export interface PromotionsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  /** 1 to 4: the step that is gone on with. */
  step: number;
  expertRowId: number | null;
  expertName: string;
  /** JSON, see models/promotions.server.ts. */
  state: string;
  createdAt: Fixed<string>;
  updatedAt: string;
  createdBy: string | null;
}

/** One question to an AI provider: what it cost and what became of it. */
export interface AiCallsTable {
  rowId: Generated<number>;
  at: string;
  userId: string | null;
  task: string;
  provider: string;
  /** The model that was asked for. */
  model: string;
  /** The one that answered; "" when none did. */
  ranModel: string;
  status: "ok" | "error";
  /** Why it failed; "" when it did not. */
  message: string;
  /** null where the provider does not tell; so below. */
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  durationMs: number;
  /** The job it was a part of; null for none. */
  jobId: string | null;
}

/** What providers' last answers said of each model. */
export interface AiModelsTable {
  provider: string;
  model: string;
  status: "ok" | "gone" | "failing";
  message: string;
  at: string;
}

/** Texts that a model suggested for a field; kept for a while, so that accepting one can be noted as what it is. */
export interface SuggestionsTable {
  id: Fixed<string>;
  subjectKind: "expert" | "submission";
  /** "" for one that is not stored yet. */
  subjectId: string;
  field: string;
  text: string;
  provider: string;
  model: string;
  createdAt: Fixed<string>;
  createdBy: string | null;
}

/** Which field of a profile (or of a submission on its way to one) a model wrote. One of the two row numbers is set. */
export interface ProvenanceTable {
  rowId: Generated<number>;
  expertRowId: number | null;
  submissionRowId: number | null;
  field: string;
  provider: string;
  model: string;
  generatedAt: string;
  acceptedAt: string;
  /** The admin's name. */
  acceptedBy: string;
  /** SHA-256, hex, of the field as it was accepted: another text was edited since. */
  textHash: string;
}

/** What came of opening the reference links of profiles. */
export interface LinkChecksTable {
  expertRowId: number;
  url: string;
  status: "ok" | "failing" | "dead";
  reason: string;
  /** In a row. */
  failures: number;
  checkedAt: string;
}

/** How far work that goes on in pieces has come. */
export interface CursorsTable {
  name: string;
  /** JSON. */
  value: string;
}

/** People who sign in. */
export interface UsersTable {
  id: Fixed<string>;
  /** Trimmed and lower case. */
  email: string;
  /** When the address was shown to be theirs; null means not yet. */
  emailVerifiedAt: string | null;
  firstName: string;
  lastName: string;
  role: "user" | "admin";
  status: "active" | "disabled";
  /** argon2id, in PHC form; null means there is no password (Google only). */
  passwordHash: string | null;
  /** Google's `sub`; null means not linked. */
  googleId: string | null;
  createdAt: Fixed<string>;
  updatedAt: string;
  /** null means never. */
  lastSignInAt: string | null;
}

/** Sessions, known by the SHA-256 of the id in the cookie: a copy of the database opens no session. */
export interface SessionsTable {
  idHash: Fixed<string>;
  /** null before sign-in, e.g. on the way to Google. */
  userId: string | null;
  /** JSON. */
  data: string;
  userAgent: string;
  address: string;
  createdAt: Fixed<string>;
  lastSeenAt: string;
  expiresAt: string;
}

/** Links and answers that work once: password reset, address confirmation, first set-up, used security questions. */
export interface OneTimeTokensTable {
  /** SHA-256 of the token, hex. */
  hash: Fixed<string>;
  purpose: "reset" | "signIn" | "verify" | "setup" | "question";
  /** null for what belongs to no account yet (set-up, questions). */
  userId: string | null;
  expiresAt: string;
  /** null while it can be used. */
  usedAt: string | null;
}

/**
 * Mail on its way: written with the change it tells of, sent by the mailer.
 *
 * queued -> sending (a process has claimed it) -> handedOver (its end is on the way to the mail server, so the server may
 * have it) -> sent. Back to queued when it may be tried again; failed when only an admin can say what to do.
 */
export interface MailsTable {
  id: Fixed<string>;
  /** What it is about, e.g. "passwordReset", "submissionReceived". */
  kind: string;
  recipient: string;
  subject: string;
  /** "" some days after it was sent: it may hold links that work. */
  body: string;
  status: "queued" | "sending" | "handedOver" | "sent" | "failed";
  attempts: number;
  /** While it is queued: not before then. While a process has it: when its claim lapses; no two claims end alike. */
  nextAttemptAt: string;
  /** Why the last attempt failed, in words for admins; null when none did. */
  lastError: string | null;
  createdAt: Fixed<string>;
  /** null until the mail server took it. */
  sentAt: string | null;
}

/** Suggested experts and suggested changes to experts. */
export interface SubmissionsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  /** The draft it was sent from: sending twice stores one row. null for those that came without one. */
  draftId: string | null;
  status: "pending" | "approved" | "rejected";
  /** The expert it would change; null for a new one. */
  changesExpertRowId: number | null;
  /** The expert it became, once approved. */
  expertRowId: number | null;
  name: string;
  foldedName: string;
  title: string;
  /** The suggested fields as JSON, in the names of `ExpertInput`. */
  record: string;
  /** `record` as it was sent; null while no admin has edited it. */
  sentRecord: string | null;
  /** null once the account is gone. */
  userId: string | null;
  submitterName: string;
  submitterEmail: string;
  submitterReason: string;
  submittedAt: Fixed<string>;
  updatedAt: string;
  reviewNotes: string;
  /** null while it waits. */
  reviewedAt: string | null;
  reviewedBy: string | null;
}

/** Hosts of the websites of experts and of waiting submissions, for finding duplicates. */
export interface WebsiteHostsTable {
  /** Lower case, without "www."; with the path where many people share a host (see models/websites.server.ts). */
  host: string;
  expertRowId: number | null;
  submissionRowId: number | null;
}

/** A submission that was typed but not sent, kept for 30 days. */
export interface DraftsTable {
  id: Fixed<string>;
  /** SHA-256 of the `draft` cookie of the browser it was typed in. */
  browser: string;
  /** Who was signed in when it was last saved; null for an anonymous one: then the browser alone leads to it. */
  userId: string | null;
  /** JSON: what stands in the form's fields, as typed. */
  fields: string;
  updatedAt: string;
}

/** Stored pictures: uploaded, sent as data URLs, or generated. */
export interface ImagesTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  /** Where readers find it, a path below /uploads; what `imageUrl` fields hold. */
  url: string;
  /** What it was called where it came from. */
  name: string;
  alt: string;
  /** Of the largest file, in pixels. */
  width: number;
  height: number;
  /** All files together. */
  bytes: number;
  /** JSON: the files on disk, `{ name, width, height, type }` each, largest first. */
  files: string;
  /** SHA-256 of the bytes that were sent: the same picture is stored once. */
  contentHash: string;
  origin: "upload" | "record" | "generated";
  prompt: string;
  provider: string;
  model: string;
  createdAt: Fixed<string>;
  createdBy: string | null;
}

/**
 * Where pictures are used, kept by triggers: every text of these that has a picture's address in it, of submissions only
 * those that wait; pictures that were saved to the library (subject: the picture itself), and those attached to a content.
 */
export interface ImageUsesTable {
  imageId: string;
  kind: "expert" | "submission" | "article" | "library" | "content";
  subjectId: string;
  /** The column: "imageUrl", "longevityInterviewImageUrl", "productImageUrl", "record", "body", "content"; "saved", "attached". */
  field: string;
}

/** Who changed what of an expert when. */
export interface ExpertRevisionsTable {
  rowId: Generated<number>;
  expertRowId: number;
  action: "created" | "edited" | "approved" | "changed" | "featured" | "trashed" | "restored" | "merged" | "imported";
  /** JSON: the fields that changed, as they were; {} for a new one. */
  before: string;
  /** JSON: the same fields as they became. */
  after: string;
  at: string;
  /** null once the account is gone, and for what no person did. */
  userId: string | null;
  userName: string;
}

/** Every action of an admin. */
export interface AuditLogTable {
  rowId: Generated<number>;
  at: string;
  /** Kept as text when the account goes. null for what no person did. */
  userId: string | null;
  userName: string;
  /** e.g. "submission approved". */
  action: string;
  subjectKind: "submission" | "expert" | "user" | "image" | "settings" | "directory" | "article" | "library";
  subjectId: string;
  subjectName: string;
  detail: string;
  /** Where the request came from. */
  address: string;
}

/** Long work that can be left and come back to: imports, generations. */
export interface JobsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  kind: string;
  status: "waiting" | "running" | "completed" | "error" | "interrupted" | "stopped";
  /** JSON. */
  input: string;
  /** JSON; null until there is one. */
  result: string | null;
  message: string;
  /** Text that has arrived so far. */
  partial: Generated<string>;
  done: number;
  /** 0 while it is not known. */
  total: number;
  createdAt: Fixed<string>;
  updatedAt: string;
  createdBy: string | null;
}

/** Files that were sent to be imported. */
export interface ImportsTable {
  id: Fixed<string>;
  /** What the file was called. */
  name: Fixed<string>;
  format: Fixed<"export" | "table">;
  /** JSON: the field of each column of a table; null for an export. */
  fields: string | null;
  /** "publishing": its new people are in the public lists; the rest follows. From "writing" on it is always finished. */
  phase: "columns" | "checking" | "checked" | "writing" | "publishing" | "written";
  /** JSON: how many records of each kind have each outcome. */
  counts: Generated<string>;
  /** The job that checks or writes it, or did so last. */
  jobId: string | null;
  createdAt: Fixed<string>;
  createdBy: string | null;
}

/** What the records of a file would do. Those that are here already are only counted. */
export interface ImportRowsTable {
  importId: Fixed<string>;
  /** In the order of writing, which is by kind and then by place in the file. */
  position: Fixed<number>;
  /** "waiting" is written once the import is; "out" is left out. A new expert is "hidden" until it is "written". */
  state: "waiting" | "out" | "hidden" | "written";
  /** "question": the admin says who is meant. */
  outcome: Fixed<"new" | "changed" | "question" | "error">;
  kind: Fixed<string>;
  /** Its line in a table, its place in a list of an export; from 1. */
  row: Fixed<number>;
  /** To a question: "new", or the id of the expert who is meant; "" while there is none. */
  answer: Generated<string>;
  /** The expert or article that would change, or that came of it; null for none. */
  subjectRowId: number | null;
  /** The `updatedAt` of what would change when the file was checked. */
  basedOn: Generated<string>;
  name: Fixed<string>;
  /** What is wrong, or was left out; "" for nothing to say. */
  detail: string;
  /** JSON: what is to be written; null for nothing. */
  step: string | null;
}

export type ArticleRow = Selectable<ArticlesTable>;
export type JobRow = Selectable<JobsTable>;
export type ImportRow = Selectable<ImportsTable>;
export type StagedRow = Selectable<ImportRowsTable>;
export type ImageRow = Selectable<ImagesTable>;
export type UserRow = Selectable<UsersTable>;
export type MailRow = Selectable<MailsTable>;
export type SubmissionRow = Selectable<SubmissionsTable>;
export type ExpertRow = Selectable<ExpertsTable>;
export type NewExpertRow = Insertable<ExpertsTable>;
export type ExpertChanges = Updateable<ExpertsTable>;
