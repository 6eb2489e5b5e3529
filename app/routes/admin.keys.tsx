import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { DataTable } from "~/components/admin/data-table";
import { Key } from "~/components/admin/keyboard-shortcuts";
import { KEYS, type KeyAction } from "~/components/admin/keys";
import { Hint } from "~/components/admin/text";
import { page } from "~/http/form.server";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    return null;
  });
}

export const meta: MetaFunction = () => [{ title: "Keys | Admin" }];

/** Lists the keys of the table that all pages use. */
export default function Keys() {
  return (
    <>
      <h1>Keys</h1>
      <p className="max-w-measure">
        Single keys work in lists and on pages of decisions. A key does the same everywhere, and each page lists its
        keys.
      </p>
      <DataTable className="max-w-measure" head={["Key", "What it does"]}>
        {(Object.keys(KEYS) as KeyAction[]).map((action) => (
          <tr key={action}>
            <td data-label="Key">
              <Key action={action} />
            </td>
            <td data-label="What it does">{KEYS[action].purpose}</td>
          </tr>
        ))}
      </DataTable>
      <Hint>
        Keys do nothing while you type, while a dialog is open, and while a page is loading. Ctrl K finds pages, people
        and articles. / goes to the search.
      </Hint>
    </>
  );
}
