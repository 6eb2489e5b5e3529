import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { type Params, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { Hint } from "~/components/admin/text";
import { ConfirmPage } from "~/components/forms/confirm-page";
import type { FormAnswer } from "~/components/forms/form-answer";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import { safeReturnTo } from "~/http/return-to";
import { EDITED_KINDS } from "~/models/editing/records/edited-kinds.server";
import { isRecordTable, type RecordTable } from "~/models/records/shared/public-kinds";

function kindOf({ kind }: Params): RecordTable {
  if (isRecordTable(kind)) return kind;
  throw new AppError("missing", "There is nothing at this address.");
}

/** Asks before a record is deleted. With scripts the list has a dialog for this. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const kind = kindOf(params);
    const { id, name, deletedAt } = await EDITED_KINDS[kind].find(editor, params.id ?? "");
    // The page of a deleted record says so, and offers to restore it.
    if (deletedAt !== null) throw redirect(`/admin/${kind}/${id}`);
    const returnTo = safeReturnTo(new URL(request.url).searchParams.get("returnTo"), `/admin/${kind}`);
    return { name, words: EDITED_KINDS[kind].words, returnTo };
  });
}

/** Moves the record to the trash and returns to the list, which offers Undo. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    const kind = kindOf(params);
    const { id } = await EDITED_KINDS[kind].find(editor, params.id ?? "");
    await EDITED_KINDS[kind].trash(editor, id);
    const list = new URL(safeReturnTo(fields.returnTo, `/admin/${kind}`), request.url);
    list.searchParams.set("deleted", id);
    return redirect(list.pathname + list.search, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Delete ${data.name}` : "Delete"} | Admin` },
];

export default function DeleteRecord() {
  const { name, words, returnTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <ConfirmPage
      title={
        words.title || (
          <>
            Delete <bdi>{name}</bdi>
          </>
        )
      }
      cancelTo={returnTo}
      button="Delete"
      pending="Deleting…"
      failureTitle="Delete Failed"
      answer={answer}
      fields={{ returnTo }}
    >
      <p>
        {words.question || (
          <>
            Are you sure you want to delete "<bdi>{name}</bdi>"?
          </>
        )}
      </p>
      {words.hint && <Hint>{words.hint}</Hint>}
    </ConfirmPage>
  );
}
