import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { DataTable } from "~/components/admin/data-table";
import { PlainField } from "~/components/admin/field-group";
import { Actions } from "~/components/admin/page-parts";
import { Badge } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { FormId } from "~/components/forms/form-id";
import { SubmitButton } from "~/components/forms/submit-button";
import { ShortDate } from "~/components/ui/dates";
import { form, page } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { newId } from "~/models/base/input/ids.server";
import { IMPORT_LIMIT, recentImports, startImport } from "~/models/editing/imports/import.server";

/** Shows the form that uploads a file to import, and recent imports. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => ({ id: newId(), imports: await recentImports(await requireAdmin(request, context)) }));
}

export async function action({ context, request }: ActionFunctionArgs) {
  const files = { files: 1, fileBytes: IMPORT_LIMIT };
  return form(
    request,
    async ({ id: formId }, [file]) => {
      const id = await startImport(await requireAdmin(request, context), file, siteOrigin(request), formId);
      return redirect(`/admin/import/${id}`, 303);
    },
    { files, guard: () => requireAdmin(request, context) },
  );
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Import | Admin" }];

export default function Import() {
  const { id, imports } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>Import</h1>
      <FormErrors refusal={refusalIn(answer)} title="Import Failed" labels={{ file: "File" }} />
      <p className="max-w-176">
        Choose a table of people: a spreadsheet (XLSX, CSV), contacts (vCard), people of schema.org (JSON-LD), a list of
        objects (JSON), or an export of another site, of which only the people are read. You choose the fields of its
        columns, see every change before anything is written, and can undo the import. To move a whole site, restore its
        backup or use the command “import” on an empty site.
      </p>
      <Form method="post" action="/admin/import?index" encType="multipart/form-data" className="max-w-176">
        <FormId id={id} answer={answer} />
        <PlainField>
          <label htmlFor="file">File</label>
          <input
            id="file"
            type="file"
            name="file"
            accept=".xlsx,.csv,.tsv,.txt,.vcf,.json,.jsonld,application/json,text/csv,text/vcard"
            required
          />
        </PlainField>
        <Actions className="mb-2.5">
          <SubmitButton pending="Sending…">Read the file</SubmitButton>
        </Actions>
      </Form>
      {imports.length > 0 && (
        <section aria-labelledby="recent">
          <h2 id="recent">Recent imports</h2>
          <DataTable head={["File", "Sent", "State"]}>
            {imports.map(({ id, name, status, createdAt }) => (
              <tr key={id}>
                <td>
                  <Link to={`/admin/import/${id}`} dir="auto">
                    {name}
                  </Link>
                </td>
                <td data-label="Sent">
                  <ShortDate time={createdAt} />
                </td>
                <td data-label="State">
                  <Badge tone={status === "completed" ? "good" : undefined}>{status}</Badge>
                </td>
              </tr>
            ))}
          </DataTable>
        </section>
      )}
    </>
  );
}
