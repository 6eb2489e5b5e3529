/** The forms of the site, found on its pages as a browser finds them, so that no field is missing. */
import { JSDOM } from "jsdom";
import { askChecked, type CheckedAnswer, multipart, urlencoded } from "../support/checked-requests";
import { builtRoutes, type Route, routeAt } from "../support/routes";
import { pagesOf, type Role, type World } from "../support/world";

export interface Form {
  route: Route;
  as: Role;
  action: string;
  isMultipart: boolean;
  /** Values as they stand in the page; an unticked box is not sent. The button that is pressed is among them. */
  fields: { name: string; value: string; isTyped: boolean; isOff: boolean }[];
  files: string[];
  /** The value of the button that is pressed; "" for one without. */
  button: string;
}

const ID = /[0-9a-z]{16}/;

/** Actions that remove what later requests need: they are sent an id that does not exist. */
const REMOVES = /\/(delete|trash|discard|unused|reopen)(\?|$)|^\/admin\/promote\?|^\/admin\/import\//;

/** Ends the session that later requests need; strangers.test.ts tries it with sessions of its own. */
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
  return [...forms.values(), ...hiddenForms(world)];
}

/** Forms that these pages do not show: they need a link from a mail or the log, a claim, or a request; old addresses still work. */
function hiddenForms({ ids }: World): Form[] {
  const names: Record<string, string> = {
    "/setup": "token firstName lastName email password confirmPassword",
    [`/admin/submissions/${ids.decided}/reopen`]: "reviewNotes",
    // Shown for some minutes after the decision.
    [`/admin/submissions/${ids.decided}/undo`]: "confirmed",
    "/submit-expert": "draftId name title categories[] biography newLink intent",
    [`/${ids.expertSlug}/claim`]: "proof email page intent",
    "/claim": "token intent",
    "/report": "token intent",
    "/still-right": "token intent",
    "/login/verify": "code intent",
    "/verify-email": "token intent",
    [`/${ids.expertSlug}/ask`]: "purpose name email text captchaAnswer captchaExpected",
    "/follow": "email id rhythm intent leaveAll confirm",
    "/follow/nothing": "id rhythm intent leaveAll confirm",
    "/follow/nothing/unsubscribe": "List-Unsubscribe",
    "/still-right/nothing/unsubscribe": "List-Unsubscribe",
    "/question/nothing": "text direct intent",
    [`/my-submissions/${ids.decided}/picture`]: "imageUrlFile",
    [`/admin/experts/${ids.expert}/portrait`]: "find file intent",
    "/admin/portraits?index": "intent",
    "/admin/portraits/review": "decision expert identifier file",
    "/admin/topics/nothing": "intent into name description synonyms",
    "/account/security": "currentPassword code name intent",
    [`/my-profile/${ids.expertSlug}`]: "intent field value",
    [`/my-profile/${ids.expertSlug}/edit`]: "name title biography intent",
    [`/my-submissions/${ids.decided}`]: "intent updatedAt",
    [`/my-submissions/${ids.decided}/edit`]: "name title biography intent updatedAt",
    [`/admin/experts/${ids.expert}/identifiers`]: "name orcid wikidata openalex ror affiliation compared intent",
    [`/admin/experts/${ids.expert}/works`]: "intent works",
    "/admin/import/nothing/rows": "all next taken",
    "/reset-password": "token password confirmPassword",
    [`/admin/experts/${ids.expert}/positions`]: "take[] updatedAt",
    "/admin/experts/drafts": "ids[]",
    "/admin/identifiers?index": "intent",
    "/admin/identifiers/review": "expert decision key",
    "/admin/library?index": "ids[] projectId",
    "/admin/requests/nothing/remove": "notes",
    "/admin/missing": "words",
    "/admin/settings/words": "lines[]",
    "/admin/requests/nothing": "decision notes value field relistReason",
    "/admin/webhooks/nothing/delete": "confirmed",
    "/admin/api-keys/nothing/delete": "confirmed",
  };
  return Object.entries(names).flatMap(([action, list]): Form[] => {
    const route = routeTo(new URL(action, "http://localhost"));
    const fields = list.split(" ").map((name) => ({ name, value: "x", isTyped: false, isOff: false }));
    const as = action.startsWith("/admin") ? "admin" : /^\/(my|account)/.test(action) ? "member" : "nobody";
    return route ? [{ route, as, action, isMultipart: false, fields, files: [], button: "" }] : [];
  });
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
  const files = controls.filter(({ type, name }) => type === "file" && name).map(({ name }) => name);
  return (buttons.length ? buttons : [null]).flatMap((button): Form[] => {
    const formAction = button?.getAttribute("formaction");
    const action = new URL(
      (formAction && !formAction.startsWith("#") ? formAction : element.getAttribute("action")) || page.href,
      page,
    );
    const route = routeTo(action);
    if (!route || action.origin !== page.origin || ENDS_SESSION.test(action.pathname)) return [];
    const isMultipart = (button?.getAttribute("formenctype") ?? element.enctype) === "multipart/form-data";
    const pressed = button?.name ? [{ name: button.name, value: button.value, isTyped: false, isOff: false }] : [];
    const [path, all] = [action.pathname + action.search, [...fields, ...pressed]];
    return [{ route, as, action: path, isMultipart, files, fields: all, button: button?.value ?? "" }];
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
  const safely = (value: string) => (removes ? value.replace(ID, "0000000000000000") : value);
  const sentFields = form.fields
    .filter(({ name, isOff }) => !isOff || changes.has(name))
    .map(({ name, value }): [string, string] => [name, changes.get(name) ?? safely(value)]);
  const parts = [
    ...sentFields.map(([name, content]) => ({ name, content })),
    ...form.files.map((name) => ({ name, filename: "", content: "" })),
  ];
  const encoded = form.isMultipart ? multipart(parts) : urlencoded(sentFields);
  return askChecked(world, {
    method: "POST",
    path: safely(form.action),
    as: form.as,
    ...encoded,
    callsOtherServices: true,
  });
}
