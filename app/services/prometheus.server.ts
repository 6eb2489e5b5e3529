import { onUse } from "./on-use.server";

/** Writes numbers in the text format of Prometheus. */
export const promClient = onUse<typeof import("prom-client")>("prom-client");
