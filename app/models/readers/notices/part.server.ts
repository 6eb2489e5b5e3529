import type { Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";

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
} satisfies Part;
