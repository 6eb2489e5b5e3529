import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { RelistReason } from "~/components/admin/relist-reason";
import { type FormAnswer, refusalIn, typedText } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button } from "~/components/ui/button";
import { form, page } from "~/http/form.server";
import { safeReturnTo, withMark } from "~/http/return-to";
import { restoreExpert } from "~/models/editing/experts/trash.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const { id, name, deletedAt } = await expertForAdmin(await requireEditor(request, context), params.id ?? "");
    if (!deletedAt) throw redirect(`/admin/experts/${id}`);
    return { name };
  });
}

/** Takes an expert out of the trash, for the buttons Undo and Restore. Asks for a reason if one is needed. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    const { relistReason } = fields;
    const { id } = await restoreExpert(editor, params.id ?? "", { relistReason });
    return redirect(withMark(safeReturnTo(fields.returnTo, `/admin/experts/${id}`), "restored"), 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Restore | Admin" }];

export default function Restore() {
  const { name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>
        Restore <bdi>{name}</bdi>
      </h1>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <Form method="post" className="max-w-form">
        <input type="hidden" name="returnTo" value={typedText(answer, "returnTo")} />
        <RelistReason answer={answer} />
        <Button type="submit">Restore</Button>
      </Form>
    </>
  );
}
