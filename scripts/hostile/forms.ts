/** The forms of the site, found on its pages as a browser finds them, so that no field is missing from a list. */
import { JSDOM } from "jsdom";
import { addressOf, type Route, routeAt } from "../../test/support/routes";
import type { Client } from "./client";
import type { World } from "./world";

export interface Field {
  name: string;
  /** What stands in it. */
  value: string;
  /** Whether somebody can type into it, so that it has to be there again after a refusal. */
  isTyped: boolean;
  /** A box that is not ticked: it is not sent. */
  isOff: boolean;
}

export interface Form {
  route: Route;
  /** The page it stands on, and who saw it there. */
  page: string;
  as: FormRole;
  /** Where it is sent. */
  action: string;
  isMultipart: boolean;
  fields: Field[];
  /** The button that is pressed; null for one without a name. */
  button: { name: string; value: string } | null;
  /** Names of its file inputs. */
  files: string[];
}

export type FormRole = "nobody" | "member" | "admin";

/** Every page that shows forms, for those who may see them. */
export function pagesOf(world: World, routes: Route[]): { path: string; as: FormRole }[] {
  const { known, victim } = world;
  const params: Record<string, Record<string, string>> = {
    "admin/articles": { id: known.article },
    "admin/experts": { id: known.expert },
    "admin/images": { id: known.image },
    "admin/import": { id: known.import },
    "admin/library/content": { id: known.content },
    "admin/library/images": { id: known.libraryImage },
    "admin/promote": { id: known.promotion, step: "1", imageId: known.image },
    "admin/submissions": { id: known.submission },
    "admin/users": { id: victim.id },
    articles: { slug: known.articleSlug },
    experts: { slug: known.expertSlug },
    directory: { category: "academic-researchers" },
    "": { slug: known.expertSlug, "*": "no-such-page" },
  };
  const filled = routes
    .filter(({ isCall }) => !isCall)
    .map((route) => {
      const prefix = route.path.split("/:")[0]?.slice(1) ?? "";
      const parent = Object.keys(params).filter((key) => prefix === key || prefix.startsWith(`${key}/`));
      const values = params[parent.sort((a, b) => b.length - a.length)[0] ?? ""] ?? params[""];
      return addressOf(route, values ?? {});
    });
  const more = [
    ...[2, 3, 4].map((step) => `/admin/promote/${known.promotion}/${step}`),
    `/admin/experts/${known.expert}/merge?with=${known.other}`,
    `/admin/submissions/${known.decided}`,
    `/admin/submissions/${known.decided}/undo`,
    `/admin/articles/${known.draft}`,
    `/admin/experts/${known.trashed}`,
    "/admin/generate?new",
    "/admin/featured?search=professor",
    "/admin/library?tab=images",
    "/admin/images/unused?all",
    `/admin/library/delete?kind=content&id=${known.content}`,
    `/admin/library/delete?kind=images&id=${known.libraryImage}`,
    `/submit?change=${known.expertSlug}`,
  ];
  const forVisitors = [
    "/login",
    "/login?mode=register",
    "/forgot-password",
    "/reset-password?token=x",
    "/setup?token=x",
    "/auth",
    "/submit",
  ];
  const isDesk = (path: string) => path.startsWith("/admin");
  return [
    ...[...filled, ...more].map((path) => ({ path, as: isDesk(path) ? ("admin" as const) : ("member" as const) })),
    ...forVisitors.map((path) => ({ path, as: "nobody" as const })),
    { path: "/admin", as: "admin" as const },
  ];
}

/** Opens every page and gives the forms on it, each kind once. Forms that only ask (GET) are left to the queries. */
export async function findForms(world: World, client: Client, routes: Route[]): Promise<Form[]> {
  const found = new Map<string, Form>();
  for (const { path, as } of pagesOf(world, routes)) {
    const headers = headersOf(world, as);
    const answer = await client.ask({ method: "GET", path, headers, door: `GET ${path}` });
    if (answer.status !== 200 || !String(answer.headers["content-type"]).startsWith("text/html")) continue;
    const { document } = new JSDOM(answer.text, { url: client.url + path }).window;
    for (const element of document.querySelectorAll<HTMLFormElement>("form")) {
      if (element.method !== "post") continue;
      for (const form of formsIn(element, routes, { page: path, as, url: client.url })) {
        // One button of a kind is enough: "remove books 1" is like "remove books 2".
        const button = form.button ? `${form.button.name}=${form.button.value.split(" ")[0]}` : "";
        const names = [...new Set(form.fields.map(({ name }) => name.replace(/[.:]?[0-9a-z]{16}/, "")))].sort().join();
        const key = [
          form.route.id,
          form.as,
          names,
          /^[0-9a-z]{16}$/.test(form.button?.value ?? "") ? form.button?.name : button,
        ].join(" ");
        if (!found.has(key)) found.set(key, form);
      }
    }
  }
  const others = hidden(routes).map((form) => [form.route.id, form] as const);
  return [
    ...found.values(),
    ...others.filter(([id]) => ![...found.values()].some(({ route }) => route.id === id)).map(([, form]) => form),
  ];
}

/** Forms that no page shows to those who ask here: without a link from the log there is no first account to be made, and one door is another's second address. */
function hidden(routes: Route[]): Form[] {
  const form = (id: string, action: string, names: string[]): Form[] => {
    const route = routes.find((one) => one.id === id);
    const fields = names.map((name) => ({ name, value: "x", isTyped: false, isOff: false }));
    return route
      ? [{ route, page: action, as: "nobody", action, isMultipart: false, fields, button: null, files: [] }]
      : [];
  };
  return [
    ...form("routes/_entry.setup", "/setup", [
      "token",
      "firstName",
      "lastName",
      "email",
      "password",
      "confirmPassword",
    ]),
    ...form("routes/_site.submit-expert", "/submit-expert", [
      "draftId",
      "name",
      "title",
      "categories[]",
      "biography",
      "newLink",
      "intent",
    ]),
  ];
}

interface Seen {
  page: string;
  as: FormRole;
  url: string;
}

/** The form, once for each of its buttons: each sends its own name, and some to another address. */
function formsIn(element: HTMLFormElement, routes: Route[], { page, as, url }: Seen): Form[] {
  const controls = [...element.elements].filter((one): one is HTMLInputElement => "name" in one);
  const isButton = (one: HTMLInputElement) => one.tagName === "BUTTON" || one.type === "submit";
  const named = controls.filter(({ name }) => name);
  const fields = named
    .filter((one) => !isButton(one) && one.type !== "file" && one.tagName !== "FIELDSET" && one.tagName !== "OUTPUT")
    .filter((one) => one.type !== "radio" || one.checked)
    .map((one) => ({
      name: one.name,
      value: one.value,
      isTyped: isTyped(one),
      isOff: one.type === "checkbox" && !one.checked,
    }));
  const files = named.filter(({ type }) => type === "file").map(({ name }) => name);
  const buttons = controls.filter((one) => isButton(one) && one.type === "submit");
  const pressed = buttons.length > 0 ? buttons : [null];
  return pressed.flatMap((button): Form[] => {
    const own = button?.getAttribute("formaction");
    const isElsewhere = Boolean(own) && !own?.startsWith("#");
    const action = new URL((isElsewhere ? own : element.getAttribute("action")) || page, url + page);
    const route = routeAt(indexOr(routes, action), action.pathname);
    if (!route || action.origin !== url) return [];
    const isMultipart = (button?.getAttribute("formenctype") ?? element.enctype) === "multipart/form-data";
    const form = { route, page, as, action: action.pathname + action.search, isMultipart, fields, files };
    return [{ ...form, button: button?.name ? { name: button.name, value: button.value } : null }];
  });
}

function isTyped({ tagName, type }: HTMLInputElement): boolean {
  return tagName === "TEXTAREA" || (tagName === "INPUT" && ["text", "search", "url", "email", "tel"].includes(type));
}

/** An address with "?index" means the index route and not its frame. */
function indexOr(routes: Route[], { searchParams }: URL): Route[] {
  return searchParams.has("index")
    ? routes.filter(({ isIndex }) => isIndex)
    : routes.filter(({ hasAction }) => hasAction);
}

/** The headers of somebody who asks. */
export function headersOf(world: World, as: FormRole | "user"): Record<string, string> {
  if (as === "nobody") return {};
  const { Cookie = "" } = world[as].headers;
  return { Cookie: as === "member" ? `${Cookie}; ${world.known.draftCookie}` : Cookie };
}
