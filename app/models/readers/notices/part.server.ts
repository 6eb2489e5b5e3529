import type { ExpertRow } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import { line } from "~/models/base/parts/setting.server";
import { shortDay } from "~/models/base/text/days";
import { LETTER, PLACES_IN_BRACES, unknownPlaces } from "./letter";
import { LETTER_SETTING } from "./setting";
import { whenTold } from "./tell.server";

export const noticesPart = {
  tables: {
    toldPeople: {
      key: ["expertRowId"],
      // Keeps one row, because a second letter would go to a person who was told.
      person: {
        expertRowId: { merge: moveOnce("toldPeople", "expertRowId"), removal: "goes", trash: "hidden", end: "goes" },
      },
      silent: ["way"],
      handedOut: "not: the past of this site",
    },
  },
  settings: [
    {
      name: LETTER_SETTING,
      label: "Message to listed people",
      lines: 24,
      standard: LETTER,
      purpose: `What tells them that they are listed. In braces stands what differs: ${PLACES_IN_BRACES}.`,
      schema: line(8_000).refine((text) => unknownPlaces(text).length === 0, {
        error: ({ input }) =>
          `Nothing is known for ${unknownPlaces(String(input)).join(", ")}. Known are ${PLACES_IN_BRACES}.`,
      }),
    },
  ],
  sections: [{ page: "inform", label: "Tell the person", rank: 8, state: toldState }],
} satisfies Part;

async function toldState(_editor: Editor, { rowId }: ExpertRow): Promise<string> {
  const toldAt = await whenTold(rowId);
  return toldAt ? `Informed on ${shortDay(toldAt)}` : "Not informed yet";
}
