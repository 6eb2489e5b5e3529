import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireReader } from "~/auth/guards.server";
import { requireUser } from "~/auth/session.server";
import { SaveBar } from "~/components/admin/field-group";
import { ExpertFields } from "~/components/experts/editor/expert-fields";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { useMailState } from "~/components/layout/use-site";
import { Button } from "~/components/ui/button";
import { PageHeader } from "~/components/ui/page-header";
import { form, page } from "~/http/form.server";
import { linkOrigin, siteOrigin } from "~/http/origin.server";
import { unlistedMeta } from "~/http/page-meta";
import { ownProfilePageStyles } from "~/http/page-styles";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import { topicChoices } from "~/models/editing/topics/proposals.server";
import { EXPERT_CHARACTERS, EXPERT_LABELS, IMAGE_FIELDS } from "~/models/records/experts/fields";
import { applyStep, type ExpertForm, formIn, formOf, recordIn, STEP } from "~/models/records/experts/form";
import { MAX_BYTES } from "~/models/records/images/rules";
import { UPLOAD_FIELD_LABELS } from "~/models/records/images/upload-licences";
import { ownRecord, proposeOwnChange, storeOwnImages } from "~/models/whole/my-profile/own.server";

export const links = ownProfilePageStyles;

export { revisitedPageHeaders as headers } from "~/auth/guards.server";

/** Shows a form with every field of the reader's profile, to propose changes. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const own = await ownRecord(await requireReader(request), params.slug ?? "");
    return { ...own, topicChoices: await topicChoices() };
  });
}

/** Sends the changes to the editors. A step of the form, such as adding a row, returns the changed form. */
export async function action({ params: { slug = "" }, request }: ActionFunctionArgs) {
  const guard = async () => ownRecord(await requireUser(request), slug);
  return form(
    request,
    async (fields, files) => {
      const user = await requireUser(request);
      await storeOwnImages(user, fields, files, { origin: siteOrigin(request) });
      const next = applyStep(fields[STEP], formIn(fields));
      if (next) return data({ values: fields, form: next });
      const { id } = await proposeOwnChange(user, slug, recordIn(formIn(fields)), {
        origin: linkOrigin(request),
        basedOn: fields.basedOn,
      });
      return redirect(`/my-submissions/${id}`, 303);
    },
    { characters: EXPERT_CHARACTERS, guard, files: { files: IMAGE_FIELDS.length, fileBytes: MAX_BYTES } },
  );
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Change your profile", matches);

const LABELS = { ...EXPERT_LABELS, ...UPLOAD_FIELD_LABELS };

type Answer = FormAnswer & { form?: ExpertForm };

export default function ChangeOwnProfile() {
  const { record, basedOn } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const storedForm = formOf({ ...record, slug: "", featured: false, status: "" });
  const shownForm = answer?.form ?? (answer ? formIn(answer.values) : storedForm);
  return (
    <>
      <PageHeader title={record.name} lead={MAIL_WORDS.ownChange(useMailState())} />
      <Form method="post" encType="multipart/form-data" noValidate className="mt-6">
        {/* Enter presses the first button of a form. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
        <input type="hidden" name="basedOn" value={String(answer?.values?.basedOn ?? basedOn)} />
        <FormErrors refusal={refusalIn(answer)} title="Not Sent" labels={LABELS} />
        <ExpertFields
          key={JSON.stringify(answer?.form)}
          form={shownForm}
          errors={answer?.fieldErrors}
          hiddenFields={["slug", "featured"]}
        />
        <SaveBar>
          <Button type="submit">Propose the changes</Button>
        </SaveBar>
      </Form>
    </>
  );
}

export { FormErrorBoundary as ErrorBoundary } from "~/components/forms/signed-out";
