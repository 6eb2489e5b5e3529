import type { Editor } from "~/models/base/accounts/admin.server";
import type { Matter, Piece } from "~/models/base/parts/matter";
import type { Part } from "~/models/base/parts/part";
import { deadLinks } from "./admin-list.server";

export const deadLinksPart = {
  attention: async (editor: Editor): Promise<Matter[]> => {
    const linkState = await deadLinks(editor);
    const { isUnderWay } = linkState;
    const text = describeLinks({ ...linkState, isAdmin: editor.role === "admin" });
    // Closes the matter, because no editor can switch the check on.
    if (linkState.isOff && linkState.count === 0) return [{ key: "links", isOpen: false, mark: "–", text }];
    return [{ key: "links", isOpen: linkState.isOpen, isUnderWay, text }];
  },
  adminPages: [
    {
      to: "/admin/links",
      label: "Dead Links",
      purpose: "Reference links that do not answer",
      place: "What Is Missing",
      rank: 2,
    },
  ],
} satisfies Part;

function describeLinks({
  count,
  checkedAt,
  isOff,
  isLate,
  isUnderWay,
  offlineAt,
  isAdmin,
}: Awaited<ReturnType<typeof deadLinks>> & { isAdmin: boolean }): Piece[] {
  if (count > 0) {
    const text = `${count.toLocaleString("en")} dead ${count === 1 ? "link" : "links"}`;
    return [{ to: "/admin/links", text }, " in the profiles."];
  }
  if (isOff && !isAdmin) return ["Reference links are not checked: that is switched off on this site."];
  if (isOff) return ["Reference links are not checked, because ", { code: "LINK_CHECK" }, " is off."];
  if (!checkedAt) return ["Reference links have not been checked yet."];
  if (isUnderWay && offlineAt)
    return ["Tried to check the links: no other site could be reached, ", { age: offlineAt }, ". It goes on later."];
  if (!isUnderWay && !isLate) return ["No dead links. The last check began ", { age: checkedAt }, "."];
  const beginning = isUnderWay
    ? "The check of links that began "
    : "No dead links were found by the last check, which began ";
  if (!isLate) return [beginning, { age: checkedAt }, " goes on. No dead links so far."];
  return [
    beginning,
    { age: checkedAt },
    isUnderWay ? " has not come to its end." : ". A newer one is due: check the log.",
  ];
}
