import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { isRecent, requireAdmin, requireRecentAdmin } from "~/auth/session.server";
import { ActionsForm, Crumbs } from "~/components/admin/page-parts";
import { ConfirmFirst } from "~/components/forms/confirm-first";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { form, page } from "~/http/form.server";
import { findImport, undoImport } from "~/models/editing/imports/import.server";
import { undoPerson } from "~/models/editing/imports/undo.server";

/** Asks before an import is taken back. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const { id, name, written } = await findImport(admin, params.id ?? "");
    return { id, name, written, isRecent: await isRecent(request, admin) };
  });
}

/** Takes back an import, or what it wrote of one person (`position`). */
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
  const { id, name, written, isRecent } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const undo = (
    <ActionsForm method="post" className="my-4">
      <SubmitButton pending="Undoing…" danger>
        Undo all of it
      </SubmitButton>
      <Link to={`/admin/import/${id}/rows?show=all`}>Look at the rows</Link>
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
        {`Of ${written.toLocaleString("en")} people those who were new go to the trash, for 30 days, and the others become what they were before. That is possible while nobody changed them since; after that, undo people one by one among the rows.`}
      </p>
      {isRecent || answer ? (
        undo
      ) : (
        <ConfirmFirst to="undo it" returnTo={`/admin/import/${id}/undo`}>
          {undo}
        </ConfirmFirst>
      )}
    </>
  );
}
