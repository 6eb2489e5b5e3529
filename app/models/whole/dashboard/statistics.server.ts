/** The numbers of the dashboard, and what waits for an admin. Nothing here scans a table. */
import { readDb } from "~/db.server";
import { env, googleIsConfigured } from "~/env.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { doubtedClock } from "~/models/base/jobs/clock.server";
import { mailState } from "~/models/base/mail/admin.server";
import { deadLinks } from "~/models/editing/links/admin-list.server";
import { lostPortraits } from "~/models/editing/portraits/portrait-checks.server";
import { waitingRequests } from "~/models/editing/requests/queue.server";
import { lostSources } from "~/models/editing/sources/freshness.server";
import { webhooksOff } from "~/models/readers/webhooks/webhooks.server";
import { undecidedPeople } from "~/models/records/directory/source-proposals.server";
import { facetIn } from "~/models/records/listings/facets";
import { EVERYONE, listingCounts } from "~/models/records/listings/listing.server";
import { unsupportedTexts } from "~/models/records/sources/unsupported.server";
import { newRetractions } from "~/models/records/works/works.server";
import { lastBackup } from "~/models/whole/transfer/backup.server";
import { IMAGE_PROVIDERS, KEY_VARIABLES } from "~/services/ai-providers";

export interface Statistics {
  experts: number;
  pending: number;
  submissions: number;
  categories: number;
  featured: number;
}

export async function statistics(_editor: Editor): Promise<Statistics> {
  const submissions = readDb.selectFrom("submissions").select((eb) => eb.fn.countAll<number>().as("count"));
  const [listed, all, pending, featured] = await Promise.all([
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
  const { [EVERYONE]: experts = 0, ...categories } = listed;
  return {
    experts,
    pending: pending.count,
    submissions: all.count,
    categories: Object.keys(categories).filter((listing) => !facetIn(listing)).length,
    featured: featured.count,
  };
}

/** What somebody should look at; empty parts are fine as they are. Mails, backups, webhooks and services are for admins. */
export async function waiting(editor: Editor) {
  const isAdmin = editor.role === "admin";
  const [
    oldest,
    mails,
    stale,
    links,
    sources,
    backupAt,
    requests,
    retractions,
    hooksOff,
    unsupported,
    portraits,
    found,
  ] = await Promise.all([
    oldestPendingAt(),
    isAdmin ? mailState() : null,
    notReviewedForAYear(),
    deadLinks(editor),
    lostSources(editor),
    isAdmin ? lastBackup() : null,
    waitingRequests(),
    newRetractions(editor),
    isAdmin ? webhooksOff() : 0,
    unsupportedTexts(editor),
    lostPortraits(editor),
    undecidedPeople(editor),
  ]);
  return {
    clock: isAdmin ? await doubtedClock() : null,
    requests,
    retractions,
    portraits,
    webhooksOff: hooksOff,
    unsupported,
    oldestPendingAt: oldest,
    mails,
    stale,
    links,
    sources,
    found,
    backup: backupAt ? { at: backupAt, isLate: isBackupLate(backupAt) } : null,
    unconfigured: isAdmin ? unconfiguredServices() : [],
  };
}

/** Whether two backups of the schedule should have come since; without a schedule, whether it is older than a week. */
function isBackupLate(at: string): boolean {
  const hours = 2 * env.BACKUP_EVERY_HOURS || 7 * 24;
  return Date.parse(at) + hours * 60 * 60_000 < Date.now();
}

async function oldestPendingAt(): Promise<string | null> {
  const pending = readDb.selectFrom("submissions").select("submittedAt").where("status", "=", "pending");
  const oldest = await pending.orderBy("submittedAt").limit(1).executeTakeFirst();
  return oldest?.submittedAt ?? null;
}

const DAY = 24 * 60 * 60_000;
const MAX_STALE = 100;

/** Published profiles that no editor reviewed, ever or within the last year: up to 100 counted. */
async function notReviewedForAYear() {
  const before = new Date(Date.now() - 365 * DAY).toISOString();
  // People who were never reviewed have "" there and come first.
  const rows = await readDb
    .selectFrom("listing")
    .innerJoin("experts", "experts.rowId", "listing.expertRowId")
    .select(["experts.id", "experts.name"])
    .where("listing.category", "=", EVERYONE)
    .where("listing.reviewedAt", "<", before)
    .orderBy("listing.reviewedAt")
    .orderBy("listing.expertRowId")
    .limit(MAX_STALE + 1)
    .execute();
  return { count: Math.min(rows.length, MAX_STALE), more: rows.length > MAX_STALE, experts: rows.slice(0, 5) };
}

/** Optional services that are off because a variable is missing: what that means, and the variables. */
function unconfiguredServices(): { service: string; consequence: string; missing: string[] }[] {
  const services = [
    {
      service: "Sign-in with Google",
      consequence: "Visitors sign in with a password only.",
      missing: googleIsConfigured ? [] : missingOf("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"),
    },
    {
      service: "Images by AI",
      consequence: "Images cannot be generated. One of the keys is enough.",
      missing: missingUnlessOne(...IMAGE_PROVIDERS.map((provider) => KEY_VARIABLES[provider])),
    },
    {
      service: "Analytics",
      consequence: "Page views are not reported anywhere.",
      missing: missingOf("ANALYTICS_PROVIDER", "ANALYTICS_ID"),
    },
  ];
  return services.filter(({ missing }) => missing.length > 0);
}

function missingUnlessOne(...names: (keyof typeof env)[]): string[] {
  const missing = missingOf(...names);
  return missing.length === names.length ? missing : [];
}

function missingOf(...names: (keyof typeof env)[]): string[] {
  return names.filter((name) => !env[name]);
}
