/** The JSON calls that write, each with a body that is good, and where what it stored can be read again. */
import { answered, PASSWORD } from "../../test/support/accounts";
import type { Answer, Role } from "./client";
import { dataUrl, submission, type World } from "./world";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Body = { [name: string]: Json };
export type Method = "POST" | "PUT" | "PATCH" | "DELETE";

export interface Call {
  /** The route's id without "routes/". */
  route: string;
  method: Method;
  as: Role | "member";
  path(world: World): string;
  /** A good body; each call of it another one where that matters. undefined: the call takes none. */
  body?(world: World, number: number): Body | Promise<Body>;
  /** The fields are sent one by one, without the others: what is not named stays as it is. */
  isPartial?: boolean;
  /** What is stored now, in the names of the body. */
  stored?(world: World, answer: Answer, sent: Body): Promise<unknown>;
  /** Fields that are stored as something else than what was sent, each for the reason beside it. */
  becomesOther?: string[];
  /** Asks a provider on the way. */
  asksOthers?: boolean;
  /** Costs much of itself (a password is hashed): sent less often. */
  isDear?: boolean;
}

async function read(world: World, path: string, as: "admin" | "member" = "admin"): Promise<unknown> {
  const answer = await fetch(world.site.url + path, { headers: world[as].headers });
  return answer.json();
}

const answerOf = (answer: Answer): Body => JSON.parse(answer.text);
let numbers = 0;
const another = (name: string) => `${name} ${String.fromCharCode(97 + (++numbers % 26))}${numbers}`;

const expert = async (): Promise<Body> => ({
  name: another("Hostile Person"),
  title: "Professor",
  categories: ["academic"],
  longevityContribution: "Found out.",
  biography: "Born.",
  imageUrl: "",
  customGptUrl: "https://assistant.example/",
  longevityInterviewTitle: "An hour",
  longevityInterviewImageUrl: "",
  longevityInterviewShortDescription: "Short",
  longevityInterviewLongDescription: "Long",
  longevityInterviewDownloadNotesUrl: "https://notes.example/",
  longevityInterviewVideoEmbed: "https://youtu.be/aaaaaaaaaaa",
  productTitle: "A method",
  productImageUrl: "",
  productDescription: "Does it.",
  productButtonText: "Get it",
  productButtonUrl: "https://method.example/",
  youtubeEmbeds: ["https://youtu.be/bbbbbbbbbbb"],
  books: ["A title|An author"],
  scienceHighlights: ["Topic|Summary"],
  referenceLinks: ["Site|https://person.example/"],
  sources: ["A book"],
  slug: "",
  featured: false,
});

/** Addresses become slugs, categories are from a list, a picture at an address of its own is one that is stored here. */
const EXPERT_OTHERS = ["slug", "categories", "imageUrl", "longevityInterviewImageUrl", "productImageUrl", "featured"];

const article = (): Body => ({
  title: another("A title"),
  slug: "",
  excerpt: "In short.",
  body: "Text.",
  imageUrl: "",
  imageAlt: "A lab",
  tags: ["sleep"],
  sources: ["A book"],
  type: "research-insight",
  expert: "",
  onProfile: false,
  status: "published",
  scheduledAt: "",
});

const choice = { provider: "openrouter", model: "openai/gpt-4o" };

export const CALLS: Call[] = [
  {
    route: "api.experts.$slug",
    method: "PUT",
    as: "admin",
    path: ({ known }) => `/api/experts/${known.expert}`,
    body: expert,
    isPartial: true,
    stored: (world, answer) => read(world, `/api/experts/${answerOf(answer).slug}`),
    becomesOther: EXPERT_OTHERS,
  },
  { route: "api.experts.$slug", method: "DELETE", as: "admin", path: () => "/api/experts/nobody-known" },
  {
    route: "api.admin.experts._index",
    method: "POST",
    as: "admin",
    path: () => "/api/admin/experts",
    body: expert,
    stored: (world, answer) => read(world, `/api/experts/${answerOf(answer).slug}`),
    becomesOther: EXPERT_OTHERS,
  },
  {
    route: "api.admin.experts.$id.restore",
    method: "POST",
    as: "admin",
    path: () => "/api/admin/experts/nobody/restore",
  },
  {
    route: "api.experts.$id.featured",
    method: "PATCH",
    as: "admin",
    path: ({ known }) => `/api/experts/${known.other}/featured`,
    body: () => ({ featured: false }),
    becomesOther: ["featured"],
  },
  {
    route: "api.admin.featured.order",
    method: "PUT",
    as: "admin",
    path: () => "/api/admin/featured/order",
    body: () => ({ ids: ["one"] }),
  },
  {
    route: "api.admin.articles._index",
    method: "POST",
    as: "admin",
    path: () => "/api/admin/articles",
    body: article,
    stored: (world, answer) => read(world, `/api/admin/articles/${answerOf(answer).id}`),
    becomesOther: ["slug", "expert", "imageUrl", "scheduledAt"],
  },
  {
    route: "api.admin.articles.$id",
    method: "PUT",
    as: "admin",
    path: ({ known }) => `/api/admin/articles/${known.article}`,
    body: article,
    isPartial: true,
    stored: (world) => read(world, `/api/admin/articles/${world.known.article}`),
    becomesOther: ["slug", "expert", "imageUrl", "scheduledAt", "status"],
  },
  { route: "api.admin.articles.$id", method: "DELETE", as: "admin", path: () => "/api/admin/articles/nothing" },
  {
    route: "api.admin.articles.$id_.draft",
    method: "PUT",
    as: "admin",
    path: ({ known }) => `/api/admin/articles/${known.draft}/draft`,
    body: () => ({
      fields: { title: "A title", body: "Text", excerpt: "Short", tags: "a, b", sources: "c", imageAlt: "d" },
      basedOn: "x",
    }),
    stored: async (world) => {
      const [row] = world.rows<{ fields: string; basedOn: string }>(
        "SELECT fields, basedOn FROM articleDrafts JOIN articles ON articles.rowId = articleRowId WHERE articles.id = ?",
        world.known.draft,
      );
      return row && { fields: JSON.parse(row.fields), basedOn: row.basedOn };
    },
    // A draft that says what the article says is none.
    becomesOther: ["basedOn"],
  },
  {
    route: "api.admin.articles.$id_.draft",
    method: "DELETE",
    as: "admin",
    path: () => "/api/admin/articles/nothing/draft",
  },
  {
    route: "api.admin.articles.$id_.featured",
    method: "PATCH",
    as: "admin",
    path: ({ known }) => `/api/admin/articles/${known.article}/featured`,
    body: () => ({ featured: false }),
    becomesOther: ["featured"],
  },
  {
    route: "api.admin.articles.$id_.restore",
    method: "POST",
    as: "admin",
    path: () => "/api/admin/articles/nothing/restore",
  },
  {
    route: "api.admin.articles.featured-order",
    method: "PUT",
    as: "admin",
    path: () => "/api/admin/articles/featured-order",
    body: () => ({ ids: ["one"] }),
  },
  {
    route: "api.admin.articles.preview",
    method: "POST",
    as: "admin",
    path: () => "/api/admin/articles/preview",
    body: () => ({ title: "A title", body: "Text" }),
  },
  {
    route: "api.admin.publish-article",
    method: "POST",
    as: "admin",
    path: () => "/api/admin/publish-article",
    body: ({ known }) => ({
      content: `# ${another("A text")}\n\nMore.`,
      articleType: "research-insight",
      expert: known.expertSlug,
      featuredImage: null,
      featuredImageAlt: "A lab",
      contentId: null,
      linkFromProfile: false,
      seoTags: ["sleep"],
      slug: "",
      excerpt: "",
    }),
  },
  {
    route: "api.admin.images.$id",
    method: "PATCH",
    as: "admin",
    path: ({ known }) => `/api/admin/images/${known.image}`,
    body: () => ({ alt: "A lab" }),
    stored: (world) => read(world, `/api/admin/images/${world.known.image}`),
  },
  { route: "api.admin.images.$id", method: "DELETE", as: "admin", path: () => "/api/admin/images/nothing" },
  {
    route: "api.admin.promotions.$id",
    method: "PUT",
    as: "admin",
    path: ({ known }) => `/api/admin/promotions/${known.promotion}`,
    body: () => ({
      focus: "Sleep",
      ...choice,
      ideas: ["one"],
      articleType: "research-insight",
      pieces: { one: "Text" },
      projectId: "new",
      newProject: { name: "Name", description: "Text" },
      imageProvider: "stability",
      imageModel: "core",
      size: "1280x720",
      style: "documentary",
      prompt: "A lab",
      onSite: ["one"],
      linkFromProfile: ["one"],
      alts: { one: "A lab" },
    }),
    isPartial: true,
    stored: async (world) => {
      const [row] = world.rows<{ state: string }>("SELECT state FROM promotions WHERE id = ?", world.known.promotion);
      return row && JSON.parse(row.state);
    },
    // Of lists only what the promotion has counts; models are from a list.
    becomesOther: [
      "ideas",
      "pieces",
      "onSite",
      "linkFromProfile",
      "alts",
      "model",
      "imageModel",
      "projectId",
      "provider",
      "imageProvider",
      "articleType",
    ],
  },
  {
    route: "api.admin.submissions.$id",
    method: "PUT",
    as: "admin",
    path: ({ known }) => `/api/admin/submissions/${known.submission}`,
    body: async () => {
      const { slug: _, featured: __, name: ___, ...fields } = await expert();
      return { name: "Nadia Newcomer", ...fields, referenceLinks: ["https://nadia-newcomer.example/"] };
    },
    isPartial: true,
    stored: async (world) => {
      const [row] = world.rows<{ record: string }>(
        "SELECT record FROM submissions WHERE id = ?",
        world.known.submission,
      );
      return row && JSON.parse(row.record);
    },
    becomesOther: EXPERT_OTHERS,
  },
  {
    route: "api.admin.submissions.$id_.approve",
    method: "POST",
    as: "admin",
    path: ({ known }) => `/api/admin/submissions/${known.decided}/approve`,
    body: () => ({ reviewNotes: "Good", acceptedFields: ["name"], updatedAt: "x" }),
  },
  {
    route: "api.admin.submissions.$id_.reject",
    method: "POST",
    as: "admin",
    path: ({ known }) => `/api/admin/submissions/${known.decided}/reject`,
    body: () => ({ reviewNotes: "Bad", updatedAt: "x" }),
  },
  {
    route: "api.admin.users.$id",
    method: "PATCH",
    as: "admin",
    path: ({ victim }) => `/api/admin/users/${victim.id}`,
    body: () => ({ role: "user", status: "active" }),
    becomesOther: ["role", "status"],
  },
  { route: "api.admin.users.$id", method: "DELETE", as: "admin", path: () => "/api/admin/users/nobody" },
  {
    route: "api.library.content._index",
    method: "POST",
    as: "admin",
    path: () => "/api/library/content",
    body: () => ({
      content: another("# Note\n\nText"),
      platform: "article",
      contentType: "expertise-tip",
      expert: "Somebody Known",
      seoTags: ["sleep"],
      provider: "openrouter",
      model: "openai/gpt-4o",
      newProject: { name: "Name", description: "Text" },
    }),
    stored: (world, answer) => read(world, `/api/library/content/${answerOf(answer).id}`),
    // A name may lead to an expert; keys are lower case; the project has its own row.
    becomesOther: ["expert", "platform", "contentType", "newProject", "provider", "model"],
  },
  { route: "api.library.content.$id", method: "DELETE", as: "admin", path: () => "/api/library/content/nothing" },
  {
    route: "api.library.content.$id_.images.$imageId",
    method: "POST",
    as: "admin",
    path: ({ known }) => `/api/library/content/${known.content}/images/nothing`,
  },
  {
    route: "api.library.content.$id_.images.$imageId",
    method: "DELETE",
    as: "admin",
    path: () => "/api/library/content/nothing/images/nothing",
  },
  {
    route: "api.library.content.bulk-delete",
    method: "POST",
    as: "admin",
    path: () => "/api/library/content/bulk-delete",
    body: () => ({ ids: ["nothing"] }),
  },
  {
    route: "api.library.images._index",
    method: "POST",
    as: "admin",
    path: () => "/api/library/images",
    body: async (world) => ({
      imageUrl: numbers
        ? (world.rows<{ url: string }>("SELECT url FROM images WHERE id = ?", world.known.image)[0]?.url ?? "")
        : await dataUrl(),
      imagePrompt: "A lab",
      model: "core",
      provider: "stability",
      size: "1280x720",
      expert: "Somebody Known",
      alt: "A lab",
    }),
  },
  { route: "api.library.images.$id", method: "DELETE", as: "admin", path: () => "/api/library/images/nothing" },
  {
    route: "api.library.images.bulk-delete",
    method: "POST",
    as: "admin",
    path: () => "/api/library/images/bulk-delete",
    body: () => ({ ids: ["nothing"], force: false }),
  },
  {
    route: "api.library.projects",
    method: "POST",
    as: "admin",
    path: () => "/api/library/projects",
    body: () => ({ name: another("Project"), description: "Text" }),
    stored: async (world, answer) =>
      world.rows("SELECT name, description FROM libraryProjects WHERE id = ?", answerOf(answer).id)[0],
  },
  {
    route: "api.submissions",
    method: "POST",
    as: "member",
    path: () => "/api/submissions",
    body: () => submission(another("Suggested Person")),
    stored: async (world) => {
      const [row] = world.rows<{ record: string; submitterReason: string }>(
        "SELECT record, submitterReason FROM submissions ORDER BY rowId DESC LIMIT 1",
      );
      return row && { ...JSON.parse(row.record), submitterReason: row.submitterReason };
    },
    becomesOther: ["categories"],
  },
  {
    route: "api.drafts.$id",
    method: "PUT",
    as: "member",
    path: ({ known }) => `/api/drafts/${known.draftId}`,
    body: () => ({ ...submission("Typed Only"), categories: ["academic"], category: "", newLink: "", change: "" }),
    stored: async (world) => {
      const [row] = world.rows<{ fields: string }>("SELECT fields FROM drafts WHERE id = ?", world.known.draftId);
      return row && JSON.parse(row.fields);
    },
  },
  ...(["generate-biography", "generate-contribution", "generate-science-highlights"] as const).map(
    (name): Call => ({
      route: `api.openai.${name}`,
      method: "POST",
      as: "admin",
      path: () => `/api/openai/${name}`,
      body: () => ({
        expertName: "Somebody",
        name: "Somebody",
        title: "Professor",
        categories: ["academic"],
        longevityContribution: "Found out.",
        biography: "Born.",
        additionalContext: "More",
        ...choice,
      }),
      asksOthers: true,
    }),
  ),
  {
    route: "api.ai.find-references",
    method: "POST",
    as: "admin",
    path: () => "/api/ai/find-references",
    body: () => ({ expertName: "Somebody", ...choice }),
    asksOthers: true,
  },
  {
    route: "api.research.generate-expert",
    method: "POST",
    as: "admin",
    path: () => "/api/research/generate-expert",
    body: () => ({ name: "Somebody", expertName: "Somebody", title: "Professor", ...choice }),
    asksOthers: true,
  },
  {
    route: "api.admin.generate-seo-tags",
    method: "POST",
    as: "admin",
    path: () => "/api/admin/generate-seo-tags",
    body: () => ({
      content: "Text",
      expertName: "Somebody",
      platform: "article",
      contentType: "expertise-tip",
      ...choice,
    }),
    asksOthers: true,
  },
  {
    route: "api.admin.generate-ideas",
    method: "POST",
    as: "admin",
    path: () => "/api/admin/generate-ideas",
    body: ({ known }) => ({ expertId: known.expertSlug, userIdea: "Sleep", ...choice }),
    asksOthers: true,
  },
  {
    route: "api.admin.generate-content-from-ideas",
    method: "POST",
    as: "admin",
    path: () => "/api/admin/generate-content-from-ideas",
    body: ({ known }) => ({
      ideas: [{ title: "Sleep", description: "Well", targetExpert: "Hanna Hostile" }],
      expert: known.expertSlug,
      platform: "article",
      contentType: "research-insight",
      ...choice,
    }),
    asksOthers: true,
  },
  {
    route: "api.admin.generate-image-prompt",
    method: "POST",
    as: "admin",
    path: () => "/api/admin/generate-image-prompt",
    body: ({ known }) => ({
      content: "# Sleep",
      expert: known.expertSlug,
      style: "documentary",
      size: "1080x1080",
      ...choice,
    }),
    asksOthers: true,
  },
  {
    route: "api.admin.generate-images",
    method: "POST",
    as: "admin",
    path: () => "/api/admin/generate-images",
    body: () => ({
      contents: ["# Sleep"],
      provider: "stability",
      model: "core",
      size: "1080x1080",
      customPrompt: "A lab",
      expertName: "Somebody",
    }),
    asksOthers: true,
    isDear: true,
  },
  {
    route: "api.admin.suggestions",
    method: "POST",
    as: "admin",
    path: () => "/api/admin/suggestions",
    body: ({ known }) => ({
      kind: "expert",
      id: known.expert,
      field: "biography",
      record: { name: "Somebody", title: "Professor" },
      ...choice,
    }),
    asksOthers: true,
  },
  {
    route: "api.auth.register",
    method: "POST",
    as: "nobody",
    path: () => "/api/auth/register",
    body: async ({ site }, number) => ({
      email: `made-${number}-${++numbers}@mail.example`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      firstName: "Ada",
      lastName: "Reader",
      ...(await answered(site)),
    }),
    stored: async (_, answer) => answerOf(answer).user,
    becomesOther: ["email", "password", "confirmPassword", "captchaAnswer", "captchaExpected"],
    isDear: true,
  },
  {
    route: "api.auth.login",
    method: "POST",
    as: "nobody",
    path: () => "/api/auth/login",
    body: async ({ site, victim }) => ({ email: victim.email, password: PASSWORD, ...(await answered(site)) }),
    isDear: true,
  },
  {
    route: "api.auth.forgot-password",
    method: "POST",
    as: "nobody",
    path: () => "/api/auth/forgot-password",
    body: async ({ site }) => ({ email: "nobody@mail.example", ...(await answered(site)) }),
    isDear: true,
  },
  {
    route: "api.auth.reset-password",
    method: "POST",
    as: "nobody",
    path: () => "/api/auth/reset-password",
    body: () => ({ token: "x".repeat(43), password: PASSWORD, confirmPassword: PASSWORD }),
    isDear: true,
  },
  { route: "api.auth.logout", method: "POST", as: "nobody", path: () => "/api/auth/logout" },
];

/** Calls that take no JSON: files are sent to them, see uploads.ts. */
export const FILE_CALLS = ["POST api.admin.images._index"];

/** What answers for unknown addresses: 404 to every method. */
export const NO_CALLS = ["api.$", "$"];

/** Every place in a body that holds a value, as a path: ["books", 0]. */
export function leavesOf(value: Json, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

/** A copy of a body with another value at a path. */
export function withLeaf(body: Body, path: (string | number)[], value: Json): Body {
  const copy = structuredClone(body);
  let at = copy as Record<string | number, Json>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, Json>;
  at[path.at(-1) as string | number] = value;
  return copy;
}

/** What stands at a path; undefined where there is nothing. */
export function leafAt(value: unknown, path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, step) => (typeof at === "object" && at !== null ? (at as Record<string | number, unknown>)[step] : undefined),
    value,
  );
}
