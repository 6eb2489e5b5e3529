import type { Part } from "~/models/base/parts/part";
import { removeExpiredLimits } from "./rate-limits.server";

export const rateLimitsPart = {
  hourly: { limits: removeExpiredLimits },
} satisfies Part;
