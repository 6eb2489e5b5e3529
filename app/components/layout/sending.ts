/** Changes how the browser sends forms and fetches data. The script that starts the page imports this. */
import { formValues, withoutPasswords } from "~/http/form-values";
import { UNANSWERED } from "~/http/revalidation";

const MESSAGE =
  "No usable answer came, so this may not have been saved. What you typed is still here. Please try again.";
const RETRY_MS = 2_000;

declare global {
  interface Window {
    /** The form that was sent last. */
    sentForm?: EventTarget | null;
  }
}

/** Ignores that a form is sent again, by a key or a click, before the answer to the first time is shown. */
function ignoreSecondSubmit(event: SubmitEvent): void {
  // A preview opens in another tab, and this page goes on.
  if (event.submitter?.getAttribute("formtarget") === "_blank") return;
  const isSending = window.__remixRouter?.state.navigation.formMethod === "POST";
  if (isSending && event.target === window.sentForm) {
    event.preventDefault();
    event.stopPropagation();
  } else window.sentForm = event.target;
}

// The window gets the event before the handlers of React.
window.addEventListener("submit", ignoreSecondSubmit, true);

const { fetch } = window;

/**
 * Fetches, and keeps a page that the server does not answer, where the framework would show an error page: a form is refused
 * with a message, and data in the background arrives once there is an answer. Following a link still fails.
 */
window.fetch = async (input, init) => {
  const isOfRouter = input instanceof URL && input.pathname.endsWith(".data");
  for (;;) {
    const request = fetch(input, init);
    if (!isOfRouter) return request;
    const response = await request.catch(() => null);
    // A proxy may answer in place of the server.
    const isUnanswered = !response?.headers.has("X-Remix-Response") && !init?.signal?.aborted;
    if (isUnanswered && init?.method === "POST") return refusalOf(init.body, await messageOf(response));
    const isInBackground = window.__remixRouter?.state.navigation.state === "idle";
    if (!isUnanswered || !isInBackground || (response && response.status < 500)) return response ?? request;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
};

/** Statuses of answers without a page: the server is busy, or did not read the form. One line of text says what to do. */
const BRIEF_REFUSALS = new Set([408, 413, 429, 503]);

async function messageOf(response: Response | null): Promise<string> {
  const isLine = response?.headers.get("content-type")?.startsWith("text/plain");
  if (!response || !isLine || !BRIEF_REFUSALS.has(response.status)) return MESSAGE;
  const line = (await response.text().catch(() => "")).trim();
  return line ? `${line} What you typed is still here.` : MESSAGE;
}

/** Returns the answer that the server's `form` would give to refused input. */
function refusalOf(body: BodyInit | null | undefined, message: string): Response {
  const entries = body instanceof FormData || body instanceof URLSearchParams ? Array.from(body) : [];
  const values = formValues(entries.map(([name, value]) => [name, typeof value === "string" ? value : null]));
  const data = { message, fieldErrors: {}, values: withoutPasswords(values) };
  return new Response(encode({ data }), { status: UNANSWERED });
}

/** Encodes data as the framework's answers to forms: a list of values, which name others by their index (turbo-stream). */
function encode(data: unknown): string {
  const list: unknown[] = [];
  const add = (value: unknown): number => {
    const index = list.push(value) - 1;
    if (Array.isArray(value)) list[index] = value.map(add);
    else if (typeof value === "object" && value !== null)
      list[index] = Object.fromEntries(Object.entries(value).map(([name, part]) => [`_${add(name)}`, add(part)]));
    return index;
  };
  add(data);
  return `${JSON.stringify(list)}\n`;
}
