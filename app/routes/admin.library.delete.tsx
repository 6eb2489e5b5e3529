import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { deleteHint, deleteTitle } from "~/components/admin/library-delete-dialog";
import { ActionsForm } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import { safeReturnTo } from "~/http/return-to";
import { deleteLibraryImages } from "~/models/editing/images/library-images.server";
import { libraryAddress } from "~/models/editing/library/address";
import { deleteContents } from "~/models/editing/library/library.server";

/** Asks before texts or images of the library are deleted. With scripts the list has a dialog for this. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const kind = kindOf(searchParams.get("kind"));
    const ids = [...new Set([...searchParams.getAll("id"), ...searchParams.getAll("ids[]")])].slice(0, 100);
    return { kind, ids, returnTo: safeReturnTo(searchParams.get("returnTo"), libraryAddress({ tab: kind })) };
  });
}

/** Deletes the records and returns to the list, which confirms it. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async ({ kind: kindField, ids, force, returnTo }) => {
    const editor = await requireEditor(request, context);
    const kind = kindOf(kindField);
    const remove = kind === "images" ? deleteLibraryImages : deleteContents;
    const deletedCount = await remove(editor, { ids: ids ?? [], force });
    const listAddress = new URL(safeReturnTo(returnTo, libraryAddress({ tab: kind })), request.url);
    listAddress.searchParams.set("deleted", String(deletedCount));
    return redirect(listAddress.pathname + listAddress.search, 303);
  });
}

function kindOf(text: unknown): "content" | "images" {
  if (text === "content" || text === "images") return text;
  throw new AppError("invalid", "Please select texts or images in the library first.");
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? deleteTitle(data) : "Delete"} | Admin` },
];

export default function DeleteFromLibrary() {
  const { kind, ids, returnTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const refusal = refusalIn(answer);
  // The refusal names the places that use the images.
  const isUsed = refusal?.fieldErrors.force !== undefined;
  if (ids.length === 0)
    return (
      <NoticePage title="Nothing is selected">
        <p>Please select at least one item.</p>
        <p>
          <Link to={returnTo}>Content Library</Link>
        </p>
      </NoticePage>
    );
  return (
    <NoticePage title={deleteTitle({ kind, ids })}>
      <FormErrors refusal={refusal} title="Delete Failed" />
      <p>{isUsed ? "'Delete anyway' removes it from there too." : deleteHint({ kind, ids })}</p>
      <ActionsForm method="post" className="justify-center">
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="returnTo" value={returnTo} />
        {ids.map((id) => (
          <input key={id} type="hidden" name="ids[]" value={id} />
        ))}
        {isUsed && <input type="hidden" name="force" value="1" />}
        <ButtonLink quiet to={returnTo}>
          Cancel
        </ButtonLink>
        <SubmitButton quiet danger pending="Deleting…">
          {isUsed ? "Delete anyway" : ids.length === 1 ? "Delete" : `Delete ${ids.length}`}
        </SubmitButton>
      </ActionsForm>
    </NoticePage>
  );
}
