import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { keyProps } from "~/components/admin/keys";
import { PageLine } from "~/components/admin/page-parts";
import { Facts, MarkedText } from "~/components/admin/sources/facts";
import { Badge, Hint } from "~/components/admin/text";
import { PhotoCredit } from "~/components/experts/photo-credit";
import { DuplicateLine } from "~/components/forms/duplicate-line";
import { Button, ButtonLink } from "~/components/ui/button";
import { Age, ShortTime } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import type { Neighbours, Review } from "~/models/editing/submissions/review.server";

export function ReviewHead({ review }: { review: Review & Neighbours }) {
  const { submission, target, duplicates, differing, next, previous } = review;
  const { name, submittedAt, submitterName, submitterEmail, submitterReason } = submission;
  return (
    <>
      <PageLine>
        <h1 dir="auto">{name}</h1>
        <nav className="flex flex-wrap gap-2" aria-label="Queue">
          {previous && (
            <ButtonLink quiet small to={`/admin/submissions/${previous}`} {...keyProps("previous")} rel="prev">
              Previous
            </ButtonLink>
          )}
          {next && next !== submission.id && (
            <ButtonLink quiet small to={`/admin/submissions/${next}`} {...keyProps("next")} rel="next">
              Next
            </ButtonLink>
          )}
          <ButtonLink quiet small to={`/admin/submissions/${submission.id}/sources`}>
            Sources
          </ButtonLink>
          <ButtonLink quiet small to="/admin/submissions">
            All submissions
          </ButtonLink>
        </nav>
      </PageLine>
      <p className="mb-4 [&_a]:underline">
        <SubmissionStatus review={review} />{" "}
        {target ? (
          <>
            Change to{" "}
            <Link to={`/${target.slug}`} dir="auto">
              {target.name}
            </Link>
            {target.inTrash && <strong>, who is in the trash</strong>}
          </>
        ) : (
          "New expert"
        )}
        , submitted <Age time={submittedAt} /> (<ShortTime time={submittedAt} />) by{" "}
        <bdi>{submitterName || "a deleted account"}</bdi>
        {submitterEmail && ` (${submitterEmail})`}. {review.isFromPerson && <Badge tone="gold">From the person</Badge>}
      </p>
      {submission.reviewNotes && <Quote title="Review notes">{submission.reviewNotes}</Quote>}
      {submitterReason && <Quote title="Reason given by the submitter">{submitterReason}</Quote>}
      {review.portrait && (
        <div className="mb-4">
          {review.portrait.credit ? (
            <PhotoCredit credit={review.portrait.credit} />
          ) : (
            <Hint>Picture: licence not recorded.</Hint>
          )}
        </div>
      )}
      {review.isHeldBack && (
        <Notice tone="caution">
          <p>
            This person asked not to be listed. The submitter does not know that. Please reject the submission. If you
            approve it anyway, you will be asked for a reason.
          </p>
        </Notice>
      )}
      {differing.length > 0 && (
        <Notice tone="caution" as="section" aria-labelledby="not-in-quotes">
          <h2 id="not-in-quotes">Facts that are not in the quotes</h2>
          <ul>
            {differing.map(({ id, sentence, quote, facts }) => (
              <li key={id} className="mb-2">
                <p className="max-w-measure">
                  <MarkedText text={sentence} facts={facts} side="sentence" />
                </p>
                <p className="max-w-measure text-sm">
                  Quote:{" "}
                  <q>
                    <MarkedText text={quote} facts={facts} side="quote" />
                  </q>
                </p>
                <Facts facts={facts} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {duplicates.length > 0 && (
        <Notice tone="caution" as="section" aria-labelledby="duplicates">
          <h2 id="duplicates">Possible duplicates</h2>
          <ul>
            {duplicates.map(({ href, ...duplicate }) => (
              <li key={duplicate.key} className="mb-2">
                <DuplicateLine duplicate={duplicate} to={href} />
                {duplicate.slug && (
                  <Form method="post" className="inline-block">
                    <input type="hidden" name="updatedAt" value={submission.updatedAt} />
                    <Button type="submit" quiet small name="intent" value={`change ${duplicate.slug}`}>
                      Merge into {duplicate.name}
                    </Button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function Quote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="mb-4 max-w-measure border-l-3 border-line pl-4">
      <figcaption className="text-sm text-muted">{title}</figcaption>
      <blockquote className="whitespace-pre-line" dir="auto">
        {children}
      </blockquote>
    </figure>
  );
}

function SubmissionStatus({ review: { submission, reviewedBy, slug } }: { review: Review }) {
  const { status, reviewedAt } = submission;
  if (status === "pending") return <Badge>Pending</Badge>;
  return (
    <>
      <Badge tone={status === "approved" ? "good" : "bad"}>{status === "approved" ? "Approved" : "Rejected"}</Badge>{" "}
      {reviewedAt && <ShortTime time={reviewedAt} />}
      {reviewedBy && ` by ${reviewedBy}`}. {slug && <Link to={`/${slug}`}>See the profile.</Link>}{" "}
    </>
  );
}
