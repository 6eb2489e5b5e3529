import type { Part } from "~/models/base/parts/part";
import { startForgetting } from "./forgetting.server";

export const forgettingPart = {
  loops: () => [startForgetting()],
} satisfies Part;
