/**
 * Lists the parts of this site, for tasks that concern all of them. Every folder that owns tables has its part here.
 */

import { accountsPart } from "~/models/base/accounts/part.server";
import { auditPart } from "~/models/base/audit/part.server";
import { forgettingPart } from "~/models/base/forgetting/part.server";
import { jobsPart } from "~/models/base/jobs/part.server";
import { mailPart } from "~/models/base/mail/part.server";
import { reserveAddresses } from "~/models/base/parts/addresses.server";
import type { AdminPage, RecordPage } from "~/models/base/parts/admin-page";
import { registerAccountMails } from "~/models/base/parts/mail-kinds.server";
import type {
  AccountAnswers,
  Column,
  Part,
  PersonAnswers,
  ProfileSection,
  RecordAnswers,
  Table,
  TableName,
} from "~/models/base/parts/part";
import { type LinkColumn, registerTrashColumns } from "~/models/base/parts/trash.server";
import { providersPart } from "~/models/base/providers/part.server";
import { rateLimitsPart } from "~/models/base/rate-limits/part.server";
import { settingsPart } from "~/models/base/settings/part.server";
import { aiPart } from "~/models/editing/ai/part.server";
import { articlesPart } from "~/models/editing/articles/part.server";
import { claimsPart } from "~/models/editing/claims/part.server";
import { editedExpertsPart } from "~/models/editing/experts/part.server";
import { identityPart } from "~/models/editing/identity/part.server";
import { importsPart } from "~/models/editing/imports/part.server";
import { libraryPart } from "~/models/editing/library/part.server";
import { deadLinksPart } from "~/models/editing/links/part.server";
import { portraitsPart } from "~/models/editing/portraits/part.server";
import { promotionsPart } from "~/models/editing/promotions/part.server";
import { requestsPart } from "~/models/editing/requests/part.server";
import { sourcesPart } from "~/models/editing/sources/part.server";
import { submissionsPart } from "~/models/editing/submissions/part.server";
import { datasetPart } from "~/models/readers/dataset/part.server";
import { followsPart } from "~/models/readers/follows/part.server";
import { listsPart } from "~/models/readers/lists/part.server";
import { missedSearchesPart } from "~/models/readers/missed-searches/part.server";
import { noticesPart } from "~/models/readers/notices/part.server";
import { questionsPart } from "~/models/readers/questions/part.server";
import { visitsPart } from "~/models/readers/visits/part.server";
import { webhooksPart } from "~/models/readers/webhooks/part.server";
import { directoryPart } from "~/models/records/directory/part.server";
import { evidencePart } from "~/models/records/evidence/part.server";
import { expertsPart } from "~/models/records/experts/part.server";
import { imagesPart } from "~/models/records/images/part.server";
import { linksPart } from "~/models/records/links/part.server";
import { pagesPart } from "~/models/records/pages/part.server";
import { profilesPart } from "~/models/records/profiles/part.server";
import { provenancePart } from "~/models/records/provenance/part.server";
import { relistingPart } from "~/models/records/relisting/part.server";
import { PUBLIC_KINDS } from "~/models/records/shared/public-kinds";
import { topicsPart } from "~/models/records/topics/part.server";
import { worksPart } from "~/models/records/works/part.server";
import { wholePart } from "./part.server";
import { searchPart } from "./search/part.server";

export const PARTS: readonly Part[] = [
  accountsPart,
  auditPart,
  forgettingPart,
  jobsPart,
  mailPart,
  providersPart,
  rateLimitsPart,
  settingsPart,
  directoryPart,
  deadLinksPart,
  evidencePart,
  expertsPart,
  linksPart,
  provenancePart,
  relistingPart,
  searchPart,
  topicsPart,
  profilesPart,
  worksPart,
  aiPart,
  articlesPart,
  claimsPart,
  editedExpertsPart,
  identityPart,
  importsPart,
  libraryPart,
  portraitsPart,
  promotionsPart,
  requestsPart,
  sourcesPart,
  submissionsPart,
  followsPart,
  listsPart,
  missedSearchesPart,
  noticesPart,
  questionsPart,
  visitsPart,
  webhooksPart,
  datasetPart,
  pagesPart,
  wholePart,
  // Comes last, because files are deleted after everything that shows them.
  imagesPart,
];

// Passes the addresses down, because records get theirs on a floor below the parts.
reserveAddresses(PARTS.flatMap(({ addresses }) => addresses?.reserved ?? []));

registerAccountMails(
  PARTS.flatMap(({ mails = {} }) => Object.entries(mails).flatMap(([kind, { toAccount }]) => (toAccount ? kind : []))),
);

/** The first segments of paths that contain a secret, and of those where one click ends mails. */
export const BEFORE_SECRETS = PARTS.flatMap(({ addresses }) => addresses?.secret ?? []);
export const BEFORE_UNSUBSCRIBE = PARTS.flatMap(({ addresses }) => addresses?.oneClick ?? []);

/** The admin pages by their rank; the side bar arranges them by place. */
export const ADMIN_PAGES: readonly AdminPage[] = PARTS.flatMap(({ adminPages = [] }) => adminPages).sort(
  (adminPage, other) => (adminPage.rank ?? Number.POSITIVE_INFINITY) - (other.rank ?? Number.POSITIVE_INFINITY),
);
/** The sections of a person's admin page, in order. */
export const PROFILE_SECTIONS: readonly ProfileSection[] = PARTS.flatMap(({ sections = [] }) => sections).sort(
  (section, other) => section.rank - other.rank,
);
export const RECORD_PAGES: readonly RecordPage[] = [
  ...PARTS.flatMap(({ recordPages = [] }) => recordPages).sort(
    (recordPage, other) => (recordPage.rank ?? Number.POSITIVE_INFINITY) - (other.rank ?? Number.POSITIVE_INFINITY),
  ),
  ...PROFILE_SECTIONS.map(({ page, label }) => ({ to: `/admin/experts/:id/${page}`, label, isSection: true as const })),
];

/** The tools of assistants. */
export const TOOLS = PARTS.flatMap(({ tools = {} }) => Object.entries(tools));

/** Every table with the answers of its part. */
export const TABLES = PARTS.flatMap(({ tables = {} }) => Object.entries(tables) as unknown as [TableName, Table][]);

interface LinkColumnOf<A> {
  name: TableName;
  table: Table;
  column: Column;
  answers: A;
}

function linkColumns<A>(columns: (table: Table) => object | undefined): LinkColumnOf<A>[] {
  return TABLES.flatMap(([name, table]) =>
    Object.entries(columns(table) ?? {}).map(([column, answers]) => ({
      name,
      table,
      column: column as Column,
      answers: answers as A,
    })),
  );
}

/** The columns that point to a person, to an account or to another record, with what happens to their rows. */
export const PERSON_COLUMNS = linkColumns<PersonAnswers>(({ person }) => person);
export const ACCOUNT_COLUMNS = linkColumns<AccountAnswers>(({ account }) => account);
export const RECORD_COLUMNS = linkColumns<RecordAnswers>(({ record }) => record);

/** Returns the table of the record to which a column points. A test finds columns without one. */
export function recordOf({ column, answers }: Pick<LinkColumn, "column" | "answers">): TableName | undefined {
  return answers.of ?? Object.values(PUBLIC_KINDS).find(({ owner }) => owner === column)?.table;
}

const TRASH_COLUMNS: [TableName, LinkColumn][] = [
  ...PERSON_COLUMNS.map((linkColumn): [TableName, LinkColumn] => ["experts", linkColumn]),
  ...RECORD_COLUMNS.flatMap((linkColumn): [TableName, LinkColumn][] => {
    const record = recordOf(linkColumn);
    return record ? [[record, linkColumn]] : [];
  }),
];

registerTrashColumns(
  new Map(
    Array.from(
      Map.groupBy(TRASH_COLUMNS, ([record]) => record),
      ([record, columns]) => [record, columns.map(([, linkColumn]) => linkColumn)],
    ),
  ),
);

/** The tables whose rows an export contains. */
export const EXPORTED = TABLES.filter(
  ([, { handedOut }]) => typeof handedOut !== "string" && !handedOut.exported.startsWith("not: "),
).map(([name]) => name);
