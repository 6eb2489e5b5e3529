/** Gives the mails about a request ids that contain the request's, so that exactly these can be deleted. */
import type { Queryable } from "~/db.server";
import { decisionMailPattern } from "~/models/base/mail/second-thoughts.server";

const OCCASIONS = ["confirm", "received"] as const;

export function requestMailId(occasion: (typeof OCCASIONS)[number], requestId: string): string {
  return `${occasion}-${requestId}`;
}

/** Deletes the mails to the sender of a report: waiting mails are not sent, and sent ones are not kept with the address. */
export async function deleteReportMails(tx: Queryable, requestId: string): Promise<void> {
  const ids = OCCASIONS.map((occasion) => requestMailId(occasion, requestId));
  await tx
    .deleteFrom("mails")
    .where("kind", "like", "report%")
    .where((e) => e.or([e("id", "in", ids), e("id", "like", decisionMailPattern(requestId))]))
    .execute();
}
