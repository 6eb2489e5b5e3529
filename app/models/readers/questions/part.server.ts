import type { Queryable } from "~/db.server";
import { type Account, NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";

const WRITTEN = "not: what people and this site wrote to each other";

export const questionsPart = {
  tables: {
    questions: {
      person: { expertRowId: { merge: "moves", removal: "goes", trash: "hidden" } },
      account: { userId: { end: "goes" }, email: { by: "address", end: removeAsked } },
      texts: { name: "goes", subject: "goes" },
      silent: ["purpose", "status"],
      handedOut: { exported: WRITTEN, dataset: NOT_PUBLIC, mine: "questions" },
    },
    questionTexts: {
      texts: { text: "goes" },
      silent: ["author"],
      handedOut: { exported: WRITTEN, dataset: NOT_PUBLIC, mine: "questions" },
    },
    questionBlocks: {
      key: ["expertRowId", "hash"],
      person: {
        expertRowId: { merge: moveOnce("questionBlocks", "expertRowId", ["hash"]), removal: "goes", trash: "hidden" },
      },
      silent: ["hash"],
      handedOut: WRITTEN,
    },
  },
} satisfies Part;

async function removeAsked(tx: Queryable, { email, isProven }: Account): Promise<void> {
  if (isProven) await tx.deleteFrom("questions").where("email", "=", email).execute();
}
