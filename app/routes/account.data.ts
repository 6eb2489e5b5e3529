import type { LoaderFunctionArgs } from "@remix-run/node";
import { readerOf } from "~/auth/guards.server";
import { downloadMyData } from "~/models/accounts/data-export.server";

/** "Download my data": a file with all that is stored about the reader. */
export async function loader({ request }: LoaderFunctionArgs) {
  const text = JSON.stringify(await downloadMyData(await readerOf(request)), null, 2);
  return new Response(text, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-data.json"',
    },
  });
}
