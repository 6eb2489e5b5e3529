import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireReader } from "~/auth/guards.server";
import { requireUser } from "~/auth/session.server";
import type { FormAnswer } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { LABELS, ProfileFields, ReasonField } from "~/components/submissions/submission-fields";
import { useListSteps } from "~/components/submissions/use-list-steps";
import { ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { PageHeader } from "~/components/ui/page-header";
import { form, page } from "~/http/form.server";
import { formPageStyles } from "~/http/page-styles";
import { correctSubmission, ownSubmission } from "~/models/editing/submissions/own.server";
import {
  ENTER,
  INTENT,
  SUBMISSION_CHARACTERS,
  stepOf,
  toFields,
  withPendingEntries,
} from "~/models/records/experts/submission-fields";

export const links = formPageStyles;

const FIELD_LABELS = { ...LABELS, submitterReason: "Reason" };

export async function loader({ params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const submission = await ownSubmission(await requireReader(request), params.id ?? "");
    const { id, status, record, submitterReason, updatedAt, basedOn, isEdited } = submission;
    const { name, title, categories, longevityContribution, biography, referenceLinks } = record;
    const texts = { name, title, longevityContribution, biography, submitterReason };
    const values = { ...texts, categories, referenceLinks, newLink: "", updatedAt, basedOn };
    return { id, isPending: status === "pending", isEdited, values };
  });
}

export async function action({ params, request }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const run = async (fields: Record<string, string | string[]>) => {
    const user = await requireUser(request);
    const typedFields = toFields(fields);
    const { updatedAt } = fields;
    const step = stepOf(fields.intent, typedFields);
    if (step) return { values: { ...step(), updatedAt } };
    await correctSubmission(user, id, { ...withPendingEntries(typedFields), updatedAt });
    return redirect(`/my-submissions/${id}?saved`, 303);
  };
  return form(request, run, { characters: SUBMISSION_CHARACTERS });
}

export { unlessSignedOut as shouldRevalidate } from "~/http/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Correct: ${data?.values.name ?? "submission"}` },
  { name: "robots", content: "noindex" },
];

export default function CorrectSubmission() {
  const { id, isPending, isEdited, values } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const submissionAddress = `/my-submissions/${id}`;
  const shownValues = { ...values, ...answer?.values };
  const shownFields = toFields(shownValues);
  const { lists, refusal, errors, takeStep } = useListSteps(answer, shownFields);
  return (
    <div className="mx-auto max-w-192">
      <PageHeader title="Correct your submission" crumbs={<Link to={submissionAddress}>Back to the submission</Link>} />
      <FormErrors refusal={refusal} title="Update Failed" labels={FIELD_LABELS} />
      {!isPending && <Notice tone="caution">This submission has been reviewed and can no longer be corrected.</Notice>}
      {isEdited && isPending && <Notice>A reviewer has edited this submission. The form has their changes.</Notice>}
      <Form method="post" noValidate onSubmit={takeStep}>
        {/* Enter presses the first button of a form. */}
        <button type="submit" name={INTENT} value={ENTER} className="sr-only" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="updatedAt" value={String(shownValues.updatedAt)} />
        <input type="hidden" name="basedOn" value={shownFields.basedOn} />
        <ProfileFields shown={shownFields} lists={lists} errors={errors} />
        <ReasonField shown={shownFields} errors={errors} label={FIELD_LABELS.submitterReason} />
        <p className="flex flex-wrap gap-2.5">
          {isPending && <SubmitButton pending="Saving…">Save correction</SubmitButton>}
          <ButtonLink quiet to={submissionAddress}>
            Cancel
          </ButtonLink>
        </p>
      </Form>
    </div>
  );
}

export { FormErrorBoundary as ErrorBoundary } from "~/components/forms/signed-out";
