import { Link } from "@remix-run/react";
import { ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import type { Neighbours, Review } from "~/models/submissions/review.server";

/** Who is suggested by whom and why, who may be meant already, and the way to the others of the queue. */
export function ReviewHead({ review }: { review: Review & Neighbours }) {
  const { submission, target, duplicates, next, previous } = review;
  const { name, submittedAt, submitterName, submitterEmail, submitterReason } = submission;
  return (
    <>
      <div className="page-line">
        <h1>{name}</h1>
        <nav className="acts" aria-label="Queue">
          {previous && (
            <ButtonLink quiet small to={`/admin/submissions/${previous}`} data-key="k" rel="prev">
              Previous
            </ButtonLink>
          )}
          {next && next !== submission.id && (
            <ButtonLink quiet small to={`/admin/submissions/${next}`} data-key="j" rel="next">
              Next
            </ButtonLink>
          )}
          <ButtonLink quiet small to="/admin/submissions">
            All submissions
          </ButtonLink>
        </nav>
      </div>
      <p className="about">
        <Standing review={review} />{" "}
        {target ? (
          <>
            Change to <Link to={`/${target.slug}`}>{target.name}</Link>
            {target.inTrash && <strong>, who is in the trash</strong>}
          </>
        ) : (
          "New expert"
        )}
        , submitted <ShortDate time={submittedAt} /> by {submitterName || "a deleted account"}
        {submitterEmail && ` (${submitterEmail})`}.
      </p>
      {submission.reviewNotes && (
        <figure className="reason">
          <figcaption>Review notes</figcaption>
          <blockquote className="text">{submission.reviewNotes}</blockquote>
        </figure>
      )}
      {submitterReason && (
        <figure className="reason">
          <figcaption>Why, in the submitter's words</figcaption>
          <blockquote className="text">{submitterReason}</blockquote>
        </figure>
      )}
      {duplicates.length > 0 && (
        <Notice tone="caution" as="section" aria-labelledby="duplicates">
          <h2 id="duplicates">Possible duplicates</h2>
          <ul>
            {duplicates.map(({ key, name, href, reason }) => (
              <li key={key}>
                <Link to={href}>{name}</Link> {reason}.
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function Standing({ review: { submission, reviewedBy, slug } }: { review: Review }) {
  const { status, reviewedAt } = submission;
  if (status === "pending") return <span className="badge">Pending</span>;
  return (
    <>
      <span className={status === "approved" ? "badge good" : "badge bad"}>
        {status === "approved" ? "Approved" : "Rejected"}
      </span>{" "}
      {reviewedAt && <ShortDate time={reviewedAt} />}
      {reviewedBy && ` by ${reviewedBy}`}. {slug && <Link to={`/${slug}`}>See the profile.</Link>}{" "}
    </>
  );
}
