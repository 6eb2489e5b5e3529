/** Ways out of the site and out of its folders: every `returnTo` (promise 16), every path to a file (promise 18). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { answered, PASSWORD } from "../../test/support/accounts";
import { addressOf } from "../../test/support/routes";
import { decoded } from "./answers";
import { type Answer, type Question, urlencoded } from "./client";
import { EVIL_HOST, redirects, traversals } from "./corpus";
import { type Form, headersOf } from "./forms";
import type { Sending } from "./sending";

/** Every door that takes a `returnTo`, asked with all that could lead away. Redirects are judged with every answer. */
export async function sendRedirects(sending: Sending, forms: Form[]): Promise<number> {
  const { world, client, report, routes } = sending;
  let sent = 0;
  const ask = async (question: Question): Promise<Answer> => {
    sent++;
    const answer = await client.ask(question);
    for (const address of leadingAway(answer.text))
      report.broken("a link on the page leads away", question.door, `${question.path} has ${address}`);
    return answer;
  };
  for (const target of redirects) {
    const query = new URLSearchParams({ returnTo: target.replace(/\p{Cs}/gu, "") }).toString();
    // Twice encoded, and as it is: what a proxy or a careless link makes of it.
    for (const asked of [query, `returnTo=${encodeURIComponent(encodeURIComponent(target))}`]) {
      for (const path of ["/login", "/auth", "/api/auth/google", "/api/auth/google/callback", "/preferences"]) {
        await ask({ method: "GET", path: `${path}?${asked}`, door: `GET ${path}` });
      }
    }
    await ask({
      method: "GET",
      path: `/login?${query}`,
      door: "GET /login, signed in",
      headers: headersOf(world, "member"),
    });
    for (const route of routes.filter(({ path }) => /\/delete$/.test(path))) {
      const { known, victim } = world;
      const id = /experts/.test(route.path)
        ? known.expert
        : /articles/.test(route.path)
          ? known.article
          : /users/.test(route.path)
            ? victim.id
            : known.image;
      await ask({
        method: "GET",
        path: `${addressOf(route, { id })}?${query}`,
        door: `GET ${route.id}`,
        headers: headersOf(world, "admin"),
      });
    }
  }
  for (const form of withReturnTo(forms)) {
    for (const target of redirects) {
      const action = await freshly(sending, form);
      const fields = form.fields
        .filter(({ isOff }) => !isOff)
        .map(({ name, value }): [string, string] => [name, name === "returnTo" ? target : value]);
      if (form.button) fields.push([form.button.name, form.button.value]);
      const posted = urlencoded(fields);
      await ask({
        method: "POST",
        path: action,
        door: `POST ${form.route.id}`,
        ...posted,
        headers: { ...posted.headers, ...headersOf(world, form.as) },
      });
    }
  }
  for (const target of redirects.slice(0, 25)) {
    const fields: [string, string][] = Object.entries({
      email: world.victim.email,
      password: PASSWORD,
      ...(await answered(world.site)),
    });
    await ask({
      method: "POST",
      path: `/login?${new URLSearchParams({ returnTo: target })}`,
      door: "POST routes/_entry.login",
      ...urlencoded(fields),
    });
  }
  return sent;
}

function withReturnTo(forms: Form[]): Form[] {
  const seen = new Set<string>();
  return forms.filter((form) => {
    const isNew = form.fields.some(({ name }) => name === "returnTo") && !seen.has(form.route.id);
    if (isNew) seen.add(form.route.id);
    return isNew;
  });
}

/** The form's address with something new behind it, where the deed takes away what it is about. */
async function freshly({ world, client }: Sending, { action }: Form): Promise<string> {
  const make = async (path: string, body: object) => {
    const headers = { "Content-Type": "application/json", ...headersOf(world, "admin") };
    const { text } = await client.ask({
      method: "POST",
      path,
      door: `POST ${path}`,
      headers,
      body: JSON.stringify(body),
    });
    return (JSON.parse(text) as { id: string }).id;
  };
  const name = `Gone Soon ${Math.random().toString(36).slice(2)}`;
  if (/^\/admin\/experts\/\w+\/delete/.test(action))
    return `/admin/experts/${await make("/api/admin/experts", { name, title: "x", categories: ["academic"] })}/delete`;
  if (/^\/admin\/articles\/\w+\/delete/.test(action))
    return `/admin/articles/${await make("/api/admin/articles", { title: name, body: "x" })}/delete`;
  if (/\/restore/.test(action)) {
    const headers = { "Content-Type": "application/json", ...headersOf(world, "admin") };
    const id = action.split("/")[3];
    const path = action.startsWith("/admin/experts") ? `/api/experts/${id}` : `/api/admin/articles/${id}`;
    await client.ask({ method: "DELETE", path, door: `DELETE ${path}`, headers });
  }
  return action;
}

/** Addresses on a page that a browser would follow to the evil host. */
function leadingAway(html: string): string[] {
  const found: string[] = [];
  for (const [, value = ""] of html.matchAll(/\s(?:href|action|formaction|content)="([^"]*)"/g)) {
    const address = decoded(value).replace(/^\d+;\s*url=/i, "");
    try {
      if (new URL(address, "http://localhost/some/page").hostname.includes(EVIL_HOST)) found.push(address);
    } catch {
      // No address at all.
    }
  }
  return found;
}

/** Asks for files that are none of the public ones, under every folder that serves files. Gives how many were sent. */
export async function sendTraversals({ world, client, report }: Sending): Promise<number> {
  let sent = 0;
  const secret = readFileSync(join(world.site.dataDir, "session-secret"), "utf8").trim();
  const secrets = [
    "SQLite format 3",
    secret,
    "root:x:0",
    '"longevity-leaders"',
    "createRequestHandler(",
    "ref: refs/heads",
    "sourcesContent",
  ];
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    sent++;
    const { bytes, status } = await client.ask({
      method: "GET",
      path,
      door: `GET ${path.split("/").slice(0, 2).join("/")}/…`,
      headers,
    });
    const body = bytes.toString("latin1");
    for (const trace of secrets)
      if (body.includes(trace)) report.broken("a file that is not public was sent", "files", `${status} ${path}`);
  };
  for (const prefix of [
    "/",
    "/uploads/",
    "/uploads/ab/",
    "/build/",
    "/build/_assets/",
    "/articles/",
    "/experts/",
    "/admin/library/images/",
    "/api/experts/",
  ]) {
    for (const path of traversals) {
      await ask(prefix + path);
      await ask(`${prefix}${path}?x=.webp`);
    }
  }
  for (const file of readdirSync(join("public", "build"), { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".map")) report.broken("a source map is public", "public/build", file);
    if (file.endsWith(".js") && sent % 3 === 0) await ask(`/build/${file}.map`);
  }
  return sent;
}
