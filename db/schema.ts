/** Defines the types of all tables for Kysely. */
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

/** A column that updates cannot change. */
type Fixed<T> = ColumnType<T, T, never>;

export interface ExpertsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  slug: string;
  name: string;
  sortName: string; // The folded name, for searches
  nameKey: Generated<string>; // The part that most forms of the name share, see db/names
  nameLetters: Generated<string>;
  sortsAs: Generated<string>; // The folded sort key of lists, family name first
  givenSortName: Generated<string>; // The sort name that an editor set; "" for the automatic one
  notes: Generated<string>; // Seen only by editors
  state: Generated<"public" | "draft" | "scheduled">;
  publishAt: string | null; // The time at which a scheduled profile is published
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
  orcid: string; // Identifiers have no address around them; "" while unknown
  wikidata: string;
  openalex: string;
  ror: string; // The affiliation's identifier
  interests: string; // Disclosed: equity, funding
  linkKinds: string; // JSON of "kind|url"; other links are "about"
  topics: string; // JSON of slugs
  languages: string; // JSON of BCP 47 tags
  availableFor: string; // JSON of keys
  city: string; // The affiliation's city
  country: string; // ISO 3166-1 alpha-2
  status: string; // "living", "historical", or "" while unknown
  born: string; // A year
  died: string;
  sourced: Generated<number>; // 1: every sentence of its page has a source
  reviewedAt: string | null; // The time at which an editor last approved or saved it
  positions: Generated<string>; // JSON of positions over time
  origin: string;
  createdAt: string; // For a published profile, the time of its publication
  updatedAt: string;
  deletedAt: string | null; // The time of its move to the trash
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
  openalex: string; // Such as "W2741809807", or the DOI of a work that was not looked up at OpenAlex
  doi: string; // Without https://doi.org/; "" if there is none
  title: string;
  year: number | null;
  venue: string;
  citations: number;
  status: "suggested" | "accepted" | "dismissed";
  retracted: number; // 1: OpenAlex reports a retraction
  retractionSeenAt: string | null; // The time at which an admin kept the work in spite of it
  checkedAt: string;
  acceptedAt: Generated<string | null>; // null for works that came with the profile, which are not news
  subjects: Generated<string>; // A list of { id, name } as JSON: its topics and keywords at OpenAlex
  highlightedAt: Generated<string | null>; // The time at which the person chose to show it first
}

/** Topics that are not proposed again for a person. */
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
  reviewedAt: Generated<string>; // "" if nobody has reviewed it
}

export const NOT_FEATURED = 1_000_000_000;

export interface ListingCountsTable {
  category: string;
  experts: number;
}

/** The words of each listed expert by place, in order and with their stems; see db/search. */
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
  scope: Fixed<string>; // Scopes, separated by spaces (RFC 6749 §3.3)
  createdAt: Fixed<string>;
  expiresAt: Fixed<string>;
  lastUsedOn: string | null; // YYYY-MM-DD
}

export interface WebhooksTable {
  id: Fixed<string>;
  url: Fixed<string>;
  events: Fixed<string>; // JSON
  secret: string; // Sealed
  cursor: string; // The position after the last change that was delivered, given up or not subscribed to
  status: "active" | "off";
  attempts: number; // Failed attempts of the next delivery
  givenUp: number; // The number of consecutive deliveries that were given up
  nextAttemptAt: string; // Also the end of a claim by a process
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
  body: string; // "" for the default text of the program
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
  expertRowId: number | null; // null if it is not about one expert, or that expert was deleted (the name stays)
  expertName: string;
  excerpt: string;
  imageUrl: Generated<string>;
  imageAlt: Generated<string>;
  tags: Generated<string>;
  aiModel: Generated<string>; // The model that wrote it; "" for none
  featuredPosition: number | null; // The position among the featured articles, at most 4, from 1; null if it is not featured
  onProfile: Generated<number>; // 1: linked from the expert's profile, first in its science highlights
  /** The library content from which it was published; publishing that again changes this article. null for none. */
  contentId: string | null;
  shareToken: Generated<string>; // Opens a draft at /articles/{slug}?draft=…; "" if it is not shared
  scheduledAt: string | null; // The time at which a draft is published automatically; null if it is not scheduled
  deletedAt: string | null; // The time of its move to the trash
  body: string;
  sources: string;
  origin: string;
  createdAt: Fixed<string>;
  updatedAt: string;
  publishedAt: string | null; // null if it was never published
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
  userId: string | null; // null after the account is deleted, and for automatic changes
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
  expertRowId: number | null; // null if it is about no expert, or that expert was deleted (the name stays)
  expertName: string;
  platform: string;
  contentType: string;
  projectRowId: number | null;
  seoTags: Generated<string>;
  provider: Generated<string>; // The provider of the model that wrote it; "" for a person
  model: Generated<string>;
  createdAt: Fixed<string>;
  updatedAt: string;
  createdBy: string | null;
  content: string;
  evidence: Generated<string>; // JSON of the sentences' evidence
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
  step: number; // The next step, 1 to 4
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
  ranModel: string; // The model that answered; "" for none
  status: "ok" | "error";
  message: string; // The reason of a failure; "" after success
  inputTokens: number | null; // null, as the next two, if the provider does not report it
  outputTokens: number | null;
  costUsd: number | null;
  durationMs: number;
  jobId: string | null; // The job that made the call; null for none
}

export interface AiModelsTable {
  provider: string;
  model: string;
  status: "ok" | "gone" | "failing";
  message: string;
  at: string;
}

/** Texts that a model suggested for a field, stored for 30 days, so that accepting one can be recorded. */
export interface SuggestionsTable {
  id: Fixed<string>;
  subjectKind: "expert" | "submission";
  subjectId: string; // "" for a subject that is not stored yet
  personName: Generated<string>; // The person's name when the text was written; "" for an article
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
  acceptedById: string | null; // null after the account is deleted, and for imports
  textHash: string; // SHA-256, hex, of the accepted text; another hash means that it was edited since
}

/** The record that a row belongs to; one of these columns is set. */
interface Subjects {
  expertRowId: number | null;
  articleRowId: number | null;
  submissionRowId: number | null;
  topicRowId: number | null;
}

/** The page and quote that support a sentence. With url "": the person who keeps it without a source, and the reason. */
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
  says: string; // "" while the request waits, "unanswered" after one without an answer
  words: string; // JSON
  provider: string;
  model: string;
  at: string;
}

/** A passage that could support a sentence. */
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
  shared: string; // JSON of the words that sentence and quote share
  missing: string; // The facts that the quote lacks, in words
  status: "proposed" | "taken" | "rejected";
  evidenceId: string; // The id of the evidence that was made from it; "" for none
  decidedBy: string | null;
  decidedAt: string | null;
}

/** The last search for sources of a profile's sentences. */
export interface SourceSearchesTable {
  expertRowId: number;
  searchedAt: string;
  pages: string; // JSON of the pages that were opened, and the reasons why others were not
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
  words: string; // Folded words, separated by spaces
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
  subject: string; // An id, the folded words of a search, or "" for the site and for searches that are too rare to store
  host: string; // The host of the referring site; "" for none, "others" beyond the limits
  n: number;
}

/** The editor who has a submission open. */
export interface ReviewPlacesTable {
  submissionRowId: number;
  userId: string;
  since: string;
  seenAt: string; // The time of the last heartbeat
}

export interface CursorsTable {
  name: string;
  value: string;
}

export interface UsersTable {
  id: Fixed<string>;
  email: string;
  emailVerifiedAt: string | null; // The time at which the address was verified
  firstName: string;
  lastName: string;
  role: "user" | "editor" | "admin";
  status: "active" | "disabled";
  passwordHash: string | null; // argon2id in PHC format; null without a password
  googleId: string | null; // Google's `sub`; null if the account is not linked
  createdAt: Fixed<string>;
  updatedAt: string;
  lastSignInAt: string | null;
  waitingMail: Generated<"now" | "daily" | "weekly" | "never">; // The frequency of mails to editors about waiting work
  waitingMailAt: Generated<string | null>; // The time of the last of these mails
}

export interface SessionsTable {
  idHash: Fixed<string>;
  userId: string | null; // null before the sign-in
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
  userId: string | null; // null for tokens without an account (set-up, questions)
  expiresAt: string;
  usedAt: string | null; // null while the token is valid
}

export interface TotpSecretsTable {
  userId: Fixed<string>;
  secret: string; // Sealed; see services/secrets
  lastStep: number; // The time step of the last accepted code, so that no code works twice
  createdAt: string;
  confirmedAt: string | null; // null until the first code was entered
  lastUsedAt: string | null;
}

export interface PasskeysTable {
  id: Fixed<string>; // The credential's id, base64url
  userId: Fixed<string>;
  name: string;
  publicKey: string; // COSE, base64url
  counter: number; // The last counter of the passkey; 0 for those that do not count
  transports: string; // JSON of a list
  createdAt: Fixed<string>;
  lastUsedAt: string | null;
}

export interface RecoveryCodesTable {
  hash: Fixed<string>; // SHA-256 of account and code, hex
  userId: Fixed<string>;
  usedAt: string | null; // null while the code is valid
}

export interface MailsTable {
  id: Fixed<string>;
  kind: string;
  recipient: string;
  subject: string;
  body: string; // Emptied some days after sending, because it may contain valid links
  html: Generated<string>; // The text as HTML; "" for none, and after sending
  unsubscribe: Generated<string>; // The address of one-click unsubscription (RFC 8058); "" for none, and after sending
  status: "queued" | "sending" | "handedOver" | "sent" | "failed";
  attempts: number;
  nextAttemptAt: string;
  lastError: string | null; // The reason of the last failure, for admins
  createdAt: Fixed<string>;
  sentAt: string | null; // null until the mail server accepted it
}

export interface SubmissionsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  /** The draft that was sent, so that sending it twice stores one row; null without a draft. */
  draftId: string | null;
  status: "pending" | "approved" | "rejected";
  changesExpertRowId: number | null; // The expert that it would change; null for a new one
  expertRowId: number | null;
  name: string;
  foldedName: string;
  nameKey: Generated<string>; // Computed as for a profile
  nameLetters: Generated<string>;
  title: string;
  record: string;
  sentRecord: string | null; // The original `record`; null if no editor has changed it
  userId: string | null; // null after the account is deleted
  submitterName: string;
  submitterEmail: string;
  submitterReason: string;
  submittedAt: Fixed<string>;
  updatedAt: string;
  reviewNotes: string;
  priority: Generated<number>; // 0: from the person whose profile it would change
  leftOut: Generated<string>; // JSON: fields of a change that were not accepted when it was approved
  reviewedAt: string | null; // null before the decision
  reviewedBy: string | null;
}

export interface WebsiteHostsTable {
  host: string;
  expertRowId: number | null;
  submissionRowId: number | null;
}

export interface DraftsTable {
  id: Fixed<string>;
  browser: string; // SHA-256 of the browser's `draft` cookie
  /** The account that was signed in when it was last saved; null if only the browser's cookie leads to it. */
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
  width: number; // The width of the largest file, in pixels
  height: number;
  bytes: number;
  files: string;
  contentHash: string; // SHA-256 of the uploaded bytes, so that the same image is stored once
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
  source: string; // The address of the page from which it was taken
  file: string; // At Wikimedia Commons, such as "File:Ada.jpg"; "" for others
  problem: string; // The problem that the weekly check found, as a sentence; "" for none
  checkedAt: string;
}

/** The credits in imports for pictures on other sites, stored until these are copied, at most 30 days. */
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
  detail: string; // The reason of a failure; "" otherwise
  searchedAt: string;
}

/** Candidates in the registers for a person, with more evidence than the name. */
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
  wikidata: string; // The identifier in the record at the time of the search
  outcome: "found" | "none" | "refused" | "failed"; // refused: there are pictures, and none of them is free
  detail: string; // The reason, as the end of a sentence; "" for none
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
  foundBy: Generated<"" | "wikidata" | "article" | "orcid">; // The way to the item; "" for candidates of earlier versions
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
  userId: string | null; // null after the account is deleted, and for automatic changes
  userName: string;
}

export interface AuditLogTable {
  rowId: Generated<number>;
  at: string;
  userId: string | null; // Stays after the account is deleted; null for automatic changes
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
  result: string | null; // JSON; null before the end
  message: string;
  partial: Generated<string>;
  done: number;
  total: number; // 0 while it is unknown
  createdAt: Fixed<string>;
  updatedAt: string;
  createdBy: string | null;
}

export interface ImportsTable {
  id: Fixed<string>;
  name: Fixed<string>;
  format: Fixed<"csv" | "xlsx" | "vcard" | "jsonld" | "json" | "export">;
  reading: string; // JSON of the way in which the file is read, see imports/reading
  mapping: string; // JSON of the mapping of its columns, see imports/mapping; "" before it is chosen
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
  headings: string; // The folded headings of the table
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
  problems: Fixed<string>; // JSON of the problems by column, see imports/person
  marks: Fixed<string>; // The problems as " column:kind ", for filters
  writtenAt: Generated<string>; // The `updatedAt` of the written profile; "" before
  answer: Generated<string>; // The answer to a question: "new", or the id of the expert; "" before
  subjectRowId: number | null; // The expert or article that the row would change, or created; null for none
  basedOn: Generated<string>;
  name: Fixed<string>;
  detail: string; // The error, or the omitted part; "" for nothing
  step: string | null; // JSON of the change to write; null for none
}

export interface RequestsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  tokenHash: string; // SHA-256, hex, of the token in the links of its mails
  kind: Fixed<"error" | "removal" | "claim" | "work">;
  status: "unconfirmed" | "open" | "applied" | "rejected" | "removed";
  expertRowId: number | null; // null once the profile is gone
  field: string; // The reported field; "" for something else; for a work, its identifier, see works/address
  says: string;
  should: string;
  source: string;
  message: string;
  email: string; // "" once the profile was removed
  notes: string;
  createdAt: Fixed<string>;
  confirmedAt: string | null; // null until the link in the mail is used
  dueAt: string | null;
  decidedAt: string | null;
  decidedBy: string | null;
  answeredInMs: number | null; // The time from confirmation to decision
  isPublic: number; // 1: the public log of corrections shows it
  userId: Generated<string | null>; // The person who claims or holds the profile; null for other kinds
}

/** A user's claim to be the person in a profile. */
export interface ClaimsTable {
  rowId: Generated<number>;
  id: Fixed<string>;
  expertRowId: number;
  userId: Fixed<string>;
  requestId: string | null; // The request in the queue; null until the claim is proven
  proof: Fixed<"mail" | "orcid" | "page">;
  status: "started" | "proven" | "confirmed" | "rejected" | "ended";
  page: Fixed<string>; // The page that proves it; "" for ORCID
  isStrong: number; // 0: proves only the same institution
  evidence: string;
  tokenHash: string | null; // SHA-256, hex, of the token in the latest mailed link; null if none is valid
  createdAt: Fixed<string>;
  expiresAt: string; // The end of a started claim
  claimedAt: string | null; // The time at which an admin confirmed the claim
  confirmedAt: string | null; // The time at which the person last confirmed that the profile is right
  remindedAt: string | null; // The time at which the person was last asked to confirm
  takesQuestions: Generated<number>; // 1: readers may write to the person through this site
  askedYearly: Generated<number>; // 0: the person gets no yearly mail that asks for a confirmation
}

/** Somebody who gets mail about news, without an account. */
export interface FollowersTable {
  rowId: Generated<number>;
  id: Fixed<string>; // Part of the link in their mails, with a keyed hash
  email: Fixed<string>;
  rhythm: "daily" | "weekly";
  nextAt: string | null; // The time of the next mail; null before the confirmation
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
  expertRowId: number | null; // The followed person; null for other kinds
  target: string; // The id of a person, the slug of a topic, or the address of a list
  createdAt: Fixed<string>;
  toldUntil: string | null; // The end of the news that was sent; null before the confirmation
}

/** A question of a reader to the holder of a profile. */
export interface QuestionsTable {
  rowId: Generated<number>;
  id: Fixed<string>; // Part of both links, each with a keyed hash
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

/** A sender whose questions a person has blocked, as a keyed hash of the address. */
export interface QuestionBlocksTable {
  expertRowId: Fixed<number>;
  hash: Fixed<string>;
  at: Fixed<string>;
}

/** The table has only keyed hashes, so that the database names nobody. */
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
