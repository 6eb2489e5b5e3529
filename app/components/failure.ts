import { CallError } from "./call";

/** What a failed call is explained with: the server's message, else an invitation (decision D36). */
export function reasonOf(error: unknown): string {
  return (error instanceof CallError && error.reason) || "Please try again.";
}
