import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { CopyTextButton } from "~/components/admin/copy-button";
import { Field } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { FormId } from "~/components/forms/form-id";
import { Button } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { form, intentOf, page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import { newId } from "~/models/base/input/ids.server";
import { informPerson, letterFor } from "~/models/readers/notices/inform.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { id, name } = await expertForAdmin(editor, params.id ?? "");
    return { id, name, formId: newId(), ...(await letterFor(editor, id, linkOrigin(request))) };
  });
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async ({ intent, email, id }): Promise<Response> => {
    const editor = await requireEditor(request, context);
    const input = intentOf({ send: { email: String(email ?? "") }, told: {} }, intent);
    await informPerson(editor, params.id ?? "", input, linkOrigin(request), id);
    return redirect(`/admin/experts/${params.id}/inform`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Tell ${data.name}` : "Tell the person"} | Admin` },
];

export default function Inform() {
  const { formId, subject, text, toldAt, way, isMailed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <FormErrors refusal={refusalIn(answer)} title="Not Sent" />
      <p className="max-w-measure">
        {toldAt ? (
          <>
            Informed on <ShortDate time={toldAt} />
            {way === "mail" ? " by a mail from this page." : ", but not from this page."}
          </>
        ) : (
          "We have not yet informed this person that they are listed."
        )}{" "}
        You have to inform people within a month (GDPR, article 14).
      </p>
      <label className="mt-4 block max-w-measure">
        <span className="font-semibold">{subject}</span>
        <textarea className="mt-1 w-full" rows={18} readOnly value={text} />
      </label>
      <CopyTextButton text={() => text}>Copy the message</CopyTextButton>
      {isMailed && (
        <Form method="post" className="mt-6 max-w-measure">
          <FormId id={formId} answer={answer} />
          <Field
            label="Their email"
            name="email"
            type="email"
            autoComplete="off"
            required
            {...fieldProps(answer, "email")}
            hint="We send the message there once. The profile and the log record the date, not the address."
          />
          <Button type="submit" name="intent" value="send">
            Send the message
          </Button>
        </Form>
      )}
      <Form method="post" className="mt-6 flex items-center gap-4">
        <Button type="submit" quiet name="intent" value="told">
          Mark as informed
        </Button>
      </Form>
    </>
  );
}
