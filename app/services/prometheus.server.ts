import { lazyPackage } from "./lazy-package.server";

export const promClient = lazyPackage<typeof import("prom-client")>("prom-client");
