import type { AppLoadContext } from "@remix-run/node";
import { isbot } from "isbot";
import { clientAddressOf } from "./api.server";

/** Returns the address of a request; `isProgram` is true for programs, and for HEAD. */
export function readerOf({ headers }: Request, context: AppLoadContext) {
  return {
    address: clientAddressOf(context),
    isProgram: context.isHead === true || isProgram(headers.get("User-Agent") ?? ""),
  };
}

/** Tells whether a client is a program, or sends no User-Agent. */
export function isProgram(agent: string): boolean {
  if (agent === "") return true;
  if (agent === lastAnswer.agent) return lastAnswer.isProgram;
  lastAnswer = { agent, isProgram: cachedIsbot(agent) };
  return lastAnswer.isProgram;
}

/** The last answer, because the next request often comes from the same browser. */
let lastAnswer = { agent: "", isProgram: true };

/** Caches answers of `isbot`, because few different browsers visit. */
const isProgramByAgent = new Map<string, boolean>();
const MAX_AGENTS = 2_000;
const MAX_AGENT_LENGTH = 500;

function cachedIsbot(agent: string): boolean {
  const key = agent.slice(0, MAX_AGENT_LENGTH);
  const cachedAnswer = isProgramByAgent.get(key);
  if (cachedAnswer !== undefined) return cachedAnswer;
  if (isProgramByAgent.size >= MAX_AGENTS) isProgramByAgent.clear();
  const answer = isbot(key);
  isProgramByAgent.set(key, answer);
  return answer;
}

/** The headers of an answer that no cache may store. */
export const NO_STORE_HEADERS = { "Cache-Control": "private, no-store" };
