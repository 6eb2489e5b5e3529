import { Form } from "@remix-run/react";
import { DataTable } from "~/components/admin/data-table";
import { Actions } from "~/components/admin/page-parts";
import { Button } from "~/components/ui/button";
import { partOf } from "~/models/base/text/content-text";
import type { ImportTable } from "~/models/editing/imports/import.server";
import { COLUMN_LABELS, IMPORT_COLUMNS } from "~/models/editing/imports/import-fields";

export function ColumnsForm({ table }: { table: ImportTable }) {
  return (
    <Form method="post">
      <h2>Which column is what?</h2>
      <input type="hidden" name="intent" value="columns" />
      <DataTable head={["Column", "Field", "First rows"]}>
        {table.columns.map((column, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
          <tr key={place}>
            <td data-label="Column">{column}</td>
            <td data-label="Field">
              <select name="fields[]" defaultValue={table.fields[place] ?? ""} aria-label={`Field of ${column}`}>
                <option value="">Leave out</option>
                {IMPORT_COLUMNS.map((field) => (
                  <option key={field} value={field}>
                    {COLUMN_LABELS[field]}
                  </option>
                ))}
              </select>
            </td>
            <td data-label="First rows">
              {table.sample
                .map((cells) => partOf(cells[place] ?? "", 0, 80))
                .filter(Boolean)
                .join(" · ")}
            </td>
          </tr>
        ))}
      </DataTable>
      <Actions className="my-4">
        <Button type="submit">Check the rows</Button>
      </Actions>
    </Form>
  );
}
