/** A failed call. The message is "status: body", with the status text in place of an empty body. */
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

/** Dispatches "success" after each call that may have changed something. */
export const writes = new EventTarget();

/** Browsers refuse keepalive requests whose bodies together exceed 64 KiB (Fetch Standard). */
const KEEPALIVE_BYTES = 60_000;
let pendingBytes = 0;

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
    isBackground = false,
  }: {
    method?: string;
    body?: unknown;
    /** True to finish the request after the page is closed, if the running requests leave room for its body. */
    keepalive?: boolean;
    /** True for a call in the background, which dismisses no message on the screen. */
    isBackground?: boolean;
  } = {},
): Promise<T> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const bytes = keepalive ? new Blob([text ?? ""]).size : 0;
  const isKeptAlive = keepalive && pendingBytes + bytes < KEEPALIVE_BYTES;
  if (isKeptAlive) pendingBytes += bytes;
  const response = await fetch(path, {
    method,
    credentials: "include",
    keepalive: isKeptAlive,
    headers: { Accept: "application/json", ...(text !== undefined && { "Content-Type": "application/json" }) },
    body: text,
  }).finally(() => {
    if (isKeptAlive) pendingBytes -= bytes;
  });
  const answer = await response.text();
  if (!response.ok) {
    throw new ApiError(response.status, reasonIn(answer), `${response.status}: ${answer || response.statusText}`);
  }
  if (method !== "GET" && !isBackground) writes.dispatchEvent(new Event("success"));
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

/** Returns the server's message about a failed call, or a request to try again. */
export function failureReason(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) {
    return "You are signed out. Sign in in another tab, return to this one, and try again.";
  }
  return (error instanceof ApiError && error.reason) || "Please try again.";
}
