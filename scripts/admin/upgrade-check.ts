import { checkUpgrade } from "~/models/whole/transfer/upgrade-check.server";
import type { Outcome } from "./command";

const MARKS = { ok: "ok", warning: "warning", failed: "FAILED" } as const;

export async function listUpgradeProblems(): Promise<Outcome> {
  const checks = await checkUpgrade();
  const failed = checks.some(({ state }) => state === "failed");
  const lines = checks.map(({ name, state, message }) => `${MARKS[state].padEnd(7)} ${name.padEnd(8)} ${message}`);
  return { text: lines.join("\n"), data: { checks }, failed };
}
