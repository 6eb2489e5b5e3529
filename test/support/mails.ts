/** Reads the mail queue, for tests of the models. */
import { db, engine } from "../../app/db.server";

/** Returns the mails to an address, oldest first, each with its first link. */
export async function mailsTo(recipient: string) {
  const mails = await db
    .selectFrom("mails")
    .select(["kind", "subject", "body"])
    .where("recipient", "=", recipient)
    .orderBy("createdAt")
    .orderBy((engine.kind === "sqlite" ? "rowid" : "ctid") as never)
    .execute();
  return mails.map((mail) => ({ ...mail, link: /https?:\/\/\S+/.exec(mail.body)?.[0] ?? "" }));
}

/** Returns the token in a link. */
export function tokenIn(link: string | undefined): string {
  return new URL(link ?? "").searchParams.get("token") ?? "";
}
