import { requireMetricsReader } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { metrics } from "~/server/metrics.server";

/** Returns metrics for monitoring such as Prometheus (docs/operations.md). */
export const { loader, action } = api({
  GET: async ({ context, request }) => {
    await requireMetricsReader(request, context);
    const { type, text } = await metrics();
    return new Response(text, { headers: { "Content-Type": type, "Cache-Control": "no-store" } });
  },
});
