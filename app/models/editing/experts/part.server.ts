import type { Part } from "~/models/base/parts/part";
import { purgeOldExperts } from "./trash.server";

export const editedExpertsPart = {
  hourly: { experts: () => purgeOldExperts() },
} satisfies Part;
