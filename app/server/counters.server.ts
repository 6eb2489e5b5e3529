import cluster from "node:cluster";
import { Counter, Registry } from "prom-client";
import { PREFIX } from "~/subject/names";

/** The numbers of this process; each worker counts alone, under its own label. */
export const registry = new Registry();
if (cluster.worker) registry.setDefaultLabels({ worker: String(cluster.worker.id) });

function counter<Label extends string = never>(name: string, help: string, labelNames: Label[] = []) {
  return new Counter({ name: `${PREFIX}_${name}`, help, labelNames, registers: [registry] });
}

const responses = counter("requests_total", "Answers by the class of their status.", ["class"]);
for (const one of ["1xx", "2xx", "3xx", "4xx", "5xx"]) responses.inc({ class: one }, 0);
const seconds = counter("request_seconds_total", "Time that they took together.");

export const counters = {
  refused: counter("requests_refused_total", "Requests that were refused because there were too many."),
  cacheHits: counter("document_hits_total", "Answers from finished pages and calls that are kept in memory."),
  staleHits: counter("stale_answers_total", "Answers from them while the database was away."),
  cacheMisses: counter("documents_made_total", "Pages and calls that were made to be kept."),
};

/** "4xx" includes clients that went away. */
export function countResponse(status: number, milliseconds: number): void {
  responses.inc({ class: `${Math.floor(status / 100)}xx` });
  seconds.inc(milliseconds / 1_000);
}
