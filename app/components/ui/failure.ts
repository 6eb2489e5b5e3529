import { ApiError } from "./api-client";

/** What a failed call is explained with: the server's message, else an invitation (decision D36). */
export function failureReason(error: unknown): string {
  return (error instanceof ApiError && error.reason) || "Please try again.";
}
