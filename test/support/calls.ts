/**
 * Lists the calls that write. Each has a valid body, made from the example of its description and the records of the test
 * site, and a function that reads what the call stored.
 */
import type { Access, Operation } from "~/http/openapi/operation.server";
import { EXPERT_FIELDS, EXPERT_RECORD } from "~/models/records/experts/fields";
import { PASSWORD, solveCaptcha } from "./accounts";
import { askChecked, type CheckedAnswer, type CheckedRequest } from "./checked-requests";
import { OPERATIONS } from "./operations";
import { testImage } from "./test-images";
import { type Role, rows, submission, type World } from "./world";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Body = { [name: string]: Json };

export interface Call {
  /** Method and path, such as "PUT /api/experts/{slug}". */
  endpoint: string;
  operation: Operation;
  as: Role;
  path(world: World): string;
  /** Returns a valid body, a different one each time. Calls without a body have no such function. */
  body?(world: World): Promise<Body>;
  /** True if the call keeps the values of omitted fields. */
  isPartial: boolean;
  /** Returns the stored values after the call, under the names of the body's fields. */
  stored?(world: World, answer: CheckedAnswer, sent: Body): unknown;
  /** Fields that are stored in another form: slugs, keys of lists, references. */
  converted?: string[];
  callsOtherServices: boolean;
  /** True if the call hashes a password or creates an image. */
  isSlow?: boolean;
}

let count = 0;
const uniqueText = (name: string) => `${name} ${String.fromCharCode(97 + (++count % 26))}${count}`;
const parseAnswer = (answer: CheckedAnswer): { id: string; slug: string; user: Body } => JSON.parse(answer.text);

async function readStored(world: World, path: string): Promise<unknown> {
  return JSON.parse((await askChecked(world, { path, as: "admin" })).text);
}

/** Returns the first column of the first row, parsed as JSON. */
function storedJson(world: World, query: string, ...values: unknown[]): Body {
  const [row] = rows<Record<string, string>>(world, query, ...values);
  return JSON.parse(Object.values(row ?? {})[0] ?? "{}");
}

/** The site writes addresses, identifiers and choices in a form of its own, so that "index.js.map" becomes an https address. */
const STORED_AS_WRITTEN = ["line", "text", "prose", "rows"];
const EXPERT_CONVERTED = [
  "slug",
  "featured",
  ...EXPERT_FIELDS.filter((name) => !STORED_AS_WRITTEN.includes(EXPERT_RECORD[name].kind)),
];
const ARTICLE_CONVERTED = ["slug", "expert", "imageUrl", "scheduledAt", "status"];

/** The promotion stores only those list items that it has. */
const PROMOTION_CONVERTED = `ideas pieces onSite linkFromProfile alts model imageModel projectId provider imageProvider
  articleType`.split(/\s+/);

interface Details extends Partial<Pick<Call, "as" | "isPartial" | "stored" | "converted" | "isSlow">> {
  /** Returns the parameters of the path. Without it the call names a record that does not exist. */
  params?(world: World): Record<string, string>;
  /** Returns the fields that override those of the example. */
  body?(world: World): Body | Promise<Body>;
}

const onExpert = { params: ({ ids }: World) => ({ slug: ids.expert, id: ids.other }) };
const onArticle = { params: ({ ids }: World) => ({ id: ids.article }) };
const onDecided = { params: ({ ids }: World) => ({ id: ids.decided }) };
const newName = { body: () => ({ name: uniqueText("Hostile Person") }) };
const newTitle = { body: () => ({ title: uniqueText("A title") }) };
const withQuestion = { body: ({ site }: World) => solveCaptcha(site), isSlow: true };

const DETAILS: Record<string, Details> = {
  "PUT /api/experts/{slug}": {
    ...onExpert,
    ...newName,
    isPartial: true,
    stored: (world, answer) => readStored(world, `/api/experts/${parseAnswer(answer).slug}`),
    converted: EXPERT_CONVERTED,
  },
  "POST /api/admin/experts": {
    ...newName,
    stored: (world, answer) => readStored(world, `/api/experts/${parseAnswer(answer).slug}`),
    converted: EXPERT_CONVERTED,
  },
  "PUT /api/admin/experts/{id}/identifiers": { ...onExpert, isPartial: true },
  "POST /api/admin/experts/{id}/works": onExpert,
  "POST /api/admin/experts/{id}/evidence": onExpert,
  "POST /api/admin/articles/{id}/evidence": onArticle,
  "POST /api/admin/submissions/{id}/evidence": onDecided,
  "PATCH /api/experts/{id}/featured": onExpert,
  "POST /api/admin/articles": {
    ...newTitle,
    stored: (world, answer) => readStored(world, `/api/admin/articles/${parseAnswer(answer).id}`),
    converted: ARTICLE_CONVERTED,
  },
  "PUT /api/admin/articles/{id}": {
    ...onArticle,
    ...newTitle,
    isPartial: true,
    stored: (world) => readStored(world, `/api/admin/articles/${world.ids.article}`),
    converted: ARTICLE_CONVERTED,
  },
  "PUT /api/admin/articles/{id}/draft": {
    params: ({ ids }) => ({ id: ids.draft }),
    stored: (world) => ({
      fields: storedJson(
        world,
        "SELECT fields FROM articleDrafts JOIN articles ON articles.rowId = articleRowId WHERE articles.id = ?",
        world.ids.draft,
      ),
    }),
    converted: ["basedOn"],
  },
  "PATCH /api/admin/articles/{id}/featured": onArticle,
  "POST /api/admin/publish-article": {
    body: ({ ids }) => ({ content: `# ${uniqueText("A text")}\n\nMore.`, expert: ids.expertSlug }),
  },
  "PATCH /api/admin/images/{id}": {
    params: ({ ids }) => ({ id: ids.image }),
    stored: (world) => readStored(world, `/api/admin/images/${world.ids.image}`),
  },
  "PUT /api/admin/promotions/{id}": {
    params: ({ ids }) => ({ id: ids.promotion }),
    isPartial: true,
    stored: (world) => storedJson(world, "SELECT state FROM promotions WHERE id = ?", world.ids.promotion),
    converted: PROMOTION_CONVERTED,
  },
  "PUT /api/admin/submissions/{id}": {
    params: ({ ids }) => ({ id: ids.submission }),
    body: () => ({ name: "Nadia Newcomer", referenceLinks: ["https://nadia-newcomer.example/"] }),
    isPartial: true,
    stored: (world) => storedJson(world, "SELECT record FROM submissions WHERE id = ?", world.ids.submission),
    converted: EXPERT_CONVERTED,
  },
  "POST /api/admin/submissions/{id}/approve": onDecided,
  "POST /api/admin/submissions/{id}/reject": onDecided,
  "POST /api/admin/submissions/{id}/change": onDecided,
  "POST /api/admin/users": { body: () => ({ email: `invited-${++count}@mail.example` }) },
  "PATCH /api/admin/users/{id}": { params: ({ people }) => ({ id: people.victim.id }) },
  "POST /api/admin/webhooks": { body: () => ({ url: `https://hooks.example/${++count}` }) },
  "POST /api/library/content": {
    body: () => ({ content: uniqueText("# Note\n\nText") }),
    stored: (world, answer) => readStored(world, `/api/library/content/${parseAnswer(answer).id}`),
    converted: ["expert", "platform", "contentType", "newProject", "provider", "model"],
  },
  "POST /api/library/content/{id}/images/{imageId}": { params: ({ ids }) => ({ id: ids.content }) },
  "POST /api/library/images": {
    body: async () => ({
      imageUrl: `data:image/png;base64,${(await testImage("png", 40, 30)).toString("base64")}`,
    }),
    isSlow: true,
  },
  "POST /api/library/projects": {
    body: () => ({ name: uniqueText("Project") }),
    stored: (world, answer) =>
      rows(world, "SELECT name, description FROM libraryProjects WHERE id = ?", parseAnswer(answer).id)[0],
  },
  "PUT /api/library/projects/{id}": {
    params: ({ ids }) => ({ id: ids.project }),
    body: () => ({ name: uniqueText("Project") }),
    stored: (world) => rows(world, "SELECT name, description FROM libraryProjects WHERE id = ?", world.ids.project)[0],
  },
  "PUT /api/submissions/{id}": {
    ...onDecided,
    body: () => ({ ...submission(uniqueText("Corrected Person")), updatedAt: "x" }),
  },
  "DELETE /api/submissions/{id}": onDecided,
  "POST /api/submissions": {
    body: () => submission(uniqueText("Suggested Person")),
    stored(world) {
      const newest = "FROM submissions ORDER BY rowId DESC LIMIT 1";
      const [row] = rows<{ submitterReason: string }>(world, `SELECT submitterReason ${newest}`);
      return { ...storedJson(world, `SELECT record ${newest}`), ...row };
    },
    converted: ["categories"],
  },
  "PUT /api/drafts/{id}": {
    as: "member",
    params: ({ ids }) => ({ id: ids.draftId }),
    body: () => submission("Typed Only"),
    stored: (world) => storedJson(world, "SELECT fields FROM drafts WHERE id = ?", world.ids.draftId),
  },
  "POST /api/reports": {
    isSlow: true,
    body: async ({ site, ids }) => ({
      slug: ids.expertSlug,
      email: `finder-${++count}@mail.example`,
      ...(await solveCaptcha(site)),
    }),
    stored: (world, answer) =>
      rows(
        world,
        "SELECT kind, field, says, should, source, message, email FROM requests WHERE id = ?",
        parseAnswer(answer).id,
      )[0],
    converted: ["slug", "captchaAnswer", "captchaExpected"],
  },
  "POST /api/follows": withQuestion,
  "POST /api/questions": withQuestion,
  "POST /api/admin/generate-ideas": { body: ({ ids }) => ({ expertId: ids.expertSlug }) },
  "POST /api/admin/generate-content-from-ideas": { body: ({ ids }) => ({ expert: ids.expertSlug }) },
  "POST /api/admin/generate-image-prompt": { body: ({ ids }) => ({ expert: ids.expertSlug }) },
  "POST /api/admin/generate-images": { isSlow: true },
  "POST /api/admin/suggestions": { body: ({ ids }) => ({ id: ids.expert }) },
  "POST /api/admin/suggestions/{id}/keep": { params: ({ ids }) => ({ id: ids.suggestion }) },
  "POST /api/auth/register": {
    isSlow: true,
    body: async ({ site }) => ({ email: `made-${++count}@mail.example`, ...(await solveCaptcha(site)) }),
    stored: (_, answer) => parseAnswer(answer).user,
    converted: ["email", "password", "confirmPassword", "captchaAnswer", "captchaExpected"],
  },
  "POST /api/auth/login": {
    isSlow: true,
    body: async ({ site, people }) => ({
      email: people.victim.email,
      password: PASSWORD,
      ...(await solveCaptcha(site)),
    }),
  },
  "POST /api/auth/forgot-password": withQuestion,
  "POST /api/auth/reset-password": { isSlow: true },
  "POST /api/auth/passkey": { isSlow: true },
  "POST /api/account/passkeys": { as: "user", isSlow: true },
};

const endpoints = OPERATIONS.map(([key]) => key);
for (const key of Object.keys(DETAILS)) if (!endpoints.includes(key)) throw new Error(`There is no call ${key}.`);

const ROLES: Record<Access, Role> = {
  public: "nobody",
  user: "member",
  owner: "member",
  editor: "admin",
  admin: "admin",
};

export const CALLS: Call[] = OPERATIONS.filter(([key, { upload }]) => !key.startsWith("GET ") && !upload).map(
  ([endpoint, operation]) => {
    const { params, body: detailBody, as, isPartial = false, ...details } = DETAILS[endpoint] ?? {};
    const { access, body, example, problems } = operation;
    const path = endpoint.split(" ")[1] as string;
    return {
      endpoint,
      operation,
      as: as ?? ROLES[access],
      path: (world) => fillPath(path, params?.(world) ?? {}),
      ...(body && { body: async (world) => ({ ...structuredClone(example as Body), ...(await detailBody?.(world)) }) }),
      isPartial,
      // Only calls to other services answer 402, when a provider wants payment.
      callsOtherServices: problems?.includes(402) ?? false,
      ...details,
    };
  },
);

/** Returns a path with its parameters filled in. */
function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? "something"));
}

export const BODY_CALLS = CALLS.filter((call): call is Call & Required<Pick<Call, "body">> => call.body !== undefined);

/** Sends a body to a call. */
export function sendTo(world: World, call: Call, body?: string | Buffer, headers: Record<string, string> = {}) {
  const checkedRequest: CheckedRequest = {
    method: call.endpoint.split(" ")[0],
    path: call.path(world),
    as: call.as,
    body,
  };
  const typeHeaders = body === undefined ? undefined : { "Content-Type": "application/json" };
  return askChecked(world, {
    ...checkedRequest,
    headers: { ...typeHeaders, ...headers },
    callsOtherServices: call.callsOtherServices,
  });
}

export type Path = (string | number)[];

/** Returns the path of every value in a body, such as ["books", 0]. */
export function leavesOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

/** Returns a copy of a body with another value at a path. */
export function withLeaf(body: Body, [first, ...rest]: Path, value: Json): Body {
  const setAt = (node: Json, steps: Path): Json => {
    const [key, ...moreSteps] = steps;
    if (key === undefined) return value;
    if (Array.isArray(node)) return node.map((inner, index) => (index === key ? setAt(inner, moreSteps) : inner));
    return { ...(node as Body), [key]: setAt((node as Body)[key] as Json, moreSteps) };
  };
  return setAt(body, [first as string, ...rest]) as Body;
}

/** Returns the value at a path, or undefined. */
export function leafAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (node, step) => (node as Record<string | number, unknown> | null | undefined)?.[step],
    value,
  );
}
