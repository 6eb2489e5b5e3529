import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { type Conflict, ConflictPanel } from "~/components/admin/conflict-panel";
import { InTrashNotice } from "~/components/admin/trash-page";
import { QuickEditForm } from "~/components/experts/editor/quick-edit-form";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { form, page } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { safeReturnTo } from "~/http/return-to";
import { addressWith } from "~/models/base/input/list-address";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import { type QuickForm, quickFormIn, quickRecordIn } from "~/models/editing/experts/quick-edit";
import { quickConflict, quickEditOf } from "~/models/editing/experts/quick-edit.server";
import { supportRows } from "~/models/records/evidence/new-sentences";
import { EXPERT_LABELS } from "~/models/records/experts/fields";
import { EditConflict } from "~/models/records/shared/edit-conflict.server";

const LIST = "/admin/experts";

/** Shows the quick form on a page. With scripts it opens in the list. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const returnTo = safeReturnTo(new URL(request.url).searchParams.get("returnTo"), LIST);
    return { expert: await quickEditOf(editor, params.id ?? ""), returnTo };
  });
}

type Answer = FormAnswer & { quick?: QuickForm; conflict?: Conflict };

/** The limit of a form with contribution, biography and the fields about new sentences. */
const CHARACTERS = 260_000;

export async function action({ context, params, request }: ActionFunctionArgs) {
  const run = async (values: FormAnswer["values"]) => {
    const editor = await requireEditor(request, context);
    const { id = "" } = params;
    const quickForm = quickFormIn(values);
    const { relistReason, compared, acceptedReason } = values;
    const options = { relistReason, compared, acceptedReason, support: supportRows(values) };
    const edit = { ...quickRecordIn(quickForm), ...options, updatedAt: quickForm.updatedAt };
    try {
      await editExpert(editor, id, edit, { origin: siteOrigin(request), signal: request.signal });
    } catch (error) {
      if (error instanceof EditConflict) return data({ ...(await quickConflict(error)), values }, 409);
      throw error;
    }
    return redirect(savedAddress(safeReturnTo(values.returnTo, LIST), id), 303);
  };
  return form(request, run, { characters: CHARACTERS });
}

/** Returns the address of the former list, with the name of the saved person. */
function savedAddress(returnTo: string, id: string): string {
  const { pathname, searchParams } = new URL(returnTo, "http://here.invalid");
  return addressWith(pathname, { ...Object.fromEntries(searchParams), saved: id });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Quick edit: ${data.expert.name}` : "Quick edit"} | Admin` },
];

export default function QuickEdit() {
  const { expert, returnTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const typedForm = answer?.quick ?? (answer ? quickFormIn(answer.values) : expert.form);
  const listAddress = answer ? safeReturnTo(answer.values.returnTo, LIST) : returnTo;
  return (
    <>
      <h1>
        Quick edit: <bdi>{expert.name}</bdi>
      </h1>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" labels={EXPERT_LABELS} />
      {expert.isInTrash && <InTrashNotice kind="expert" path={`/admin/experts/${expert.id}`} />}
      {(!expert.isInTrash || answer) && (
        <QuickEditForm key={typedForm.updatedAt} id={expert.id} form={typedForm} returnTo={listAddress} answer={answer}>
          {answer?.conflict && (
            <ConflictPanel conflict={answer.conflict} discard={<a href={listAddress}>discard your changes</a>} />
          )}
        </QuickEditForm>
      )}
    </>
  );
}
