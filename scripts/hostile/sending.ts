/** Hostile strings through every field of every form and call, every query, path and header; what is stored is read again. */

import { addressOf, queryNames, type Route } from "../../test/support/routes";
import { encoded } from "./answers";
import { type Body, CALLS, type Call, type Json, leafAt, leavesOf, withLeaf } from "./calls";
import { type Answer, type Client, multipart, type Part, urlencoded } from "./client";
import { type Field, type Form, findForms, headersOf } from "./forms";
import type { Report } from "./report";
import { type Strings, wellFormed } from "./strings";
import type { World } from "./world";

export interface Sending {
  world: World;
  client: Client;
  report: Report;
  strings: Strings;
  routes: Route[];
  /** How many strings each field gets, at least. */
  each: number;
  /** Only doors whose name fits. */
  only: RegExp;
}

/** Strings sent one by one and stored, and what became of them. */
interface Outcome {
  strings: number;
  accepted: number;
  refused: number;
  compared: number;
}

const nothing = (): Outcome => ({ strings: 0, accepted: 0, refused: 0, compared: 0 });

/** Runs the work of all doors, a few at a time; each door's own requests come one after another. */
async function sideBySide<T>(items: T[], work: (item: T) => Promise<void>, width = 3): Promise<void> {
  const rest = [...items];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
    }),
  );
}

/**
 * Whether a text is stored as it was sent: line ends become LF, nothing is around it, and half a character, which UTF-8
 * cannot hold, becomes a mark in its place.
 */
export function isKept(sent: unknown, stored: unknown): boolean {
  if (typeof sent !== "string") return JSON.stringify(sent) === JSON.stringify(stored);
  if (typeof stored !== "string") return sent.trim() === "" && (stored === undefined || stored === null);
  const tidy = (text: string) => wellFormed(text.replace(/\r\n?/g, "\n").trim()).replace(/\ufffd+/g, "\ufffd");
  return tidy(sent) === tidy(stored);
}

/** Through the JSON calls: each field by itself, the others good, and all at once. */
export async function sendCalls({ world, client, report, strings, each, only }: Sending): Promise<Outcome> {
  const outcome = nothing();
  const calls = CALLS.filter((call) => call.body && only.test(doorOf(call)));
  await sideBySide(calls, async (call) => {
    const good = (await call.body?.(world, 0)) as Body;
    const leaves = leavesOf(good);
    const rounds = call.isDear ? Math.max(2, Math.ceil(each / 6)) : each;
    for (const leaf of leaves) {
      for (let round = 0; round < rounds; round++) {
        const text = strings.next();
        const whole = (await call.body?.(world, round)) as Body;
        const changed = withLeaf(whole, leaf, text);
        const sent = call.isPartial ? { [leaf[0] as string]: changed[leaf[0] as string] as Json } : changed;
        const answer = await put(world, client, call, sent);
        outcome.strings++;
        if (answer.status >= 400) outcome.refused++;
        else {
          outcome.accepted++;
          if (await compare(call, sent, [leaf], answer, { world, report })) outcome.compared++;
        }
      }
    }
    for (let round = 0; round < rounds; round++) {
      let sent = (await call.body?.(world, round)) as Body;
      const chosen = leaves.filter(() => strings.below(3) > 0);
      for (const leaf of chosen) sent = withLeaf(sent, leaf, strings.upTo(3_000));
      const answer = await put(world, client, call, sent);
      outcome.strings += chosen.length;
      if (answer.status < 400 && (await compare(call, sent, chosen, answer, { world, report })))
        outcome.compared += chosen.length;
    }
  });
  return outcome;
}

export function doorOf({ method, route }: Pick<Call, "method" | "route">): string {
  return `${method} ${route}`;
}

function put(world: World, client: Client, call: Call, sent: unknown): Promise<Answer> {
  return client.ask({
    method: call.method,
    path: call.path(world),
    door: doorOf(call),
    headers: { "Content-Type": "application/json", ...headersOf(world, call.as) },
    body: JSON.stringify(sent),
    asksOthers: call.asksOthers,
    isSlow: call.asksOthers,
  });
}

/** Whether what was accepted is stored as it was sent; true when there was something to compare. */
async function compare(
  call: Call,
  sent: Body,
  leaves: (string | number)[][],
  answer: Answer,
  { world, report }: Pick<Sending, "world" | "report">,
): Promise<boolean> {
  if (!call.stored) return false;
  const own = leaves.filter(([name]) => !call.becomesOther?.includes(String(name)));
  if (own.length === 0) return false;
  const stored = await call.stored(world, answer, sent).catch((error) => `could not be read: ${error.message}`);
  for (const leaf of own) {
    const value = leafAt(sent, leaf);
    // Blank entries of lists are dropped.
    if (leaf.length > 1 && typeof value === "string" && value.trim() === "") continue;
    if (!isKept(value, leafAt(stored, leaf)))
      report.broken(
        "what was accepted is stored as something else",
        `${doorOf(call)} ${leaf.join(".")}`,
        `${JSON.stringify(value)} became ${JSON.stringify(leafAt(stored, leaf) ?? stored)}`,
      );
  }
  return true;
}

/** Doors whose deed takes away what the next request needs: they get what is not there. */
export const ENDS = /\/(delete|trash|discard|unused)(\?|$)|^\/logout|^\/admin\/promote\?|^\/admin\/import\//;

export interface FormsSent extends Outcome {
  forms: Form[];
  /** Refusals that were looked at for what was typed. */
  repeated: number;
}

/** Through the forms, found on the pages: each field by itself as it stands there, the others as they are, and all at once. */
export async function sendForms(sending: Sending): Promise<FormsSent> {
  const { world, client, report, strings, routes, each, only } = sending;
  const outcome = { ...nothing(), repeated: 0 };
  const found = await findForms(world, client, routes);
  const forms = found.filter(({ route }) => only.test(`POST ${route.id}`));
  const byTarget = new Map<string, Form[]>();
  for (const form of forms) byTarget.set(form.action, [...(byTarget.get(form.action) ?? []), form]);
  await sideBySide([...byTarget.values()], async (group) => {
    for (const form of group) {
      const isDear = /login|register|password|setup|account/.test(form.action);
      const rounds = Math.max(1, Math.ceil(each / (isDear ? 6 : group.length > 3 ? 3 : 2)));
      const all: Field[] = [...form.fields, ...(form.button ? [{ ...form.button, isTyped: false, isOff: false }] : [])];
      const names = [...new Set(all.map(({ name }) => name))];
      for (const name of names) {
        for (let round = 0; round < rounds; round++) {
          const text = strings.next();
          const answer = await press(sending, form, all, new Map([[name, text]]));
          outcome.strings++;
          if (answer.status < 400) outcome.accepted++;
          else {
            outcome.refused++;
            // An answer belongs to its question, and a refusal comes with another one.
            const isKept = name !== "captchaAnswer" && answer.status !== 413;
            if (isKept && all.some((field) => field.name === name && field.isTyped)) {
              outcome.repeated++;
              checkRepeated(form, name, text, answer, report);
            }
          }
        }
      }
      for (let round = 0; round < rounds; round++) {
        const chosen = new Map(names.filter(() => strings.below(3) > 0).map((name) => [name, strings.upTo(3_000)]));
        await press(sending, form, all, chosen);
        outcome.strings += chosen.size;
      }
    }
  });
  return { ...outcome, forms: found };
}

async function press(
  { world, client, strings }: Sending,
  form: Form,
  all: Field[],
  changes: Map<string, string>,
): Promise<Answer> {
  const ends = ENDS.test(form.action);
  const action = ends ? form.action.replace(/[0-9a-z]{16}/, "0000000000000000") : form.action;
  const sentFields = all.filter(({ name, isOff }) => !isOff || changes.has(name));
  const fields = sentFields.map(({ name, value }): [string, string] => {
    const own = ends && /^[0-9a-z]{16}$/.test(value) ? "0000000000000000" : value;
    return [name, changes.get(name) ?? own];
  });
  if (strings.below(4) === 0) fields.push([strings.upTo(200), strings.upTo(200)]);
  const parts = (): Part[] => [
    ...fields.map(([name, content]) => ({ name, content })),
    ...form.files.map((name) => ({ name, filename: "", content: "" })),
  ];
  const sent = form.isMultipart ? multipart(parts()) : urlencoded(fields);
  return client.ask({
    method: "POST",
    path: action,
    door: `POST ${form.route.id}`,
    ...sent,
    headers: { ...sent.headers, ...headersOf(world, form.as) },
    asksOthers: true,
    isSlow: fields.some(([name]) => name === "suggest" || name === "ask"),
  });
}

/** What was typed has to stand in the page that refuses it. */
function checkRepeated(form: Form, name: string, text: string, answer: Answer, report: Report): void {
  const door = `POST ${form.route.id} ${name.replace(/[0-9a-z]{16}/, "…")}`;
  const tidy = (value: string) => wellFormed(value).replace(/\r\n?/g, "\n").trim();
  const typed = tidy(text);
  // Beside somebody else's change it stands as it would be stored: an address as a slug, entries of lists tidied.
  if (answer.status === 409 && /^(slug|tags)$|\[\]$/.test(name)) return;
  const page = answer.text.replace(/\r\n?/g, "\n");
  if (typed && answer.status !== 404 && !page.includes(encoded(typed)))
    report.broken(
      "what was typed is not in the page that refuses it",
      door,
      `${answer.status} ${JSON.stringify(text)} at ${form.action}, button ${JSON.stringify(form.button)}`,
    );
}

/** Through queries: every name that the site knows, at every route, a few at a time. */
export async function sendQueries({ world, client, strings, routes, each, only }: Sending): Promise<number> {
  const names = queryNames();
  let sent = 0;
  const doors = routes.filter(({ id }) => only.test(`GET ${id}`));
  await sideBySide(doors, async (route) => {
    for (const as of (route.path.startsWith("/admin") || route.isCall ? ["admin"] : ["nobody", "member"]) as (
      | "nobody"
      | "member"
      | "admin"
    )[]) {
      for (let round = 0; round < each; round++) {
        // Each name in turn, so that none is left out, and some others with it.
        const own = new Set([
          names[(round * 2) % names.length] as string,
          names[(round * 2 + 1) % names.length] as string,
          "search",
          "page",
        ]);
        const fields = [...own]
          .filter((name) => name !== "page" || strings.below(3) === 0)
          .map((name): [string, string] => [name, strings.upTo(2_000)]);
        const query = new URLSearchParams(fields).toString();
        const suffix = !route.isCall && round % 5 === 4 ? ".data" : "";
        const path = addressOf(route, paramsOf(world, route));
        const address = `${suffix && path === "/" ? "/_root" : path}${suffix}?${query}`;
        // What node's own client would not send is for the raw sockets.
        if (address.length > 12_000) continue;
        await client.ask({
          method: "GET",
          path: address,
          door: `GET ${route.id}`,
          headers: headersOf(world, as),
          asksOthers: true,
          isSlow: /share\.png|export-database/.test(path),
        });
        sent += fields.length;
      }
    }
  });
  return sent;
}

function paramsOf({ known, victim }: World, { path }: Route): Record<string, string> {
  const ids: [RegExp, string][] = [
    [/articles/, known.article],
    [/experts/, known.expert],
    [/library\/content/, known.content],
    [/library\/images/, known.libraryImage],
    [/images/, known.image],
    [/import/, known.import],
    [/promot/, known.promotion],
    [/submissions/, known.submission],
    [/users/, victim.id],
    [/drafts/, known.draftId],
  ];
  const id = ids.find(([pattern]) => pattern.test(path))?.[1] ?? "something";
  const slug = path.startsWith("/articles/") ? known.articleSlug : known.expertSlug;
  return { id, slug, step: "2", category: "academic-researchers", imageId: known.image, "*": "something" };
}

/** In the place of ids and slugs in paths, read and written. */
export async function sendPaths({ world, client, strings, routes, each, only }: Sending): Promise<number> {
  let sent = 0;
  const doors = routes.filter(({ path, id }) => /[:*]/.test(path) && only.test(`GET ${id}`));
  await sideBySide(doors, async (route) => {
    const params = [...route.path.matchAll(/:(\w+)|\*/g)].map(([whole, name]) => name ?? whole);
    for (let round = 0; round < each; round++) {
      const values = Object.fromEntries(params.map((name) => [name, wellFormed(strings.upTo(1_000)) || "x"]));
      const path = addressOf(route, { ...values, "*": encodeURIComponent(values["*"] ?? "x") });
      const methods = route.isCall ? ["GET", "PUT", "PATCH", "POST", "DELETE"] : ["GET", "POST"];
      const method = methods[round % methods.length] as string;
      const body: [string, Record<string, string>] = route.isCall
        ? ["{}", { "Content-Type": "application/json" }]
        : ["intent=save", { "Content-Type": "application/x-www-form-urlencoded" }];
      const sends = method === "GET" ? {} : { body: body[0] };
      await client.ask({
        method,
        path,
        door: `${method} ${route.id}`,
        ...sends,
        headers: { ...(method === "GET" ? {} : body[1]), ...headersOf(world, "admin") },
        asksOthers: true,
      });
      sent += params.length;
    }
  });
  return sent;
}

const HEADER_NAMES = [
  "User-Agent",
  "Referer",
  "Accept",
  "Accept-Language",
  "Accept-Encoding",
  "Save-Data",
  "If-None-Match",
  "If-Modified-Since",
  "Range",
  "Cookie",
  "Authorization",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-Request-Id",
  "X-HTTP-Method-Override",
  "Content-Type",
  "Sec-Fetch-Site",
  "Origin",
  "Forwarded",
];

/** In headers: what can stand in one at all. Signing in keeps the name of the browser, which the account page shows. */
export async function sendHeaders({ world, client, strings, each, only }: Sending): Promise<number> {
  let sent = 0;
  if (!only.test("headers")) return 0;
  const pages = [
    "/",
    "/directory",
    "/account",
    "/submit",
    "/api/experts",
    "/articles/feed.xml",
    "/uploads/none",
    "/build/none",
    "/healthz",
    "/metrics",
  ];
  for (let round = 0; round < each * 12; round++) {
    const name = HEADER_NAMES[round % HEADER_NAMES.length] as string;
    const text = Buffer.from(strings.upTo(2_000).replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, " "), "utf8").toString(
      "latin1",
    );
    const path = pages[strings.below(pages.length)] as string;
    const own = headersOf(world, name === "Cookie" ? "nobody" : "member");
    const value = name === "Cookie" ? `session=${text}; draft=${text}; scheme=${text}; light=${text}` : text;
    await client.ask({ method: "GET", path, door: `GET with ${name}`, headers: { ...own, [name]: value } });
    sent++;
  }
  return sent;
}
