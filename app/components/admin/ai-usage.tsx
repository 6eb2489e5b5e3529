import { Hint } from "~/components/admin/text";
import type { MonthOfCalls } from "~/models/base/providers/calls.server";

/** Shows what AI cost this month, as far as providers report prices. Shows nothing without calls and without a budget. */
export function AiUsage({ month }: { month: MonthOfCalls }) {
  const { calls, costUsd, budgetUsd, callsWithoutCost, inputTokens, outputTokens } = month;
  if (calls === 0 && budgetUsd === null) return null;
  return (
    <Hint>
      AI in {month.month}: {calls.toLocaleString("en")} {calls === 1 ? "request" : "requests"},{" "}
      {(inputTokens + outputTokens).toLocaleString("en")} tokens, US${costUsd.toFixed(2)}
      {budgetUsd !== null && ` of US$${budgetUsd.toFixed(2)} (AI_MONTHLY_BUDGET_USD)`}
      {callsWithoutCost > 0 && `; the price of ${callsWithoutCost.toLocaleString("en")} is not known`}
      {callsWithoutCost > 0 && budgetUsd !== null && " and does not count towards the budget"}.
    </Hint>
  );
}
