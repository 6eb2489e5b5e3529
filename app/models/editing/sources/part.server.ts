import { env } from "~/env.server";
import type { Part } from "~/models/base/parts/part";
import { startEvidenceChecks } from "./freshness.server";

export const sourcesPart = {
  loops: () => (env.LINK_CHECK ? [startEvidenceChecks()] : []),
} satisfies Part;
