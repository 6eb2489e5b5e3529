import cluster from "node:cluster";
import type { Registry } from "prom-client";
import { siteMetrics } from "~/models/whole/operation/metrics.server";
import { promClient } from "~/services/prometheus.server";
import { PREFIX } from "~/subject/names";
import { BUCKET_LIMITS, counters, responses, responseTimes } from "./counters.server";
import { limiterCounts } from "./lanes.server";
import { cacheSize } from "./response-cache.server";

/** Each worker has its own registry, with its own label. */
let registry: Registry | undefined;

function newRegistry(): Registry {
  const { collectDefaultMetrics, Counter, Gauge, Registry } = promClient();
  const registry = new Registry();
  if (cluster.worker) registry.setDefaultLabels({ worker: String(cluster.worker.id) });
  const registers = [registry];
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name: `${PREFIX}_${name}`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `${PREFIX}_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  new Counter({
    name: `${PREFIX}_requests_total`,
    help: "Answers by the class of their status.",
    labelNames: ["class"],
    registers,
    collect() {
      this.reset();
      for (const [statusClass, count] of Object.entries(responses.classes)) this.inc({ class: statusClass }, count);
    },
  });
  counter("request_seconds_total", "Total time of all answers in seconds.", () => responses.seconds);
  for (const entry of Object.values(counters)) counter(entry.name, entry.help, () => entry.value);
  gauge("requests_running", "Requests that the app works on.", () => limiterCounts().running);
  gauge("requests_waiting", "Requests that wait for their turn.", () => limiterCounts().queued);
  gauge("documents_kept", "Finished pages and calls that are kept in memory.", () => cacheSize().entries);
  gauge("documents_kept_bytes", "Their size.", () => cacheSize().bytes);
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Returns the metrics of this process and of the site. The event loop's delay is measured since the last call. */
export async function metrics(): Promise<{ type: string; text: string }> {
  registry ??= newRegistry();
  const texts = await Promise.all([registry.metrics(), siteMetrics()]);
  return { type: registry.contentType, text: [...texts, histogram()].join("") };
}

/** Formats the histogram by hand, because that of prom-client cannot be filled from plain numbers. */
function histogram(): string {
  const name = `${PREFIX}_request_duration_seconds`;
  const worker = cluster.worker ? `,worker="${cluster.worker.id}"` : "";
  const lines = Object.entries(responseTimes).flatMap(([kind, { seconds, counts }]) => {
    const labels = `kind="${kind}"${worker}`;
    let total = 0;
    const buckets = counts.map((count, index) => {
      total += count;
      return `${name}_bucket{le="${BUCKET_LIMITS[index] ?? "+Inf"}",${labels}} ${total}`;
    });
    return [...buckets, `${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${total}`];
  });
  return [`# HELP ${name} Time to the last byte of answers, by kind.`, `# TYPE ${name} histogram`, ...lines, ""].join(
    "\n",
  );
}
