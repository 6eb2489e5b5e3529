import type { Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import { line } from "~/models/base/parts/setting.server";
import { LETTER, PLACES_IN_BRACES, unknownPlaces } from "./letter";
import { LETTER_SETTING } from "./setting";

export const noticesPart = {
  tables: {
    toldPeople: {
      key: ["expertRowId"],
      // A second letter would go to somebody who was told.
      person: { expertRowId: { merge: moveOnce("toldPeople", "expertRowId"), removal: "goes", trash: "hidden" } },
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
  recordPages: [{ to: "/admin/experts/:id/letter", label: "Tell the person" }],
} satisfies Part;
