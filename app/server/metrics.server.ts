import { collectDefaultMetrics, Gauge } from "prom-client";
import { siteMetrics } from "~/models/site/metrics.server";
import { PREFIX } from "~/subject/names";
import { registry } from "./counters.server";
import { limiterCounts } from "./lanes.server";
import { cacheSize } from "./response-cache.server";

collectDefaultMetrics({ register: registry });

function gauge(name: string, help: string, read: () => number): void {
  new Gauge({
    name: `${PREFIX}_${name}`,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

gauge("requests_running", "Requests that the app works on.", () => limiterCounts().running);
gauge("requests_waiting", "Requests that wait for their turn.", () => limiterCounts().queued);
gauge("documents_kept", "Finished pages and calls that are kept in memory.", () => cacheSize().entries);
gauge("documents_kept_bytes", "Their size.", () => cacheSize().bytes);

/** What the process counted since it started, how late it was with its work since the last call, and the site's queues. */
export async function metrics(): Promise<{ type: string; text: string }> {
  const texts = await Promise.all([registry.metrics(), siteMetrics()]);
  return { type: registry.contentType, text: texts.join("") };
}
