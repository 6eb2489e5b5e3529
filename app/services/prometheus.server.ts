import { lazyPackage } from "./on-use.server";

export const promClient = lazyPackage<typeof import("prom-client")>("prom-client");
