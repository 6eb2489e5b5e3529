import { type Queryable, readDb } from "~/db.server";
import { BATCH, type OwnPage, ownRows } from "~/models/base/parts/own-rows.server";
import { type Account, NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import type { SiteFacts } from "~/models/base/parts/site-facts";
import { removeOldMails } from "./loop.server";

export const mailPart = {
  tables: {
    mails: {
      key: ["id"],
      account: { recipient: { by: "address", end: removeMails } },
      texts: {
        subject: "goes",
        body: "goes",
        html: "goes",
        lastError: "stays: the answer of a mail server",
      },
      silent: ["kind", "unsubscribe", "status"],
      handedOut: {
        exported: "not: what people and this site wrote to each other",
        dataset: NOT_PUBLIC,
        mine: "mails",
      },
    },
  },
  hourly: { mails: () => removeOldMails(new Date()) },
  mine: {
    mails: ({ email }) => ownRows(mailsTo(email)),
  },
  privacy: (facts: SiteFacts) => ({
    Mail: `${facts.hasMailServer ? "Mails go out through the mail server of the operator." : "Mails wait on the server for an editor, who passes them on."} The text of a mail is deleted once it is sent, and its address and subject after 90 days.`,
  }),
  adminPages: [
    {
      to: "/admin/mails",
      label: "Mail",
      purpose: "Sent and waiting mails",
      place: "Settings",
      rank: 3,
      isForAdmins: true,
    },
  ],
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
