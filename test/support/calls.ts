/**
 * The calls that write, with a good body for each: the example of its description, and what depends on what there is. Also
 * where what it stored can be read again.
 */
import type { Access, Operation } from "~/http/openapi/operation.server";
import { answered, PASSWORD } from "./accounts";
import { type Answer, ask, type Question } from "./checked-requests";
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
  /** A good body, another one each time; without it the call takes none. */
  body?(world: World): Promise<Body>;
  /** Fields that are left out stay as they are. */
  isPartial: boolean;
  /** Returns what is stored after the call, in the names of the body. */
  stored?(world: World, answer: Answer, sent: Body): unknown;
  /** Fields that are stored as something else: slugs, keys of lists, references. */
  converted?: string[];
  asksOthers: boolean;
  /** Hashes a password or makes an image. */
  isSlow?: boolean;
}

let made = 0;
const another = (name: string) => `${name} ${String.fromCharCode(97 + (++made % 26))}${made}`;
const created = (answer: Answer): { id: string; slug: string; user: Body } => JSON.parse(answer.text);

async function read(world: World, path: string): Promise<unknown> {
  return JSON.parse((await ask(world, { path, as: "admin" })).text);
}

/** The first column of the first row, read as JSON. */
function storedJson(world: World, query: string, ...values: unknown[]): Body {
  const [row] = rows<Record<string, string>>(world, query, ...values);
  return JSON.parse(Object.values(row ?? {})[0] ?? "{}");
}

const EXPERT_CONVERTED = [
  "slug",
  "categories",
  "imageUrl",
  "longevityInterviewImageUrl",
  "productImageUrl",
  "featured",
];
const ARTICLE_CONVERTED = ["slug", "expert", "imageUrl", "scheduledAt", "status"];

/** Of lists only what the promotion has is stored. */
const PROMOTION_CONVERTED = `ideas pieces onSite linkFromProfile alts model imageModel projectId provider imageProvider
  articleType`.split(/\s+/);

interface Details extends Partial<Pick<Call, "as" | "isPartial" | "stored" | "converted" | "isSlow">> {
  /** Returns the places of the address; without them the call goes to what does not exist. */
  params?(world: World): Record<string, string>;
  /** Returns the body that stands in place of the example's. */
  body?(world: World): Body | Promise<Body>;
}

const onExpert = { params: ({ known }: World) => ({ slug: known.expert, id: known.other }) };
const onArticle = { params: ({ known }: World) => ({ id: known.article }) };
const onDecided = { params: ({ known }: World) => ({ id: known.decided }) };
const newName = { body: () => ({ name: another("Hostile Person") }) };
const newTitle = { body: () => ({ title: another("A title") }) };
const withQuestion = { body: ({ site }: World) => answered(site), isSlow: true };

const DETAILS: Record<string, Details> = {
  "PUT /api/experts/{slug}": {
    ...onExpert,
    ...newName,
    isPartial: true,
    stored: (world, answer) => read(world, `/api/experts/${created(answer).slug}`),
    converted: EXPERT_CONVERTED,
  },
  "POST /api/admin/experts": {
    ...newName,
    stored: (world, answer) => read(world, `/api/experts/${created(answer).slug}`),
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
    stored: (world, answer) => read(world, `/api/admin/articles/${created(answer).id}`),
    converted: ARTICLE_CONVERTED,
  },
  "PUT /api/admin/articles/{id}": {
    ...onArticle,
    ...newTitle,
    isPartial: true,
    stored: (world) => read(world, `/api/admin/articles/${world.known.article}`),
    converted: ARTICLE_CONVERTED,
  },
  "PUT /api/admin/articles/{id}/draft": {
    params: ({ known }) => ({ id: known.draft }),
    stored: (world) => ({
      fields: storedJson(
        world,
        "SELECT fields FROM articleDrafts JOIN articles ON articles.rowId = articleRowId WHERE articles.id = ?",
        world.known.draft,
      ),
    }),
    converted: ["basedOn"],
  },
  "PATCH /api/admin/articles/{id}/featured": onArticle,
  "POST /api/admin/publish-article": {
    body: ({ known }) => ({ content: `# ${another("A text")}\n\nMore.`, expert: known.expertSlug }),
  },
  "PATCH /api/admin/images/{id}": {
    params: ({ known }) => ({ id: known.image }),
    stored: (world) => read(world, `/api/admin/images/${world.known.image}`),
  },
  "PUT /api/admin/promotions/{id}": {
    params: ({ known }) => ({ id: known.promotion }),
    isPartial: true,
    stored: (world) => storedJson(world, "SELECT state FROM promotions WHERE id = ?", world.known.promotion),
    converted: PROMOTION_CONVERTED,
  },
  "PUT /api/admin/submissions/{id}": {
    params: ({ known }) => ({ id: known.submission }),
    body: () => ({ name: "Nadia Newcomer", referenceLinks: ["https://nadia-newcomer.example/"] }),
    isPartial: true,
    stored: (world) => storedJson(world, "SELECT record FROM submissions WHERE id = ?", world.known.submission),
    converted: EXPERT_CONVERTED,
  },
  "POST /api/admin/submissions/{id}/approve": onDecided,
  "POST /api/admin/submissions/{id}/reject": onDecided,
  "POST /api/admin/submissions/{id}/change": onDecided,
  "POST /api/admin/users": { body: () => ({ email: `invited-${++made}@mail.example` }) },
  "PATCH /api/admin/users/{id}": { params: ({ people }) => ({ id: people.victim.id }) },
  "POST /api/admin/webhooks": { body: () => ({ url: `https://hooks.example/${++made}` }) },
  "POST /api/library/content": {
    body: () => ({ content: another("# Note\n\nText") }),
    stored: (world, answer) => read(world, `/api/library/content/${created(answer).id}`),
    converted: ["expert", "platform", "contentType", "newProject", "provider", "model"],
  },
  "POST /api/library/content/{id}/images/{imageId}": { params: ({ known }) => ({ id: known.content }) },
  "POST /api/library/images": {
    body: async () => ({
      imageUrl: `data:image/png;base64,${(await testImage("png", 40, 30)).toString("base64")}`,
    }),
    isSlow: true,
  },
  "POST /api/library/projects": {
    body: () => ({ name: another("Project") }),
    stored: (world, answer) =>
      rows(world, "SELECT name, description FROM libraryProjects WHERE id = ?", created(answer).id)[0],
  },
  "PUT /api/library/projects/{id}": {
    params: ({ known }) => ({ id: known.project }),
    body: () => ({ name: another("Project") }),
    stored: (world) =>
      rows(world, "SELECT name, description FROM libraryProjects WHERE id = ?", world.known.project)[0],
  },
  "PUT /api/submissions/{id}": {
    ...onDecided,
    body: () => ({ ...submission(another("Corrected Person")), updatedAt: "x" }),
  },
  "DELETE /api/submissions/{id}": onDecided,
  "POST /api/submissions": {
    body: () => submission(another("Suggested Person")),
    stored(world) {
      const newest = "FROM submissions ORDER BY rowId DESC LIMIT 1";
      const [row] = rows<{ submitterReason: string }>(world, `SELECT submitterReason ${newest}`);
      return { ...storedJson(world, `SELECT record ${newest}`), ...row };
    },
    converted: ["categories"],
  },
  "PUT /api/drafts/{id}": {
    as: "member",
    params: ({ known }) => ({ id: known.draftId }),
    body: () => submission("Typed Only"),
    stored: (world) => storedJson(world, "SELECT fields FROM drafts WHERE id = ?", world.known.draftId),
  },
  "POST /api/reports": {
    isSlow: true,
    body: async ({ site, known }) => ({
      slug: known.expertSlug,
      email: `finder-${++made}@mail.example`,
      ...(await answered(site)),
    }),
    stored: (world, answer) =>
      rows(
        world,
        "SELECT kind, field, says, should, source, message, email FROM requests WHERE id = ?",
        created(answer).id,
      )[0],
    converted: ["slug", "captchaAnswer", "captchaExpected"],
  },
  "POST /api/follows": withQuestion,
  "POST /api/questions": withQuestion,
  "POST /api/admin/generate-ideas": { body: ({ known }) => ({ expertId: known.expertSlug }) },
  "POST /api/admin/generate-content-from-ideas": { body: ({ known }) => ({ expert: known.expertSlug }) },
  "POST /api/admin/generate-image-prompt": { body: ({ known }) => ({ expert: known.expertSlug }) },
  "POST /api/admin/generate-images": { isSlow: true },
  "POST /api/admin/suggestions": { body: ({ known }) => ({ id: known.expert }) },
  "POST /api/admin/suggestions/{id}/keep": { params: ({ known }) => ({ id: known.suggestion }) },
  "POST /api/auth/register": {
    isSlow: true,
    body: async ({ site }) => ({ email: `made-${++made}@mail.example`, ...(await answered(site)) }),
    stored: (_, answer) => created(answer).user,
    converted: ["email", "password", "confirmPassword", "captchaAnswer", "captchaExpected"],
  },
  "POST /api/auth/login": {
    isSlow: true,
    body: async ({ site, people }) => ({ email: people.victim.email, password: PASSWORD, ...(await answered(site)) }),
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
    const { params, body: ownBody, as, isPartial = false, ...details } = DETAILS[endpoint] ?? {};
    const { access, body, example, problems } = operation;
    const path = endpoint.split(" ")[1] as string;
    return {
      endpoint,
      operation,
      as: as ?? ROLES[access],
      path: (world) => filled(path, params?.(world) ?? {}),
      ...(body && { body: async (world) => ({ ...structuredClone(example as Body), ...(await ownBody?.(world)) }) }),
      isPartial,
      // 402: a provider wants to be paid.
      asksOthers: problems?.includes(402) ?? false,
      ...details,
    };
  },
);

/** A path with its parameters filled in. */
function filled(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? "something"));
}

/** Calls that take a body. */
export const BODY_CALLS = CALLS.filter((call): call is Call & Required<Pick<Call, "body">> => call.body !== undefined);

/** Sends a body to a call. */
export function sendTo(world: World, call: Call, body?: string | Buffer, headers: Record<string, string> = {}) {
  const question: Question = { method: call.endpoint.split(" ")[0], path: call.path(world), as: call.as, body };
  const type = body === undefined ? undefined : { "Content-Type": "application/json" };
  return ask(world, { ...question, headers: { ...type, ...headers }, asksOthers: call.asksOthers });
}

export type Path = (string | number)[];

/** The path of every value in a body, such as ["books", 0]. */
export function leavesOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

/** A copy of a body with another value at a path. */
export function withLeaf(body: Body, [first, ...rest]: Path, value: Json): Body {
  const set = (at: Json, path: Path): Json => {
    const [step, ...more] = path;
    if (step === undefined) return value;
    if (Array.isArray(at)) return at.map((inner, index) => (index === step ? set(inner, more) : inner));
    return { ...(at as Body), [step]: set((at as Body)[step] as Json, more) };
  };
  return set(body, [first as string, ...rest]) as Body;
}

/** Returns the value at a path; undefined where there is nothing. */
export function leafAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<string | number, unknown> | null | undefined)?.[step], value);
}
