/** Reads the numbers of the dashboard, and the work that waits for an admin, without scanning a table. */

import { readDb } from "~/db.server";
import { env, googleIsConfigured } from "~/env.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { doubtedClock } from "~/models/base/jobs/clock.server";
import { joinPieces, type Matter, type Piece } from "~/models/base/parts/matter";
import { categoryByKey } from "~/models/records/listings/categories";
import { EVERYONE, listingCounts } from "~/models/records/listings/listing.server";
import { mailState } from "~/models/whole/mail/admin.server";
import { PARTS } from "~/models/whole/parts.server";
import { lastBackupOfSite } from "~/models/whole/transfer/backup-schedule.server";
import { IMAGE_PROVIDERS, KEY_VARIABLES } from "~/services/ai-providers";

export interface Statistics {
  experts: number;
  pending: number;
  submissions: number;
  categories: number;
  featured: number;
}

const MAX_ACTIONS = 5;
/** Limits the entries of the audit log that are searched, because sign-ins and entries of the site itself can fill it. */
const MAX_SEARCHED = 1_000;

/**
 * Returns the latest actions of people, without sign-ins. Network addresses and details are on the page of the audit log, which
 * is for admins; so are actions on accounts, whose names can be email addresses.
 */
export async function latestActions(editor: Editor) {
  const entries = readDb.selectFrom("auditLog").selectAll().orderBy("rowId", "desc").limit(MAX_SEARCHED);
  return readDb
    .selectFrom(entries.as("auditLog"))
    .select(["rowId", "at", "userName", "action", "subjectName"])
    .where("userId", "is not", null)
    .where("action", "!=", "signed in")
    .$if(editor.role !== "admin", (actions) => actions.where("subjectKind", "!=", "user"))
    .orderBy("rowId", "desc")
    .limit(MAX_ACTIONS)
    .execute();
}

export async function statistics(_editor: Editor): Promise<Statistics> {
  const submissions = readDb.selectFrom("submissions").select((eb) => eb.fn.countAll<number>().as("count"));
  const [countsByCategory, allSubmissions, pendingSubmissions, featuredExperts] = await Promise.all([
    listingCounts(),
    submissions.executeTakeFirstOrThrow(),
    submissions.where("status", "=", "pending").executeTakeFirstOrThrow(),
    readDb
      .selectFrom("experts")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("featuredPosition", "is not", null)
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow(),
  ]);
  const { [EVERYONE]: experts = 0, ...byCategory } = countsByCategory;
  return {
    experts,
    pending: pendingSubmissions.count,
    submissions: allSubmissions.count,
    categories: Object.keys(byCategory).filter(categoryByKey).length,
    featured: featuredExperts.count,
  };
}

/** Returns the matters that need attention, as each part reports them. Mails, backups and services are for admins. */
export async function dashboardMatters(editor: Editor) {
  const isAdmin = editor.role === "admin";
  const [partMatters, mails, clock, backupAt] = await Promise.all([
    Promise.all(PARTS.map(({ attention }) => attention?.(editor) ?? [])),
    isAdmin ? mailState() : null,
    isAdmin ? doubtedClock() : null,
    isAdmin ? lastBackupOfSite() : null,
  ]);
  const matters = partMatters.flat().sort((matter, other) => Number(!matter.isWaitedFor) - Number(!other.isWaitedFor));
  const services = isAdmin ? unconfiguredServices() : [];
  return { clock, mails, matters: [...matters, ...(backupAt ? [backupMatter(backupAt)] : []), ...services] };
}

function backupMatter(at: string): Matter {
  const isLate = isBackupLate(at);
  const end: Piece[] = isLate
    ? [". A newer one is due: check the log, and make one with ", { code: "npm run admin -- backup" }, "."]
    : ["."];
  return { key: "backup", isOpen: isLate, text: ["The last backup was made ", { age: at }, ...end] };
}

/**
 * Returns whether two scheduled backups are missing since then; without a schedule, whether the backup is older than a
 * week.
 */
function isBackupLate(at: string): boolean {
  const hours = 2 * env.BACKUP_EVERY_HOURS || 7 * 24;
  return Date.parse(at) + hours * 60 * 60_000 < Date.now();
}

/** Returns the optional services that are off, with the consequence and the variables. */
function unconfiguredServices(): Matter[] {
  const imageKeys = IMAGE_PROVIDERS.map((provider) => KEY_VARIABLES[provider]);
  // The start refuses one variable of a pair without the other, so none of them is set.
  const services = [
    {
      isOn: googleIsConfigured,
      service: "Sign-in with Google",
      consequence: "Visitors sign in with a password only.",
      variables: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
    },
    {
      isOn: imageKeys.some((name) => env[name]),
      service: "Images by AI",
      consequence: "Images cannot be generated. One of the keys is enough.",
      variables: imageKeys,
    },
    {
      isOn: Boolean(env.ANALYTICS_PROVIDER),
      service: "Analytics",
      consequence: "Page views are not reported anywhere.",
      variables: ["ANALYTICS_PROVIDER", "ANALYTICS_ID"],
    },
  ];
  return services
    .filter(({ isOn }) => !isOn)
    .map(({ service, consequence, variables }) => ({
      key: service,
      isOpen: false,
      mark: "–",
      text: [
        `${service}: off, because `,
        ...joinPieces(
          variables.map((name) => [{ code: name }]),
          " and ",
        ),
        ` are not set. ${consequence}`,
      ],
    }));
}
