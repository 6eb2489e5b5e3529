import cluster from "node:cluster";
import { readdirSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { gauge, type Metric } from "~/models/site/metrics.server";
import { counters } from "./counters.server";
import { limiterCounts } from "./lanes.server";
import { cacheSize } from "./response-cache.server";

const RESOLUTION_MS = 20;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

/** Since process start, delays since the last call; each worker counts alone. */
export function processMetrics(): Metric[] {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const { running, queued } = limiterCounts();
  const cache = cacheSize();
  const metrics: Metric[] = [
    gauge("process_start_time_seconds", "When the process started.", Math.round(Date.now() / 1_000 - process.uptime())),
    gauge("process_resident_memory_bytes", "Memory of the process.", rss),
    gauge("nodejs_heap_size_used_bytes", "Memory of its objects.", heapUsed),
    gauge("nodejs_external_memory_bytes", "Memory of its buffers.", external),
    counter("process_cpu_seconds_total", "Time on a processor.", { "": (user + system) / 1e6 }),
    gauge("process_open_fds", "Open files and connections.", openFiles()),
    {
      name: "nodejs_eventloop_delay_seconds",
      help: "How late the process is with its work, since the last time this was asked.",
      type: "gauge",
      values: {
        'quantile="0.5"': inSeconds(delay.percentile(50)),
        'quantile="0.99"': inSeconds(delay.percentile(99)),
        'quantile="1"': inSeconds(delay.max),
      },
    },
    counter(
      "longevity_requests_total",
      "Answers by the class of their status.",
      Object.fromEntries(Object.entries(counters.responses).map(([name, count]) => [`class="${name}"`, count])),
    ),
    counter("longevity_request_seconds_total", "Time that they took together.", { "": counters.milliseconds / 1_000 }),
    gauge("longevity_requests_running", "Requests that the app works on.", running),
    gauge("longevity_requests_waiting", "Requests that wait for their turn.", queued),
    counter("longevity_requests_refused_total", "Requests that were refused because there were too many.", {
      "": counters.refused,
    }),
    gauge("longevity_documents_kept", "Finished pages and calls that are kept in memory.", cache.entries),
    gauge("longevity_documents_kept_bytes", "Their size.", cache.bytes),
    counter("longevity_document_hits_total", "Answers from them.", { "": counters.cacheHits }),
    counter("longevity_stale_answers_total", "Answers from them while the database was away.", {
      "": counters.staleHits,
    }),
    counter("longevity_documents_made_total", "Pages and calls that were made to be kept.", {
      "": counters.cacheMisses,
    }),
  ];
  delay.reset();
  return cluster.worker ? metrics.map((metric) => withWorker(metric, cluster.worker?.id ?? 0)) : metrics;
}

function counter(name: string, help: string, values: Record<string, number>): Metric {
  return { name, help, type: "counter", values };
}

function inSeconds(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1e3) : 0;
}

function openFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return 0;
  }
}

function withWorker(metric: Metric, id: number): Metric {
  const values = Object.entries(metric.values).map(([labels, value]) => [
    [labels, `worker="${id}"`].filter(Boolean).join(),
    value,
  ]);
  return { ...metric, values: Object.fromEntries(values) };
}
