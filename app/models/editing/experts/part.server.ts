import { type ExpertRow, readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { AdminPage } from "~/models/base/parts/admin-page";
import { joinPieces, type Matter } from "~/models/base/parts/matter";
import type { Part } from "~/models/base/parts/part";
import { shortDay } from "~/models/base/text/days";
import { countNoun } from "~/models/base/text/numbers";
import { EVERYONE } from "~/models/records/listings/listing.server";
import { DAY_MS } from "~/stored-times";
import { GAPS } from "./gaps";
import { gapCounts } from "./gaps.server";
import { purgeOldExperts } from "./trash.server";

export const editedExpertsPart = {
  hourly: { experts: () => purgeOldExperts() },
  attention: reviewMatters,
  adminPages: [
    {
      to: "/admin/experts",
      label: "Manage Experts",
      purpose: "Find, edit, delete and restore",
      place: "Manage Experts",
      rank: 1,
      tab: "All",
    },
    {
      to: "/admin/featured",
      label: "Featured Experts",
      purpose: "Who comes first, and in what order",
      place: "Manage Experts",
      rank: 2,
      tab: "Featured",
    },
    {
      to: "/admin/experts/drafts",
      label: "Drafts",
      purpose: "Publish profiles that are not public yet",
      place: "Manage Experts",
      rank: 3,
    },
    { to: "/admin/experts/new", label: "New expert", purpose: "Add a profile by hand", place: "Manage Experts" },
    {
      to: "/admin/experts/trash",
      label: "Trash of experts",
      purpose: "Restore what was deleted",
      place: "Manage Experts",
    },
    ...Object.entries(GAPS).map(([gap, name]): AdminPage => {
      const label = `Experts: ${name.toLowerCase()}`;
      return {
        to: `/admin/experts?gap=${gap}`,
        label,
        purpose: "Experts for whom this is missing",
        place: "Manage Experts",
      };
    }),
  ],
  recordPages: [
    { to: "/admin/experts/:id", label: "Profile", rank: 1 },
    { to: "/admin/experts/:id/history", label: "History", rank: 2 },
    { to: "/admin/experts/:id/merge", label: "Merge" },
  ],
  sections: [
    { page: "review", label: "Review", rank: 6, state: reviewState },
    { page: "editors", label: "Notes, sorting, state", rank: 7, state: notesState },
  ],
} satisfies Part;

async function reviewState(_editor: Editor, { reviewedAt }: ExpertRow): Promise<string> {
  return reviewedAt ? `On ${shortDay(reviewedAt)}` : "Nobody has reviewed it yet";
}

async function notesState(_editor: Editor, { state, notes }: ExpertRow): Promise<string> {
  return `${STATE_WORDS[state]}, ${notes ? "with notes" : "no notes"}`;
}

const STATE_WORDS: Record<ExpertRow["state"], string> = {
  public: "Public",
  draft: "Draft",
  scheduled: "Appears later",
};

const MAX_NAMED = 5;

/** Returns the number of published profiles that no editor reviewed within the last year, and the first five. */
async function readUnreviewedProfiles(editor: Editor) {
  const yearAgo = new Date(Date.now() - 365 * DAY_MS).toISOString();
  // Profiles that were never reviewed have "" in `reviewedAt` and come first.
  const rows = await readDb
    .selectFrom("listing")
    .innerJoin("experts", "experts.rowId", "listing.expertRowId")
    .select(["experts.id", "experts.name"])
    .where("listing.category", "=", EVERYONE)
    .where("listing.reviewedAt", "<", yearAgo)
    .orderBy("listing.reviewedAt")
    .orderBy("listing.expertRowId")
    .limit(MAX_NAMED)
    .execute();
  return { count: rows.length === 0 ? 0 : (await gapCounts(editor, "")).review, experts: rows };
}

async function reviewMatters(editor: Editor): Promise<Matter[]> {
  const { count, experts } = await readUnreviewedProfiles(editor);
  if (count === 0) return [{ key: "stale", isOpen: false, text: ["No published profile waits for a review."] }];
  const link = {
    to: "/admin/experts?gap=review",
    text: `${countNoun(count, "profile was", "profiles were")} not reviewed within the last year`,
  };
  const names = experts.map(({ id, name }) => [{ to: `/admin/experts/${id}`, text: name }]);
  const end = count > experts.length ? [" …"] : [];
  return [{ key: "stale", isOpen: true, text: [link, ": ", ...joinPieces(names), ...end] }];
}
