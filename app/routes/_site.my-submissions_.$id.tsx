import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireReader } from "~/auth/guards.server";
import { requireUser } from "~/auth/session.server";
import { FieldValue } from "~/components/admin/field-value";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink, buttonClass } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { PageHeader } from "~/components/ui/page-header";
import { form, page } from "~/http/form.server";
import { formPageStyles } from "~/http/page-styles";
import { ownSubmission, withdrawSubmission } from "~/models/editing/submissions/own.server";

export const links = formPageStyles;

/** Shows a submission of the reader with its status. A waiting one can be corrected or withdrawn. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const submission = await ownSubmission(await requireReader(request), params.id ?? "");
    return { submission, isSaved: new URL(request.url).searchParams.has("saved") };
  });
}

/** Withdraws the submission. */
export async function action({ params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await withdrawSubmission(await requireUser(request), params.id ?? "", fields);
    return redirect("/my-submissions?withdrawn", 303);
  });
}

export { unlessSignedOut as shouldRevalidate } from "~/http/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Submission: ${data?.submission.name ?? "not found"}` },
  { name: "robots", content: "noindex" },
];

export default function MySubmission() {
  const { submission, isSaved } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const { id, name, isChange, status, statusLabel, submittedAt, reviewedAt, slug, reviewNotes, part } = submission;
  return (
    <div className="mx-auto max-w-measure">
      <PageHeader title={<bdi>{name}</bdi>} crumbs={<Link to="/my-submissions">My Submissions</Link>} />
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      {isSaved && !answer && <Notice role="status">Your correction was saved.</Notice>}
      <p>
        <strong>{statusLabel}</strong> · {isChange ? "Change" : "New expert"}, submitted{" "}
        <ShortDate time={submittedAt} />
        {reviewedAt && (
          <>
            , reviewed <ShortDate time={reviewedAt} />
          </>
        )}
        .{" "}
        {slug && (
          <Link className="underline" to={`/${slug}`}>
            See the profile
          </Link>
        )}
      </p>
      {part && (
        <p>
          Approved: {part.taken}. Not approved: {part.leftOut}.
        </p>
      )}
      {reviewNotes && (
        <figure className="mt-4 border-l-3 border-line pl-4">
          <figcaption className="text-sm text-muted">Notes from the reviewer</figcaption>
          <blockquote className="whitespace-pre-line" dir="auto">
            {reviewNotes}
          </blockquote>
        </figure>
      )}
      {status === "pending" && <PendingActions id={id} updatedAt={submission.updatedAt} />}
      <h2>Your submission</h2>
      <dl>
        {submission.fields.map(({ field, label, value }) => (
          <div key={field}>
            <dt className="font-semibold">{label}</dt>
            <dd className="mb-4" dir="auto">
              <FieldValue field={field} value={value} />
            </dd>
          </div>
        ))}
        {submission.submitterReason && (
          <div>
            <dt className="font-semibold">Your reason</dt>
            <dd className="mb-4 whitespace-pre-line" dir="auto">
              {submission.submitterReason}
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function PendingActions({ id, updatedAt }: { id: string; updatedAt: string }) {
  return (
    <div className="mt-4 mb-4 flex flex-wrap items-start gap-2.5">
      <ButtonLink to={`/my-submissions/${id}/edit`}>Correct</ButtonLink>
      <ButtonLink quiet to={`/my-submissions/${id}/picture`}>
        Picture
      </ButtonLink>
      {/* Withdrawing cannot be undone, so it asks first, even without scripts. */}
      <details>
        <summary className={buttonClass({ quiet: true, danger: true })}>Withdraw</summary>
        <Form method="post" className="mt-2">
          <input type="hidden" name="updatedAt" value={updatedAt} />
          <p className="mb-2">The submission will be removed for good.</p>
          <Button type="submit" danger>
            Yes, withdraw it
          </Button>
        </Form>
      </details>
    </div>
  );
}

export { FormErrorBoundary as ErrorBoundary } from "~/components/forms/signed-out";
