import { Link } from "@remix-run/react";
import { ShortDate } from "~/components/ui/dates";
import type { OwnPage } from "~/models/whole/my-profile/own-page.server";

/** Lists the person's proposals, and says how many proposals of others are waiting. */
export function Proposals({
  profile: { proposals, othersWaiting },
}: {
  profile: Pick<OwnPage, "proposals" | "othersWaiting">;
}) {
  return (
    <section className="mt-6" aria-labelledby="proposals">
      <h2 id="proposals" className="text-lg">
        Proposed changes
      </h2>
      {othersWaiting > 0 && (
        <p className="mt-2">
          {othersWaiting === 1
            ? "Somebody else proposed a change. An editor will check it."
            : `Others proposed ${othersWaiting} changes. An editor will check them.`}
        </p>
      )}
      {proposals.length === 0 && <p className="mt-2">You have proposed nothing yet.</p>}
      <ul>
        {proposals.map(({ id, fields, statusLabel, submittedAt, reviewNotes }) => (
          <li key={id} className="border-t border-line py-2">
            <Link className="underline" to={`/my-submissions/${id}`}>
              {fields || "A change"}
            </Link>{" "}
            <span className="text-muted">
              <ShortDate time={submittedAt} />, {statusLabel}
            </span>
            {reviewNotes && (
              <blockquote className="mt-1 border-l-3 border-line pl-4 whitespace-pre-line" dir="auto">
                {reviewNotes}
              </blockquote>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
