import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireReader } from "~/auth/guards.server";
import { requireUser } from "~/auth/session.server";
import { LicenceFields } from "~/components/experts/licence-fields";
import { PhotoCredit } from "~/components/experts/photo-credit";
import { Field } from "~/components/forms/field";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { Avatar } from "~/components/ui/image";
import { Notice } from "~/components/ui/notice";
import { PageHeader } from "~/components/ui/page-header";
import { form, page } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { formPageStyles } from "~/http/page-styles";
import { ownSubmission } from "~/models/editing/submissions/own.server";
import { addPicture } from "~/models/editing/submissions/picture.server";
import { portraitAt } from "~/models/records/images/credits.server";
import { ACCEPTED_TYPES, MAX_BYTES } from "~/models/records/images/rules";
import { UPLOAD_FIELD_LABELS, UPLOAD_FIELDS } from "~/models/records/images/upload-licences";

export { revisitedPageHeaders as headers } from "~/auth/guards.server";

export const links = formPageStyles;

/** Shows the form that adds a portrait to a submission of the reader. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const { id, name, status, record } = await ownSubmission(await requireReader(request), params.id ?? "");
    return { id, name, isOpen: status === "pending", portrait: await portraitAt(record.imageUrl) };
  });
}

export async function action({ params: { id = "" }, request }: ActionFunctionArgs) {
  const guard = async () => ownSubmission(await requireUser(request), id);
  return form(
    request,
    async (fields, files) => {
      await addPicture(await requireUser(request), id, { fields, files }, { origin: siteOrigin(request) });
      return redirect(`/my-submissions/${id}?saved`, 303);
    },
    { guard, files: { files: 1, fileBytes: MAX_BYTES } },
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Picture: ${data?.name ?? "not found"}` },
  { name: "robots", content: "noindex" },
];

const LABELS = { imageUrlFile: "Picture", ...UPLOAD_FIELD_LABELS };

export default function SubmissionPicture() {
  const { id, name, isOpen, portrait } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <div className="mx-auto max-w-measure">
      <PageHeader
        title={`A picture of ${name}`}
        crumbs={<Link to={`/my-submissions/${id}`}>Your submission</Link>}
        lead="An editor will check it with your submission. The profile shows its author and licence below it."
      />
      <FormErrors refusal={refusalIn(answer)} title="No Picture Was Sent" labels={LABELS} />
      {portrait && (
        <figure className="mb-5">
          <Avatar className="size-36" name={name} image={portrait.url} size={144} />
          {portrait.credit && <PhotoCredit credit={portrait.credit} />}
        </figure>
      )}
      {isOpen ? (
        <Form method="post" encType="multipart/form-data" noValidate>
          <Field
            label={portrait ? "Another picture" : "Picture"}
            hint="PNG or JPG up to 5MB"
            name="imageUrlFile"
            type="file"
            accept={ACCEPTED_TYPES}
            error={answer?.fieldErrors?.imageUrlFile ?? answer?.fieldErrors?.imageUrl}
          />
          <LicenceFields names={UPLOAD_FIELDS} answer={answer} legend="Why may we show it?" />
          <Button type="submit">Send the picture</Button>
        </Form>
      ) : (
        <Notice>This submission has been decided meanwhile, so you can no longer add a picture.</Notice>
      )}
    </div>
  );
}

export { FormErrorBoundary as ErrorBoundary } from "~/components/forms/signed-out";
