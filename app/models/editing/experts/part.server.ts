import { readDb } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { counted, joined, type Matter } from "~/models/base/parts/matter";
import type { Part } from "~/models/base/parts/part";
import { EVERYONE } from "~/models/records/listings/listing.server";
import { gapCounts } from "./gaps.server";
import { purgeOldExperts } from "./trash.server";

export const editedExpertsPart = {
  hourly: { experts: () => purgeOldExperts() },
  attention: stale,
} satisfies Part;

const DAY = 24 * 60 * 60_000;
const NAMED = 5;

/** Published profiles that no editor reviewed, ever or within the last year. */
async function notReviewedForAYear(editor: Editor) {
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
    .limit(NAMED)
    .execute();
  return { count: rows.length === 0 ? 0 : (await gapCounts(editor, "")).review, experts: rows };
}

async function stale(editor: Editor): Promise<Matter[]> {
  const { count, experts } = await notReviewedForAYear(editor);
  if (count === 0) return [{ key: "stale", isOpen: false, text: ["No published profile waits for a review."] }];
  const link = {
    to: "/admin/experts?gap=review",
    text: `${counted(count, "profile was", "profiles were")} not reviewed within the last year`,
  };
  const names = experts.map(({ id, name }) => [{ to: `/admin/experts/${id}`, text: name }]);
  const end = count > experts.length ? [" …"] : [];
  return [{ key: "stale", isOpen: true, text: [link, ": ", ...joined(names), ...end] }];
}
