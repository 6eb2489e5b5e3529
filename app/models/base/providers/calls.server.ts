/** Logs calls of AI providers with their cost, and the status of each model. */
import { type AiModelsTable, db, readDb } from "~/db.server";
import { env } from "~/env.server";
import { AppError } from "~/errors";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import type { ImageProvider, TextProvider } from "~/services/ai-providers";
import { ahead } from "~/stored-times";

export interface AiCall {
  task: string;
  provider: TextProvider | ImageProvider;
  model: string;
  ranModel: string;
  message: string; // The reason for a failure, otherwise ""
  inputTokens: number | null; // null if the provider does not report it, also below
  outputTokens: number | null;
  costUsd: number | null;
  durationMs: number;
  jobId?: string;
  modelStatus?: AiModelsTable["status"];
}

/** Stores a call. `editor` is null for the operator. A failure to store it is only logged. */
export async function logCall(editor: Editor | null, { modelStatus, ...call }: AiCall): Promise<void> {
  const { provider, ranModel, message, jobId = null } = call;
  const at = new Date().toISOString();
  if (message) log.warn({ provider, model: ranModel, task: call.task, reason: message }, "an AI provider failed");
  try {
    await db
      .insertInto("aiCalls")
      .values({
        ...call,
        at,
        userId: editor?.id ?? null,
        jobId,
        ranModel: message ? "" : ranModel,
        status: message ? "error" : "ok",
      })
      .execute();
    if (!modelStatus) return;
    const row = { status: modelStatus, message, at };
    await db
      .insertInto("aiModels")
      .values({ provider, model: ranModel, ...row })
      .onConflict((conflict) => conflict.columns(["provider", "model"]).doUpdateSet(row))
      .execute();
  } catch (err) {
    log.error({ err, provider, model: ranModel }, "a call to an AI provider could not be stored");
  }
}

export interface MonthOfCalls {
  month: string; // Such as "November 2026", in UTC
  costUsd: number;
  calls: number;
  callsWithoutCost: number;
  inputTokens: number;
  outputTokens: number;
  budgetUsd: number | null; // null: no limit
}

/** Returns the calls and the cost of this calendar month (UTC). */
export async function monthOfCalls(now = new Date()): Promise<MonthOfCalls> {
  const row = await readDb
    .selectFrom("aiCalls")
    .where("at", ">=", startOfMonth(now))
    .where("at", "<=", ahead(0, now.getTime()).until)
    .select(({ fn, eb }) => [
      fn.countAll<number>().as("calls"),
      fn.coalesce(fn.sum<number>("costUsd"), eb.lit(0)).as("costUsd"),
      fn.coalesce(fn.sum<number>("inputTokens"), eb.lit(0)).as("inputTokens"),
      fn.coalesce(fn.sum<number>("outputTokens"), eb.lit(0)).as("outputTokens"),
      fn.countAll<number>().filterWhere("status", "=", "ok").filterWhere("costUsd", "is", null).as("callsWithoutCost"),
    ])
    .executeTakeFirstOrThrow();
  const month = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(now);
  return { month, budgetUsd: env.AI_MONTHLY_BUDGET_USD ?? null, ...row };
}

/** Throws "payment" when AI_MONTHLY_BUDGET_USD is used up for this calendar month (UTC). */
export async function checkBudget(now = new Date()): Promise<void> {
  const problem = await budgetProblem(now);
  if (problem) throw new AppError("payment", problem);
}

/** Returns why nothing may be spent this month; "" if the budget is not used up. */
export async function budgetProblem(now = new Date()): Promise<string> {
  const budget = env.AI_MONTHLY_BUDGET_USD;
  if (budget === undefined) return "";
  const { costUsd } = await readDb
    .selectFrom("aiCalls")
    .where("at", ">=", startOfMonth(now))
    .where("at", "<=", ahead(0, now.getTime()).until)
    .select(({ fn, eb }) => fn.coalesce(fn.sum<number>("costUsd"), eb.lit(0)).as("costUsd"))
    .executeTakeFirstOrThrow();
  if (costUsd < budget) return "";
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" }).format(nextMonth);
  const spent = `US$${costUsd.toFixed(2)} of US$${budget.toFixed(2)}`;
  return `The AI budget for this month is used up (${spent}). It starts again on ${day}; AI_MONTHLY_BUDGET_USD sets it.`;
}

function startOfMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString();
}
