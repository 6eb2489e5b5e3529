import { type Queryable, readDb } from "~/db.server";
import { BATCH, type OwnPage, ownRows } from "~/models/base/parts/own-rows.server";
import { type Account, NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import { startMailer, tidyMails } from "./loop.server";
import { queueWaitingMails } from "./waiting-mails.server";

export const mailPart = {
  tables: {
    mails: {
      key: ["id"],
      account: { recipient: { by: "address", end: removeMails } },
      texts: {
        subject: "goes",
        body: "goes",
        html: "goes",
        lastError: "stays: what a mail server answered",
      },
      silent: ["kind", "unsubscribe", "status"],
      handedOut: {
        exported: "not: what people and this site wrote to each other",
        dataset: NOT_PUBLIC,
        mine: "mails",
      },
    },
  },
  hourly: { mails: () => tidyMails(new Date()) },
  loops: (origin: string) => [startMailer({}, () => queueWaitingMails(origin))],
  mine: {
    mails: ({ email }) => ownRows(mailsTo(email)),
  },
} satisfies Part;

async function removeMails(tx: Queryable, { email }: Account): Promise<void> {
  await tx.deleteFrom("mails").where("recipient", "=", email).execute();
}

function mailsTo(recipient: string): OwnPage<{ createdAt: string; id: string }> {
  const rows = readDb
    .selectFrom("mails")
    .select(["id", "kind", "recipient", "subject", "status", "createdAt", "sentAt"])
    .where("recipient", "=", recipient)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(BATCH);
  return (last) => {
    const { createdAt = "", id = "" } = last ?? {};
    return rows
      .where(({ eb, refTuple, tuple }) => eb(refTuple("createdAt", "id"), ">", tuple(createdAt, id)))
      .execute();
  };
}
