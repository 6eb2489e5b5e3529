import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { hasRecentSignIn, requireAdmin, requireRecentAdmin } from "~/auth/session.server";
import { ActionsForm, Crumbs } from "~/components/admin/page-parts";
import { ConfirmFirst } from "~/components/forms/confirm-first";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { form, page } from "~/http/form.server";
import { countNoun } from "~/models/base/text/numbers";
import { findImport, undoImport } from "~/models/editing/imports/import.server";
import { undoPerson } from "~/models/editing/imports/undo.server";

/** Asks before an import is undone. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const { id, name, written } = await findImport(admin, params.id ?? "");
    return { id, name, written, hasRecentSignIn: await hasRecentSignIn(request, admin) };
  });
}

/** Undoes an import, or its changes of the person at `position`. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async ({ position, next }) => {
    const admin = await requireRecentAdmin(request, context);
    const id = params.id ?? "";
    if (position === undefined) {
      await undoImport(admin, id);
      return redirect(`/admin/import/${id}`, 303);
    }
    await undoPerson(admin, id, Number(position));
    return redirect(`/admin/import/${id}/rows?${new URLSearchParams(String(next ?? ""))}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Undo ${data?.name ?? ""} | Admin` }];

export default function UndoImport() {
  const { id, name, written: writtenCount, hasRecentSignIn } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const undoForm = (
    <ActionsForm method="post" className="my-4">
      <SubmitButton pending="Undoing…" danger>
        Undo the whole import
      </SubmitButton>
      <Link to={`/admin/import/${id}/rows?show=all`}>See the rows</Link>
    </ActionsForm>
  );
  return (
    <>
      <Crumbs>
        <Link to={`/admin/import/${id}`}>Import of {name}</Link>
      </Crumbs>
      <h1>Undo this import</h1>
      <FormErrors refusal={refusalIn(answer)} title="Not Undone" />
      <p className="max-w-176">
        {`This import wrote ${countNoun(writtenCount, "person", "people")}. New people go to the trash for 30 days, and the others return to their former state. New topics and copied pictures stay. This is only possible if nobody has changed them since. Otherwise, undo people one by one in the list of rows.`}
      </p>
      {hasRecentSignIn || answer ? (
        undoForm
      ) : (
        <ConfirmFirst action="undo the import" returnTo={`/admin/import/${id}/undo`}>
          {undoForm}
        </ConfirmFirst>
      )}
    </>
  );
}
