/** A call that was not answered with success; the message is "status: body", or the status text when the body is empty. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** The message of the server for the reader, or "". */
    readonly reason: string,
    message: string,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

/** Has an event "success" after each call that changed something. */
export const writes = new EventTarget();

/** Browsers send no more than this after the page is gone, of all that is underway together, and refuse what is more. */
const KEEPALIVE_BYTES = 60_000;
let underway = 0;

/**
 * Calls the site's JSON interface with the reader's credentials.
 *
 * @returns the parsed answer.
 * @throws ApiError for every answer that is not a success; TypeError when the server cannot be reached.
 */
export async function call<T>(
  path: string,
  {
    method = "GET",
    body,
    keepalive,
    isUnasked = false,
  }: {
    method?: string;
    body?: unknown;
    /** Goes on when the page is gone, unless the body is too long for that, with those that are underway. */
    keepalive?: boolean;
    /** Nobody did anything: what is on the screen stays. */
    isUnasked?: boolean;
  } = {},
): Promise<T> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const bytes = keepalive ? new Blob([text ?? ""]).size : 0;
  const goesOn = keepalive && underway + bytes < KEEPALIVE_BYTES;
  if (goesOn) underway += bytes;
  const response = await fetch(path, {
    method,
    credentials: "include",
    keepalive: goesOn,
    headers: { Accept: "application/json", ...(text !== undefined && { "Content-Type": "application/json" }) },
    body: text,
  }).finally(() => {
    if (goesOn) underway -= bytes;
  });
  const answer = await response.text();
  if (!response.ok) {
    throw new ApiError(response.status, reasonIn(answer), `${response.status}: ${answer || response.statusText}`);
  }
  if (method !== "GET" && !isUnasked) writes.dispatchEvent(new Event("success"));
  return JSON.parse(answer) as T;
}

function reasonIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === "string" ? message : "";
  } catch {
    return "";
  }
}

/** Returns the server's message about a failed call, else an invitation to try again. */
export function failureReason(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) {
    return "You are signed out. Sign in in another tab, come back to this one, and try again.";
  }
  return (error instanceof ApiError && error.reason) || "Please try again.";
}
