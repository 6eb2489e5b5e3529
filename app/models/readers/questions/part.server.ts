import { type Queryable, readDb } from "~/db.server";
import { ALL_ROWS, type OwnPage, ownRows } from "~/models/base/parts/own-rows.server";
import { type Account, NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { moveOnce } from "~/models/base/parts/rows.server";
import type { SiteFacts } from "~/models/base/parts/site-facts";
import { publicExperts } from "~/models/records/shared/public-rows.server";
import { removeOldQuestions } from "./questions.server";

const WHY_NOT_EXPORTED = "not: what people and this site wrote to each other";

export const questionsPart = {
  tables: {
    questions: {
      person: { expertRowId: { merge: "moved", removal: "deleted", trash: "hidden", deletion: "deleted" } },
      account: { userId: { deletion: "deleted" }, email: { by: "address", deletion: removeQuestionsFrom } },
      texts: { name: "deleted", subject: "deleted" },
      silent: ["purpose", "status"],
      handedOut: { exported: WHY_NOT_EXPORTED, dataset: NOT_PUBLIC, mine: "questions" },
    },
    questionTexts: {
      texts: { text: "deleted" },
      silent: ["author"],
      handedOut: { exported: WHY_NOT_EXPORTED, dataset: NOT_PUBLIC, mine: "questions" },
    },
    questionBlocks: {
      key: ["expertRowId", "hash"],
      person: {
        expertRowId: {
          merge: moveOnce("questionBlocks", "expertRowId", ["hash"]),
          removal: "deleted",
          trash: "hidden",
          deletion: "deleted",
        },
      },
      silent: ["hash"],
      handedOut: WHY_NOT_EXPORTED,
    },
  },
  hourly: { questions: removeOldQuestions },
  mine: {
    questions: ({ id, email }) => ownRows(questionsOf(id, email), ALL_ROWS),
  },
  addresses: { reserved: ["question", "questions"], secret: ["question"] },
  mails: {
    questionConfirm: { hasLink: true },
    question: { hasLink: true, toAccount: true, subject: "A question to a listed person" },
    questionAnswer: { hasLink: true, subject: "An answer of a listed person" },
  },
  privacy: (facts: SiteFacts) => ({
    "If you ask somebody who is listed": facts.hasMailServer
      ? "We store your name, your email address and what both of you write, to pass it on. Neither gets the other's address, unless the person asked chooses to show theirs. Editors see how many questions there are and which were reported, not the texts. Questions that are not confirmed are deleted after 7 days, and others 90 days after the last message or a report, or at once when the profile is removed. If the person wants nothing more from you, a keyed hash of your address stays while the profile does."
      : "",
  }),
} satisfies Part;

async function removeQuestionsFrom(tx: Queryable, { email, isProven }: Account): Promise<void> {
  if (isProven) await tx.deleteFrom("questions").where("email", "=", email).execute();
}

/** Returns the questions to the user, and those from the user's email address once it was verified. */
function questionsOf(userId: string, email: string): OwnPage {
  const verifiedEmail = readDb.selectFrom("users").select("email").where("id", "=", userId);
  const rows = readDb
    .selectFrom("questions")
    .innerJoin("questionTexts", "questionTexts.questionRowId", "questions.rowId")
    .leftJoin(publicExperts, (join) => join.onRef("experts.rowId", "=", "questions.expertRowId"))
    .select(["experts.name as expert", "questions.name as from", "subject", "purpose", "questions.status"])
    .select(["questionTexts.author", "questionTexts.text", "questionTexts.at"])
    .where((e) =>
      e.or([
        e("questions.userId", "=", userId).and("questions.status", "!=", "unconfirmed"),
        e("questions.email", "=", email).and(
          "questions.email",
          "in",
          verifiedEmail.where("emailVerifiedAt", "is not", null),
        ),
      ]),
    )
    .orderBy("questionTexts.rowId");
  return () => rows.execute();
}
