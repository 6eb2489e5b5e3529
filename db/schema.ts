/** The tables, as Kysely sees them. */
import type { ColumnType, Generated, Insertable, Selectable } from "kysely";

export interface Database {
  experts: ExpertsTable;
  slugs: SlugsTable;
  listing: ListingTable;
  topics: TopicsTable;
  topicSlugs: TopicSlugsTable;
  listingCounts: ListingCountsTable;
  searchTexts: SearchTextsTable;
  searchWords: SearchWordsTable;
  contentVersion: ContentVersionTable;
  settings: SettingsTable;
  pages: PagesTable;
  articles: ArticlesTable;
  users: UsersTable;
  sessions: SessionsTable;
  oneTimeTokens: OneTimeTokensTable;
  totpSecrets: TotpSecretsTable;
  passkeys: PasskeysTable;
  recoveryCodes: RecoveryCodesTable;
  apiKeys: ApiKeysTable;
  removals: RemovalsTable;
  webhooks: WebhooksTable;
  mails: MailsTable;
  submissions: SubmissionsTable;
  websiteHosts: WebsiteHostsTable;
  drafts: DraftsTable;
  images: ImagesTable;
  imageCredits: ImageCreditsTable;
  identitySearches: IdentitySearchesTable;
  identityCandidates: IdentityCandidatesTable;
  portraitSearches: PortraitSearchesTable;
  portraitCandidates: PortraitCandidatesTable;
  waitingCredits: WaitingCreditsTable;
  imageUses: ImageUsesTable;
  expertRevisions: ExpertRevisionsTable;
  auditLog: AuditLogTable;
  jobs: JobsTable;
  imports: ImportsTable;
  importRows: ImportRowsTable;
  importMappings: ImportMappingsTable;
  aiCalls: AiCallsTable;
  aiModels: AiModelsTable;
  reviewPlaces: ReviewPlacesTable;
  suggestions: SuggestionsTable;
  provenance: ProvenanceTable;
  evidence: EvidenceTable;
  opinions: OpinionsTable;
  sourceProposals: SourceProposalsTable;
  sourceSearches: SourceSearchesTable;
  acceptedProblems: AcceptedProblemsTable;
  unsupportedTexts: UnsupportedTextsTable;
  linkChecks: LinkChecksTable;
  works: WorksTable;
  rejectedTopics: RejectedTopicsTable;
  cursors: CursorsTable;
  missedSearches: MissedSearchesTable;
  visits: VisitsTable;
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
  requests: RequestsTable;
  claims: ClaimsTable;
  followers: FollowersTable;
  follows: FollowsTable;
  listEntries: ListEntriesTable;
  toldPeople: ToldPeopleTable;
  questions: QuestionsTable;
  questionTexts: QuestionTextsTable;
  questionBlocks: QuestionBlocksTable;
  goneSlugs: KeyedHashTable;
  doNotRelist: KeyedHashTable;
}

/** Fixed at insert: never part of an update. */
type Fixed<T> = ColumnType<T, T, never>;

export interface ExpertsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  slug: string;
  name: string;
  sortName: string; // Folded: by which the name is found
  nameKey: Generated<string>; // What most forms of the name have in common, see db/names
  nameLetters: Generated<string>;
  sortsAs: Generated<string>; // Folded: by which lists are sorted, family name first
  givenSortName: Generated<string>; // An editor's; "" for the guess
  notes: Generated<string>; // For editors
  state: Generated<"public" | "draft" | "scheduled">;
  publishAt: string | null; // When one that is scheduled appears
  shareToken: string | null; // Opens a draft, see editing/drafts
  title: string;
  categories: string;
  longevityContribution: string;
  imageUrl: string;
  customGptUrl: string;
  featuredPosition: number | null; // Place among the featured experts, from 1; null means not featured
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
  sources: string;
  affiliation: string;
  orcid: string; // Identifiers are bare; "" while unknown
  wikidata: string;
  openalex: string;
  ror: string; // Of the affiliation
  interests: string; // Disclosed: equity, funding
  linkKinds: string; // JSON of "kind|url"; other links are "about"
  topics: string; // JSON of slugs
  languages: string; // JSON of BCP 47 tags
  availableFor: string; // JSON of keys
  city: string; // Of the affiliation
  country: string; // ISO 3166-1 alpha-2
  status: string; // "living", "historical", or "" while unknown
  born: string; // A year
  died: string;
  sourced: Generated<number>; // 1: every sentence of its page has a source
  reviewedAt: string | null; // When an admin last approved or saved it
  positions: Generated<string>; // JSON of positions over time
  origin: string;
  createdAt: string; // Since when it is public, once it is
  updatedAt: string;
  deletedAt: string | null; // When it went to the trash
}

export interface TopicsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  slug: string;
  name: string;
  otherNames: string; // JSON of names
  broader: string; // The slug of a topic, or ""
  description: string;
  openalex: string; // JSON of identifiers of OpenAlex topics and keywords
  createdAt: Fixed<string>;
  updatedAt: string;
}

/** Present and former slugs. */
export interface TopicSlugsTable {
  slug: string;
  topicRowId: number;
}

export interface WorksTable {
  rowId: Generated<number>;
  expertRowId: number;
  openalex: string; // Such as "W2741809807", or the DOI of a work that OpenAlex was not asked about
  doi: string; // Bare; "" without one
  title: string;
  year: number | null;
  venue: string;
  citations: number;
  status: "suggested" | "accepted" | "dismissed";
  retracted: number; // 1: OpenAlex says so
  retractionSeenAt: string | null; // When an admin kept the work in spite of it
  checkedAt: string;
  acceptedAt: Generated<string | null>; // null for what came with a profile: that is no news
  subjects: Generated<string>; // A list of { id, name } as JSON: its topics and keywords at OpenAlex
  highlightedAt: Generated<string | null>; // When the person chose it to come first
}

/** Topics that are not proposed for somebody again. */
export interface RejectedTopicsTable {
  expertRowId: Fixed<number>;
  topicRowId: Fixed<number>;
  rejectedAt: string;
}

export interface SlugsTable {
  slug: string;
  expertRowId: number;
}

export interface ListingTable {
  category: string;
  rank: number;
  sortName: string;
  sortsAs: Generated<string>;
  expertRowId: number;
  createdAt: Generated<string>;
  updatedAt: Generated<string>;
  reviewedAt: Generated<string>; // "" while nobody has
}

export const NOT_FEATURED = 1_000_000_000;

export interface ListingCountsTable {
  category: string;
  experts: number;
}

/** The words of an expert in the public lists by their place, in order, each with its stem; see db/search. */
export interface SearchTextsTable {
  expertRowId: number;
  name: string;
  title: string;
  contribution: string;
  rest: string;
}

/** The number of experts with a word, or with a stem after "§". */
export interface SearchWordsTable {
  id: Generated<number>;
  word: string;
  experts: number;
}

export interface ContentVersionTable {
  only: Fixed<1>;
  version: number;
}

export interface ApiKeysTable {
  id: Fixed<string>;
  userId: Fixed<string>;
  name: string;
  hash: Fixed<string>; // SHA-256 of the key
  scope: Fixed<string>; // With spaces between them, as of OAuth 2.0: RFC 6749 §3.3
  createdAt: Fixed<string>;
  expiresAt: Fixed<string>;
  lastUsedOn: string | null; // a day
}

export interface WebhooksTable {
  id: Fixed<string>;
  url: Fixed<string>;
  events: Fixed<string>; // JSON
  secret: string; // Sealed
  cursor: string; // After the last change that was delivered, given up or not chosen
  status: "active" | "off";
  attempts: number; // Failed ones of the delivery that is next
  givenUp: number; // Deliveries in a row
  nextAttemptAt: string; // Also the end of a claim
  deliveries: string; // JSON, the latest first; without names
  createdAt: Fixed<string>;
}

export interface RemovalsTable {
  id: Fixed<string>;
  kind: "expert" | "article";
  at: string;
}

export interface SettingsTable {
  key: string;
  value: string;
}

export interface PagesTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  slug: Fixed<string>;
  title: string;
  body: string; // "" for the text that came with the site
  position: number;
  inFooter: number;
  updatedAt: string;
}

export interface ArticlesTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  slug: string;
  title: string;
  type: string;
  status: string;
  expertRowId: number | null; // null: not about one expert, or that expert is gone for good (the name stays)
  expertName: string;
  excerpt: string;
  imageUrl: Generated<string>;
  imageAlt: Generated<string>;
  tags: Generated<string>;
  aiModel: Generated<string>; // The model that wrote it; "" when none did
  featuredPosition: number | null; // Place among the at most 4 featured ones, from 1; null means not featured
  onProfile: Generated<number>; // 1: linked from the expert's profile, first in its science highlights
  /** The library content it was published from: publishing that again changes this article. null for others. */
  contentId: string | null;
  shareToken: Generated<string>; // Opens a draft at /articles/{slug}?draft=…; "" when it is not shared
  scheduledAt: string | null; // When a draft is to be published by itself; null means it is not
  deletedAt: string | null; // When it went to the trash; null means it is not there
  body: string;
  sources: string;
  origin: string;
  createdAt: Fixed<string>;
  updatedAt: string;
  publishedAt: string | null; // null while it was never published
}

export interface ArticleSlugsTable {
  slug: string;
  articleRowId: number;
}

export interface ArticleRevisionsTable {
  rowId: Generated<number>;
  articleRowId: number;
  action: "created" | "edited" | "published" | "unpublished" | "scheduled" | "restored" | "trashed" | "untrashed";
  before: string;
  after: string;
  at: string;
  userId: string | null; // null once the account is gone, and for what no person did
  userName: string;
}

export interface ArticleDraftsTable {
  articleRowId: number;
  userId: string;
  fields: string;
  basedOn: string;
  updatedAt: string;
}

export interface ArticleCountsTable {
  key: string;
  articles: number;
}

export interface LibraryProjectsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  name: string;
  description: string;
  createdAt: Fixed<string>;
  createdBy: string | null;
}

export interface LibraryContentsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  expertRowId: number | null; // null: about no expert, or that expert is gone for good (the name stays)
  expertName: string;
  platform: string;
  contentType: string;
  projectRowId: number | null;
  seoTags: Generated<string>;
  provider: Generated<string>; // What wrote it; "" when a person did
  model: Generated<string>;
  createdAt: Fixed<string>;
  updatedAt: string;
  createdBy: string | null;
  content: string;
  evidence: Generated<string>; // JSON: what the sentences rest on
}

export interface LibraryImagesTable {
  rowId: Generated<number>;
  imageId: string;
  expertRowId: number | null;
  expertName: string;
  size: string;
  createdAt: Fixed<string>;
  createdBy: string | null;
}

export interface LibraryContentImagesTable {
  contentRowId: number;
  imageId: string;
}

export interface LibraryCountsTable {
  kind: "content" | "image";
  expertName: string;
  items: number;
}

export interface PromotionsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  step: number; // 1 to 4: the step that is gone on with
  expertRowId: number | null;
  expertName: string;
  state: string;
  createdAt: Fixed<string>;
  updatedAt: string;
  createdBy: string | null;
}

export interface AiCallsTable {
  rowId: Generated<number>;
  at: string;
  userId: string | null;
  task: string;
  provider: string;
  model: string;
  ranModel: string; // The one that answered; "" when none did
  status: "ok" | "error";
  message: string; // Why it failed; "" when it did not
  inputTokens: number | null; // null where the provider does not tell; so below
  outputTokens: number | null;
  costUsd: number | null;
  durationMs: number;
  jobId: string | null; // The job it was a part of; null for none
}

export interface AiModelsTable {
  provider: string;
  model: string;
  status: "ok" | "gone" | "failing";
  message: string;
  at: string;
}

/** Texts that a model suggested for a field, stored for a while so that the acceptance of one can be noted. */
export interface SuggestionsTable {
  id: Fixed<string>;
  subjectKind: "expert" | "submission";
  subjectId: string; // "" for a subject that is not stored yet
  personName: Generated<string>; // As it was when the text was written; "" for an article
  field: string;
  text: string;
  provider: string;
  model: string;
  createdAt: Fixed<string>;
  createdBy: string | null;
}

/** Texts of AI that became public without a source for each sentence; one of the two columns is set. */
export interface UnsupportedTextsTable {
  rowId: Generated<number>;
  expertRowId: number | null;
  articleRowId: number | null;
}

export interface ProvenanceTable {
  rowId: Generated<number>;
  expertRowId: number | null;
  submissionRowId: number | null;
  field: string;
  provider: string;
  model: string;
  generatedAt: string;
  acceptedAt: string;
  acceptedBy: string;
  acceptedById: string | null; // null once the account is gone, and for what was imported
  textHash: string; // SHA-256, hex, of the field as it was accepted: another text was edited since
}

/** Each row has one of the subjects. */
interface Subjects {
  expertRowId: number | null;
  articleRowId: number | null;
  submissionRowId: number | null;
  topicRowId: number | null;
}

/**
 * The page and the quote on which a sentence rests. With url "", the person who keeps it without a source, and the reason.
 */
export interface EvidenceTable extends Subjects {
  rowId: Generated<number>;
  id: Fixed<string>;
  field: string;
  sentence: string; // The text in the field; another text no longer has this evidence
  quote: string;
  context: string;
  url: string;
  title: string;
  retrievedAt: string;
  textHash: string; // SHA-256, hex, of the page's text; "" for a reference
  doi: Generated<string>; // The DOI of the work that the page shows; "" for none
  kind: Generated<"quote" | "reference">;
  sourceKind: Generated<string>; // For example "paper"; "" if nobody entered it
  isbn: Generated<string>; // ISBN-13 without hyphens
  place: Generated<string>; // In the source, for example a page
  checkedBy: Generated<string>; // The person who vouches for a reference
  status: "supported" | "changed" | "gone" | "retracted";
  checkedAt: string;
  keptBy: string;
  reason: string;
  createdAt: Fixed<string>;
}

/** The opinion of a model on a pair of sentence and quote. */
export interface OpinionsTable {
  evidenceId: Fixed<string>;
  says: string; // "" while it waits, "unanswered" after a request without an answer
  words: string; // JSON
  provider: string;
  model: string;
  at: string;
}

/** A passage that could support a sentence, as it was read. */
export interface SourceProposalsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  expertRowId: number;
  field: string;
  sentence: string; // The text in the field
  quote: string; // "" for a reference that was made from a page or work of the record
  context: string;
  url: string;
  title: string;
  retrievedAt: string;
  textHash: string;
  doi: string;
  score: number; // Per mille
  shared: string; // JSON: what sentence and quote have in common
  missing: string; // The facts that the quote lacks, in words
  status: "proposed" | "taken" | "rejected";
  evidenceId: string; // The id of the evidence made from it; "" before
  decidedBy: string | null;
  decidedAt: string | null;
}

/** The last search for sources of a profile's sentences. */
export interface SourceSearchesTable {
  expertRowId: number;
  searchedAt: string;
  pages: string; // JSON: which were opened, and why others were not
}

/** Problems that prevented publishing, and the person who accepted them. */
export interface AcceptedProblemsTable extends Subjects {
  rowId: Generated<number>;
  key: string;
  reason: string;
  acceptedBy: string;
  acceptedAt: string;
}

export interface LinkChecksTable {
  expertRowId: number;
  url: string;
  status: "ok" | "failing" | "dead";
  reason: string;
  failures: number;
  checkedAt: string;
}

/** Searches without results. */
export interface MissedSearchesTable {
  words: string; // Folded, with spaces between
  typed: string;
  count: number;
  firstDay: string; // YYYY-MM-DD, UTC
  lastDay: string;
  isDismissed: number;
}

/** Visits to a page on a day. */
export interface VisitsTable {
  day: string; // YYYY-MM-DD, UTC
  kind: "site" | "profile" | "article" | "topic" | "search";
  subject: string; // An id, the folded words of a search, or "" for the site and for searches that were too rare to keep
  host: string; // The site that led there; "" for none, "others" beyond the limits
  n: number;
}

/** The editor who has a submission open. */
export interface ReviewPlacesTable {
  submissionRowId: number;
  userId: string;
  since: string;
  seenAt: string; // The last sign of life
}

export interface CursorsTable {
  name: string;
  value: string;
}

export interface UsersTable {
  id: Fixed<string>;
  email: string;
  emailVerifiedAt: string | null; // When the address was shown to be theirs; null means not yet
  firstName: string;
  lastName: string;
  role: "user" | "editor" | "admin";
  status: "active" | "disabled";
  passwordHash: string | null; // argon2id, in PHC form; null means there is no password (Google only)
  googleId: string | null; // Google's `sub`; null means not linked
  createdAt: Fixed<string>;
  updatedAt: string;
  lastSignInAt: string | null; // null means never
  waitingMail: Generated<"now" | "daily" | "weekly" | "never">; // How often editors and admins get mail about what waits
  waitingMailAt: Generated<string | null>; // null: never sent
}

export interface SessionsTable {
  idHash: Fixed<string>;
  userId: string | null; // null before sign-in, e.g. on the way to Google
  data: string;
  userAgent: string;
  address: string;
  createdAt: Fixed<string>;
  lastSeenAt: string;
  expiresAt: string;
}

export interface OneTimeTokensTable {
  hash: Fixed<string>; // SHA-256 of the token, hex
  purpose: "reset" | "signIn" | "verify" | "setup" | "question" | "secondStep" | "challenge";
  userId: string | null; // null for what belongs to no account yet (set-up, questions)
  expiresAt: string;
  usedAt: string | null; // null while it can be used
}

export interface TotpSecretsTable {
  userId: Fixed<string>;
  secret: string; // Sealed; see services/secrets
  lastStep: number; // The time step of the last code that was accepted: no code works twice
  createdAt: string;
  confirmedAt: string | null; // null until the first code was entered
  lastUsedAt: string | null;
}

export interface PasskeysTable {
  id: Fixed<string>; // The credential's id, base64url
  userId: Fixed<string>;
  name: string;
  publicKey: string; // COSE, base64url
  counter: number; // The last one seen; 0 for passkeys that do not count
  transports: string; // A list as JSON
  createdAt: Fixed<string>;
  lastUsedAt: string | null;
}

export interface RecoveryCodesTable {
  hash: Fixed<string>; // SHA-256 of account and code, hex
  userId: Fixed<string>;
  usedAt: string | null; // null while it can be used
}

export interface MailsTable {
  id: Fixed<string>;
  kind: string;
  recipient: string;
  subject: string;
  body: string; // "" some days after it was sent: it may hold links that work
  html: Generated<string>; // The same text for programs that show HTML; "" for none, and once it was sent
  unsubscribe: Generated<string>; // Where one POST ends such mails: RFC 8058; "" for none, and once it was sent
  status: "queued" | "sending" | "handedOver" | "sent" | "failed";
  attempts: number;
  nextAttemptAt: string;
  lastError: string | null; // Why the last attempt failed, in words for admins; null when none did
  createdAt: Fixed<string>;
  sentAt: string | null; // null until the mail server took it
}

export interface SubmissionsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  /** The draft it was sent from: sending twice stores one row. null for those that came without one. */
  draftId: string | null;
  status: "pending" | "approved" | "rejected";
  changesExpertRowId: number | null; // The expert it would change; null for a new one
  expertRowId: number | null;
  name: string;
  foldedName: string;
  nameKey: Generated<string>; // As those of a profile
  nameLetters: Generated<string>;
  title: string;
  record: string;
  sentRecord: string | null; // `record` as it was sent; null while no admin has edited it
  userId: string | null; // null once the account is gone
  submitterName: string;
  submitterEmail: string;
  submitterReason: string;
  submittedAt: Fixed<string>;
  updatedAt: string;
  reviewNotes: string;
  priority: Generated<number>; // 0: from the person whose profile it would change
  leftOut: Generated<string>; // JSON: fields of a change that were not accepted when it was approved
  reviewedAt: string | null; // null while it waits
  reviewedBy: string | null;
}

export interface WebsiteHostsTable {
  host: string;
  expertRowId: number | null;
  submissionRowId: number | null;
}

export interface DraftsTable {
  id: Fixed<string>;
  browser: string; // SHA-256 of the `draft` cookie of the browser it was typed in
  /** Who was signed in when it was last saved; null for an anonymous one: then the browser alone leads to it. */
  userId: string | null;
  fields: string;
  updatedAt: string;
}

export interface ImagesTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  url: string;
  name: string;
  alt: string;
  width: number; // Of the largest file, in pixels
  height: number;
  bytes: number;
  files: string;
  contentHash: string; // SHA-256 of the bytes that were sent: the same image is stored once
  origin: "upload" | "record" | "generated";
  prompt: string;
  provider: string;
  model: string;
  createdAt: Fixed<string>;
  createdBy: string | null;
}

/** The author of an image and its licence. */
export interface ImageCreditsTable {
  imageId: string;
  author: string;
  licence: string; // Such as "CC BY-SA 4.0"
  licenceUrl: string;
  source: string; // The page it comes from
  file: string; // At Wikimedia Commons, such as "File:Ada.jpg"; "" for others
  problem: string; // What the weekly check found, as a sentence; "" for nothing
  checkedAt: string;
}

/** The credits that an import gave for pictures on other sites, until they are copied; for 30 days. */
export interface WaitingCreditsTable {
  url: string;
  author: string;
  licence: string;
  licenceUrl: string;
  source: string;
  createdAt: string;
}

/** The last search for an identity or a picture of a person without one. */
export interface IdentitySearchesTable {
  expertRowId: number;
  outcome: "found" | "none" | "failed";
  detail: string; // Why it failed; else ""
  searchedAt: string;
}

/** Candidates at the registers for a person, for whom more speaks than the name. */
export interface IdentityCandidatesTable {
  expertRowId: number;
  key: string; // The three identifiers, separated by blanks
  position: number;
  orcid: string;
  wikidata: string;
  openalex: string;
  name: string;
  description: string;
  employers: string; // JSON of names
  works: string; // JSON of titles
  reasons: string; // JSON of sentences
  decision: "" | "taken" | "rejected" | "skipped";
  taken: string; // JSON of the identifiers that were written into the record
  decidedAt: string; // Several with the same time were decided at once
  decidedBy: string | null;
}

export interface PortraitSearchesTable {
  expertRowId: number;
  wikidata: string; // The identifier of the record when it was asked for
  outcome: "found" | "none" | "refused" | "failed"; // refused: there are pictures, and none of them is free
  detail: string; // Why, as the end of a sentence; "" for nothing
  searchedAt: string;
}

export interface PortraitCandidatesTable {
  expertRowId: number;
  file: string; // At Wikimedia Commons, such as "File:Ada.jpg"
  position: number;
  author: string;
  licence: string;
  licenceUrl: string;
  source: string;
  width: number;
  height: number;
  foundBy: Generated<"" | "wikidata" | "article" | "orcid">; // What led to the item; "" for candidates from before
  foundAt: Generated<string>; // The address of the article, or of the identifier's page
  item: Generated<string>; // At Wikidata, such as "Q42"
  itemLabel: Generated<string>;
  itemDescription: Generated<string>;
  decision: "" | "taken" | "takenWithItem" | "rejected" | "skipped"; // with its Wikidata identifier; skipped: no picture of this person was wanted
  decidedAt: string; // Several with the same time were decided at once
  decidedBy: string | null;
}

export interface ImageUsesTable {
  imageId: string;
  kind: "expert" | "submission" | "article" | "library" | "content" | "page";
  subjectId: string;
  field: string;
}

export interface ExpertRevisionsTable {
  rowId: Generated<number>;
  expertRowId: number;
  action: "created" | "edited" | "approved" | "changed" | "featured" | "trashed" | "restored" | "merged" | "imported";
  before: string;
  after: string;
  at: string;
  userId: string | null; // null once the account is gone, and for what no person did
  userName: string;
}

export interface AuditLogTable {
  rowId: Generated<number>;
  at: string;
  userId: string | null; // Kept as text when the account goes. null for what no person did
  userName: string;
  action: string;
  subjectKind:
    | "submission"
    | "expert"
    | "user"
    | "image"
    | "settings"
    | "topic"
    | "page"
    | "directory"
    | "article"
    | "library"
    | "request";
  subjectId: string;
  subjectName: string;
  detail: string;
  address: string;
}

export interface JobsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  kind: string;
  status: "waiting" | "running" | "completed" | "error" | "interrupted" | "stopped";
  input: string;
  result: string | null; // JSON; null until there is one
  message: string;
  partial: Generated<string>;
  done: number;
  total: number; // 0 while it is not known
  createdAt: Fixed<string>;
  updatedAt: string;
  createdBy: string | null;
}

export interface ImportsTable {
  id: Fixed<string>;
  name: Fixed<string>;
  format: Fixed<"csv" | "xlsx" | "vcard" | "jsonld" | "json" | "export">;
  reading: string; // JSON: what the file is read as, see imports/reading
  mapping: string; // JSON: what becomes of its columns, see imports/mapping; "" before it was chosen
  undoneAt: string | null;
  phase: "columns" | "checking" | "checked" | "writing" | "publishing" | "written" | "undoing";
  counts: Generated<string>;
  jobId: string | null;
  createdAt: Fixed<string>;
  createdBy: string | null;
}

/** The mapping of a table's columns, for the next import of the same table. */
export interface ImportMappingsTable {
  id: Fixed<string>;
  name: string;
  headings: string; // The table's, folded
  mapping: string; // JSON
  createdAt: Fixed<string>;
  createdBy: string | null;
}

export interface ImportRowsTable {
  importId: Fixed<string>;
  position: Fixed<number>;
  state: "waiting" | "out" | "hidden" | "written" | "undone";
  outcome: Fixed<"new" | "changed" | "question" | "same" | "error">;
  row: Fixed<number>; // The row number of the spreadsheet, or the position in a list of an export; from 1
  source: Fixed<string>; // JSON: its cells
  problems: Fixed<string>; // JSON: what is wrong with which column, see imports/person
  marks: Fixed<string>; // The problems as " column:kind ", for filters
  writtenAt: Generated<string>; // Of the profile once it was written
  answer: Generated<string>; // The answer to a question: "new", or the id of the expert; "" before
  subjectRowId: number | null; // The expert or article that would change, or that came of it; null for none
  basedOn: Generated<string>;
  name: Fixed<string>;
  detail: string; // The error, or the omitted part; "" for nothing
  step: string | null; // JSON: what is to be written; null for nothing
}

export interface RequestsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  tokenHash: string; // SHA-256, hex, of the token in the links of its mails
  kind: Fixed<"error" | "removal" | "claim" | "work">;
  status: "unconfirmed" | "open" | "applied" | "rejected" | "removed";
  expertRowId: number | null; // null once the profile is gone
  field: string; // "" for something else; of a work that is not the person's, what names it, see works/address
  says: string;
  should: string;
  source: string;
  message: string;
  email: string; // "" once the profile was removed
  notes: string;
  createdAt: Fixed<string>;
  confirmedAt: string | null; // null until the link in the mail was used; so below
  dueAt: string | null;
  decidedAt: string | null;
  decidedBy: string | null;
  answeredInMs: number | null; // From confirmation to decision
  isPublic: number; // 1: in the log of corrections
  userId: Generated<string | null>; // The person who claims or holds the profile; null for other kinds
}

/** An account that proves that a profile is its own. */
export interface ClaimsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  expertRowId: number;
  userId: Fixed<string>;
  requestId: string | null; // In the queue; null until it is proven
  proof: Fixed<"mail" | "orcid" | "page">;
  status: "started" | "proven" | "confirmed" | "rejected" | "ended";
  page: Fixed<string>; // The listed page it rests on; "" for ORCID
  isStrong: number; // 0: shows the same institution only
  evidence: string;
  tokenHash: string | null; // SHA-256, hex, of the token in the latest link by mail; null when none works
  createdAt: Fixed<string>;
  expiresAt: string; // For a claim that was started
  claimedAt: string | null; // When an admin confirmed it; null until then, so below
  confirmedAt: string | null; // When the person last said that the profile is right
  remindedAt: string | null; // When the person was last asked
  takesQuestions: Generated<number>; // 1: readers may write to the person through this site
  askedYearly: Generated<number>; // 0: no mail asks once a year whether it is right
}

/** Somebody who gets mail about news, without an account. */
export interface FollowersTable {
  rowId: Generated<number>;
  id: Fixed<string>; // In the link of their mails, with a keyed hash
  email: Fixed<string>;
  rhythm: "daily" | "weekly";
  nextAt: string | null; // The time of the next mail; null before the first confirmation
  createdAt: Fixed<string>;
}

export interface ToldPeopleTable {
  expertRowId: Fixed<number>;
  toldAt: string;
  way: "mail" | "otherwise";
}

export interface ListEntriesTable {
  userId: Fixed<string>;
  expertRowId: number;
  addedAt: Fixed<string>;
}

export interface FollowsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  followerRowId: number;
  kind: Fixed<"person" | "topic" | "list" | "articles">;
  expertRowId: number | null; // Of a person
  target: string; // The id of a person, the slug of a topic, or the address of a list
  createdAt: Fixed<string>;
  toldUntil: string | null; // The end of the news that was sent; null before the confirmation
}

/** A question of a reader to the holder of a profile. */
export interface QuestionsTable {
  rowId: Generated<number>;
  id: Fixed<string>; // In both links, each with a keyed hash
  expertRowId: number;
  userId: Fixed<string>; // The person who is asked
  email: Fixed<string>; // The reader who asks
  name: Fixed<string>;
  purpose: Fixed<string>; // A value of `availableFor`; "" if not given
  subject: Fixed<string>;
  status: "unconfirmed" | "open" | "answered" | "reported" | "ended";
  createdAt: Fixed<string>;
  changedAt: string;
}

export interface QuestionTextsTable {
  rowId: Generated<number>;
  questionRowId: Fixed<number>;
  author: Fixed<"asker" | "expert">;
  text: Fixed<string>;
  at: Fixed<string>;
}

/** A sender from whom a person wants no more questions, as a keyed hash of the address. */
export interface QuestionBlocksTable {
  expertRowId: Fixed<number>;
  hash: Fixed<string>;
  at: Fixed<string>;
}

/** Keyed hashes alone, so the database does not name anybody. */
export interface KeyedHashTable {
  hash: Fixed<string>;
  at: Fixed<string>;
}

export type EvidenceRow = Selectable<EvidenceTable>;
export type OpinionRow = Selectable<OpinionsTable>;
export type SourceProposalRow = Selectable<SourceProposalsTable>;
export type RequestRow = Selectable<RequestsTable>;
export type ClaimRow = Selectable<ClaimsTable>;
export type ArticleRow = Selectable<ArticlesTable>;
export type JobRow = Selectable<JobsTable>;
export type ImportRow = Selectable<ImportsTable>;
export type StagedRow = Selectable<ImportRowsTable>;
export type ImageRow = Selectable<ImagesTable>;
export type ImageCreditRow = Selectable<ImageCreditsTable>;
export type UserRow = Selectable<UsersTable>;
export type TotpRow = Selectable<TotpSecretsTable>;
export type PasskeyRow = Selectable<PasskeysTable>;
export type MailRow = Selectable<MailsTable>;
export type FollowerRow = Selectable<FollowersTable>;
export type FollowRow = Selectable<FollowsTable>;
export type QuestionRow = Selectable<QuestionsTable>;
export type QuestionTextRow = Selectable<QuestionTextsTable>;
export type WebhookRow = Selectable<WebhooksTable>;
export type SubmissionRow = Selectable<SubmissionsTable>;
export type ExpertRow = Selectable<ExpertsTable>;
export type WorkRow = Selectable<WorksTable>;
export type NewExpertRow = Insertable<ExpertsTable>;
