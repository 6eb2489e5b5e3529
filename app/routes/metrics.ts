import { requireMetricsReader } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { asText, siteMetrics } from "~/models/site/metrics.server";
import { processMetrics } from "~/server/metrics.server";

/** For Prometheus and the like: numbers to watch over the site by (docs/operations.md). */
export const { loader, action } = api({
  GET: async ({ context, request }) => {
    await requireMetricsReader(request, context);
    const headers = { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" };
    return new Response(asText([...processMetrics(), ...(await siteMetrics())]), { headers });
  },
});
