import type { ExpertRow } from "~/db.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import { line } from "~/models/base/parts/setting.server";
import { shortDay } from "~/models/base/text/days";
import { informedAt } from "./inform.server";
import { LETTER, PLACEHOLDER_LIST, unknownPlaceholders } from "./letter";
import { LETTER_SETTING } from "./setting";

export const noticesPart = {
  tables: {
    toldPeople: {
      key: ["expertRowId"],
      // Keeps one row, so that nobody who was informed gets a second letter.
      person: {
        expertRowId: {
          merge: moveOnce("toldPeople", "expertRowId"),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
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
      purpose: `Tells people that they are listed. It can contain these placeholders: ${PLACEHOLDER_LIST}.`,
      schema: line(8_000).refine((text) => unknownPlaceholders(text).length === 0, {
        error: ({ input }) =>
          `There is no placeholder ${unknownPlaceholders(String(input)).join(", ")}. Use ${PLACEHOLDER_LIST}.`,
      }),
    },
  ],
  sections: [{ page: "inform", label: "Tell the person", rank: 8, state: informedState }],
} satisfies Part;

async function informedState(_editor: Editor, { rowId }: ExpertRow): Promise<string> {
  const informedDay = await informedAt(rowId);
  return informedDay ? `Informed on ${shortDay(informedDay)}` : "Not informed yet";
}
