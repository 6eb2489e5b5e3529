/** Finds the forms of the site on its pages as a browser does, so that no field is missing. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { askChecked, type CheckedAnswer, multipart, urlencoded } from "../support/checked-requests";
import { addressOf, builtRoutes, type Route, routeAt } from "../support/routes";
import { pagesOf, type Role, type World } from "../support/world";

export interface Form {
  route: Route;
  as: Role;
  action: string;
  isMultipart: boolean;
  /** The values of the page, with that of the pressed button. An unticked box is off, and is not sent. */
  fields: { name: string; value: string; isTyped: boolean; isOff: boolean }[];
  files: string[];
  /** The value of the pressed button, or "" if it has none. */
  button: string;
  /** True if an earlier button sends the same fields to the same route. */
  isFurtherButton: boolean;
}

const ID = /[0-9a-z]{16}/;

/** Matches actions that remove what later requests need. They get an id that does not exist. */
const REMOVES = /\/(delete|trash|discard|unused|reopen)(\?|$)|^\/admin\/promote\?|^\/admin\/import\//;

/** Matches actions that end the session that later requests need. strangers.test.ts tries them with sessions of its own. */
const ENDS_SESSION = /^\/(logout|account\/sessions)(\?|$)/;

/** Finds the forms that write, on all pages: one of each kind, and one for each of its buttons. */
export async function findForms(world: World): Promise<Form[]> {
  const forms = new Map<string, Form>();
  for (const { path, as } of pagesOf(world)) {
    const { status, headers, text } = await askChecked(world, { path, as });
    if (status !== 200 || !headers["content-type"]?.startsWith("text/html")) continue;
    const { window } = new JSDOM(text, { url: world.site.url + path });
    for (const element of window.document.querySelectorAll<HTMLFormElement>('form[method="post" i]'))
      for (const form of formsIn(element, as)) {
        const names = new Set(form.fields.map(({ name }) => name.replace(/[.:]?[0-9a-z]{16}/, "")));
        const button = ID.test(form.button) ? "" : form.button.split(" ")[0];
        const kind = [form.route.id, as, button, ...[...names].sort()].join();
        if (!forms.has(kind)) forms.set(kind, form);
      }
    window.close();
  }
  const shownForms = [...forms.values()];
  return [...shownForms, ...hiddenForms(world, shownForms)];
}

/**
 * Returns a form for each route that takes one and shows none on these pages: it needs a link from a mail or the log, a
 * claim or a request. Its fields are the names in the sources of the route.
 */
function hiddenForms({ ids }: World, shownForms: Form[]): Form[] {
  const shownRoutes = new Set(shownForms.map(({ route }) => route.id));
  return builtRoutes()
    .filter(({ id, path, hasAction, isCall }) => hasAction && !isCall && path !== "/*" && !shownRoutes.has(id))
    .map((route): Form => {
      const record = Object.entries(RECORDS).find(([start]) => route.path.startsWith(start))?.[1] ?? "expert";
      const action = addressOf(route, { id: ids[record], slug: ids.expertSlug, step: "1", imageId: ids.image });
      const as = action.startsWith("/admin") ? "admin" : /^\/(my|account)/.test(action) ? "member" : "nobody";
      const fields = fieldNames(route).map((name) => ({ name, value: "x", isTyped: false, isOff: false }));
      const query = route.isIndex ? "?index" : "";
      return {
        route,
        as,
        action: action + query,
        isMultipart: false,
        fields,
        files: [],
        button: "",
        isFurtherButton: false,
      };
    })
    .filter(({ action }) => !ENDS_SESSION.test(action));
}

/** The records at the addresses of hidden forms, by the beginning of the address; other addresses are of experts. */
const RECORDS: Record<string, keyof World["ids"]> = {
  "/admin/submissions/": "decided",
  "/my-submissions/": "decided",
  "/admin/import/": "import",
  "/admin/images/": "image",
};

/** Returns the names of fields in the files of a route and in the components that it imports; "intent" is always one. */
function fieldNames({ id }: Route): string[] {
  const path = join("app", id);
  const files = existsSync(path)
    ? readdirSync(path).map((name) => join(path, name))
    : [`${path}.tsx`, `${path}.ts`].filter((name) => existsSync(name));
  const sources = files.map((file) => readFileSync(file, "utf8"));
  const components = sources.flatMap((source) =>
    [...source.matchAll(/from "~\/(components\/[^"]+)"/g)].flatMap(([, name]) => {
      const file = join("app", `${name}.tsx`);
      return existsSync(file) ? [readFileSync(file, "utf8")] : [];
    }),
  );
  const names = [...sources, ...components].flatMap((source) =>
    [...source.matchAll(/\b(?:name=\{?|(?:get|getAll|has)\()"([\w.-]+(?:\[\])?)"/g)].map(([, name]) => name as string),
  );
  return [...new Set(["intent", ...names])];
}

function formsIn(element: HTMLFormElement, as: Role): Form[] {
  const page = new URL(element.ownerDocument.URL);
  const controls = ([...element.elements] as HTMLInputElement[]).filter(
    ({ tagName }) => !/FIELDSET|OUTPUT/.test(tagName),
  );
  const buttons = controls.filter(({ type }) => type === "submit");
  const inputs = controls.filter(
    (control) =>
      control.name && !/submit|button|file/.test(control.type) && (control.type !== "radio" || control.checked),
  );
  const fields = inputs.map((input) => ({
    name: input.name,
    value: input.value,
    isTyped: input.tagName === "TEXTAREA" || ["text", "search", "url", "email", "tel"].includes(input.type),
    isOff: input.type === "checkbox" && !input.checked,
  }));
  const usedRoutes = new Set<string>();
  const files = controls.filter(({ type, name }) => type === "file" && name).map(({ name }) => name);
  return (buttons.length ? buttons : [null]).flatMap((button): Form[] => {
    const formAction = button?.getAttribute("formaction");
    const action = new URL(
      (formAction && !formAction.startsWith("#") ? formAction : element.getAttribute("action")) || page.href,
      page,
    );
    const route = routeTo(action);
    if (!route || action.origin !== page.origin || ENDS_SESSION.test(action.pathname)) return [];
    const isFurtherButton = usedRoutes.has(route.id);
    usedRoutes.add(route.id);
    const isMultipart = (button?.getAttribute("formenctype") ?? element.enctype) === "multipart/form-data";
    const pressedField = button?.name ? [{ name: button.name, value: button.value, isTyped: false, isOff: false }] : [];
    const [path, allFields] = [action.pathname + action.search, [...fields, ...pressedField]];
    return [
      { route, as, action: path, isMultipart, files, fields: allFields, button: button?.value ?? "", isFurtherButton },
    ];
  });
}

/** Returns the route of an action; `?index` names the index route instead of its layout. */
function routeTo({ pathname, searchParams }: URL): Route | undefined {
  const isIndex = searchParams.has("index");
  return routeAt(
    builtRoutes().filter((route) => (isIndex ? route.isIndex : route.hasAction)),
    pathname,
  );
}

/** Sends a form as a browser does, with other values in some fields. */
export function sendForm(world: World, form: Form, changes: Map<string, string> = new Map()): Promise<CheckedAnswer> {
  const removes = REMOVES.test(form.action);
  const withSafeId = (value: string) => (removes ? value.replace(ID, "0000000000000000") : value);
  const sentFields = form.fields
    .filter(({ name, isOff }) => !isOff || changes.has(name))
    .map(({ name, value }): [string, string] => [name, changes.get(name) ?? withSafeId(value)]);
  const parts = [
    ...sentFields.map(([name, content]) => ({ name, content })),
    ...form.files.map((name) => ({ name, filename: "", content: "" })),
  ];
  const encodedBody = form.isMultipart ? multipart(parts) : urlencoded(sentFields);
  return askChecked(world, {
    method: "POST",
    path: withSafeId(form.action),
    as: form.as,
    ...encodedBody,
    callsOtherServices: true,
  });
}
