import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { allSubmissions } from "~/models/submissions/review.server";

/** GET /api/admin/submissions: all of them as one list, the newest first, sent as they are read. */
export const { loader, action } = api({
  GET: async ({ context, request }) => {
    const some = allSubmissions(await requireAdmin(request, context));
    // Read before anything is sent: a fault still gets its status.
    const first = await some.next();
    return new Response(asStream(first, some), { headers: { "Content-Type": "application/json; charset=utf-8" } });
  },
});

function asStream<T>(first: IteratorResult<T[]>, rest: AsyncGenerator<T[]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let now = first;
  let before = "[";
  return new ReadableStream({
    async pull(controller) {
      if (now.done) {
        controller.enqueue(encoder.encode(before === "[" ? "[]" : "]"));
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(before + now.value.map((one) => JSON.stringify(one)).join(",")));
      before = ",";
      now = await rest.next();
    },
    async cancel() {
      await rest.return(undefined);
    },
  });
}
