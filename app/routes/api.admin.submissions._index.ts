import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { editorApi } from "~/auth/guards.server";
import { allSubmissions } from "~/models/submissions/review.server";

/** GET /api/admin/submissions: all of them as one list, the newest first, sent as they are read. */
export const { loader, action } = editorApi({
  GET: async ({ editor }) => {
    const batches = allSubmissions(editor);
    // Read before anything is sent: a fault still gets its status.
    const first = await batches.next();
    const pieces = createReadableStreamFromReadable(Readable.from(jsonList(first, batches)));
    return new Response(pieces, { headers: { "Content-Type": "application/json; charset=utf-8" } });
  },
});

async function* jsonList<T>(first: IteratorResult<T[]>, rest: AsyncGenerator<T[]>): AsyncGenerator<string> {
  let before = "[";
  for (let batch = first; !batch.done; batch = await rest.next()) {
    yield before + batch.value.map((one) => JSON.stringify(one)).join(",");
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
