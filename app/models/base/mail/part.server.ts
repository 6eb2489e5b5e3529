import { type Queryable, readDb, type UserRow } from "~/db.server";
import { accountMails } from "~/models/base/parts/mail-kinds.server";
import { BATCH_SIZE, type OwnPage, ownRows } from "~/models/base/parts/own-rows.server";
import { type Account, NOT_PUBLIC, type Part } from "~/models/base/parts/part";
import type { SiteFacts } from "~/models/base/parts/site-facts";
import { removeOldMails } from "./loop.server";

export const mailPart = {
  tables: {
    mails: {
      key: ["id"],
      account: { recipient: { by: "address", deletion: removeMails } },
      texts: {
        subject: "deleted",
        body: "deleted",
        html: "deleted",
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
    mails: (user) => ownRows(mailsTo(user)),
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

async function removeMails(tx: Queryable, { email, isProven }: Account): Promise<void> {
  await tx
    .deleteFrom("mails")
    .where("recipient", "=", email)
    .$if(!isProven, (mails) => mails.where("kind", "in", accountMails()))
    .execute();
}

/** Returns the mails to the account, and once its address was proven those to the address, too. */
function mailsTo({
  email,
  emailVerifiedAt,
}: Pick<UserRow, "email" | "emailVerifiedAt">): OwnPage<{ createdAt: string; id: string }> {
  const rows = readDb
    .selectFrom("mails")
    .select(["id", "kind", "recipient", "subject", "status", "createdAt", "sentAt"])
    .where("recipient", "=", email)
    .$if(emailVerifiedAt === null, (mails) => mails.where("kind", "in", accountMails()))
    .orderBy("createdAt")
    .orderBy("id")
    .limit(BATCH_SIZE);
  return (last) => {
    const { createdAt = "", id = "" } = last ?? {};
    return rows
      .where(({ eb, refTuple, tuple }) => eb(refTuple("createdAt", "id"), ">", tuple(createdAt, id)))
      .execute();
  };
}
