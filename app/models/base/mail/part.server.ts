import type { Queryable } from "~/db.server";
import { type Account, NOT_PUBLIC, type Part } from "~/models/base/parts/part";

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
} satisfies Part;

async function removeMails(tx: Queryable, { email }: Account): Promise<void> {
  await tx.deleteFrom("mails").where("recipient", "=", email).execute();
}
