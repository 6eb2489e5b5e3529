/** The JSON calls that write: a good body for each, and where what it stored can be read again. */
import { answered, PASSWORD } from "./accounts";
import { type Answer, ask, type Question } from "./checked-requests";
import { addressOf, builtRoutes } from "./routes";
import { testImage } from "./test-images";
import { type Role, rows, submission, type World } from "./world";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Body = { [name: string]: Json };

export interface Call {
  /** Method and route id, such as "PUT api.experts.$slug". */
  endpoint: string;
  as: Role;
  path(world: World): string;
  /** A good body, another one each time; without it the call takes none. */
  body?(world: World): Body | Promise<Body>;
  /** Fields that are left out stay as they are. */
  isPartial?: boolean;
  /** What is stored after the call, in the names of the body. */
  stored?(world: World, answer: Answer, sent: Body): unknown;
  /** Fields that are stored as something else: slugs, keys of lists, references. */
  converted?: string[];
  asksOthers?: boolean;
  /** Hashes a password or makes an image. */
  isSlow?: boolean;
}

const PROVIDER = { provider: "openrouter", model: "openai/gpt-4o" };
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

const expert = (): Body => ({
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
const EXPERT_CONVERTED = [
  "slug",
  "categories",
  "imageUrl",
  "longevityInterviewImageUrl",
  "productImageUrl",
  "featured",
];

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
const ARTICLE_CONVERTED = ["slug", "expert", "imageUrl", "scheduledAt", "status"];

const PROMOTION: Body = {
  focus: "Sleep",
  ...PROVIDER,
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
};
/** Of lists only what the promotion has is stored. */
const PROMOTION_CONVERTED = `ideas pieces onSite linkFromProfile alts model imageModel projectId provider imageProvider
  articleType`.split(/\s+/);

const AI_BODY: Body = {
  expertName: "Somebody",
  name: "Somebody",
  title: "Professor",
  categories: ["academic"],
  longevityContribution: "Found out.",
  biography: "Born.",
  additionalContext: "More",
  ...PROVIDER,
};
const accepting = (): Body => ({ intent: "accept", key: "", reason: "Read by an editor" });
const asking = (body: Call["body"]): Partial<Call> => ({ body, asksOthers: true });
const account = (body: Call["body"]): Partial<Call> => ({ body, as: "nobody", isSlow: true });

/** Well formed; whether it is accepted depends on a challenge, which is tried in passkeys.test.ts. */
const passkeyAnswer = (response: Body): Body => ({
  ...{ id: "AAAA", rawId: "AAAA", type: "public-key" },
  response: { clientDataJSON: Buffer.from('{"challenge":"AAAA"}').toString("base64url"), ...response },
});

type Details = Partial<Omit<Call, "path">> & { params?(world: World): Record<string, string> };
const onExpert = { params: ({ known }: World) => ({ slug: known.expert, id: known.other }) };
const onArticle = { params: ({ known }: World) => ({ id: known.article }) };
const onSubmission = { params: ({ known }: World) => ({ id: known.submission }) };
const onDecided = { params: ({ known }: World) => ({ id: known.decided }) };

/** Calls without `params` go to what does not exist, or to an address without parameters. */
const DETAILS: Record<string, Details> = {
  "PUT api.experts.$slug": {
    ...onExpert,
    body: expert,
    isPartial: true,
    stored: (world, answer) => read(world, `/api/experts/${created(answer).slug}`),
    converted: EXPERT_CONVERTED,
  },
  "DELETE api.experts.$slug": {},
  "POST api.admin.experts._index": {
    body: expert,
    stored: (world, answer) => read(world, `/api/experts/${created(answer).slug}`),
    converted: EXPERT_CONVERTED,
  },
  "POST api.admin.experts.$id.restore": {},
  "PUT api.admin.experts.$id.identifiers": {
    ...onExpert,
    body: () => ({ wikidata: "Q42", ror: "03vek6s52", affiliation: "A University", name: "Somebody", compared: true }),
    isPartial: true,
  },
  "POST api.admin.experts.$id.works": { ...onExpert, body: () => ({ accept: ["W1"], dismiss: ["W2"] }) },
  "POST api.admin.experts.$id_.evidence": { ...onExpert, body: accepting },
  "POST api.admin.articles.$id_.evidence": { ...onArticle, body: accepting },
  "POST api.admin.submissions.$id_.evidence": { ...onDecided, body: accepting },
  "PATCH api.experts.$id.featured": { ...onExpert, body: () => ({ featured: false }) },
  "PUT api.admin.featured.order": { body: () => ({ ids: ["one"] }) },
  "POST api.admin.articles._index": {
    body: article,
    stored: (world, answer) => read(world, `/api/admin/articles/${created(answer).id}`),
    converted: ARTICLE_CONVERTED,
  },
  "PUT api.admin.articles.$id": {
    ...onArticle,
    body: article,
    isPartial: true,
    stored: (world) => read(world, `/api/admin/articles/${world.known.article}`),
    converted: ARTICLE_CONVERTED,
  },
  "DELETE api.admin.articles.$id": {},
  "PUT api.admin.articles.$id_.draft": {
    params: ({ known }) => ({ id: known.draft }),
    body: () => ({
      fields: { title: "A title", body: "Text", excerpt: "Short", tags: "a, b", sources: "c", imageAlt: "d" },
      basedOn: "x",
    }),
    stored: (world) => ({
      fields: storedJson(
        world,
        "SELECT fields FROM articleDrafts JOIN articles ON articles.rowId = articleRowId WHERE articles.id = ?",
        world.known.draft,
      ),
    }),
    converted: ["basedOn"],
  },
  "DELETE api.admin.articles.$id_.draft": {},
  "PATCH api.admin.articles.$id_.featured": { ...onArticle, body: () => ({ featured: false }) },
  "POST api.admin.articles.$id_.restore": {},
  "PUT api.admin.articles.featured-order": { body: () => ({ ids: ["one"] }) },
  "POST api.admin.articles.preview": { body: () => ({ title: "A title", body: "Text" }) },
  "POST api.admin.publish-article": {
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
  "PATCH api.admin.images.$id": {
    params: ({ known }) => ({ id: known.image }),
    body: () => ({ alt: "A lab" }),
    stored: (world) => read(world, `/api/admin/images/${world.known.image}`),
  },
  "DELETE api.admin.images.$id": {},
  "PUT api.admin.promotions.$id": {
    params: ({ known }) => ({ id: known.promotion }),
    body: () => structuredClone(PROMOTION),
    isPartial: true,
    stored: (world) => storedJson(world, "SELECT state FROM promotions WHERE id = ?", world.known.promotion),
    converted: PROMOTION_CONVERTED,
  },
  "PUT api.admin.submissions.$id": {
    ...onSubmission,
    body() {
      const { slug: _, featured: __, ...fields } = expert();
      return { ...fields, name: "Nadia Newcomer", referenceLinks: ["https://nadia-newcomer.example/"] };
    },
    isPartial: true,
    stored: (world) => storedJson(world, "SELECT record FROM submissions WHERE id = ?", world.known.submission),
    converted: EXPERT_CONVERTED,
  },
  "POST api.admin.submissions.$id_.approve": {
    ...onDecided,
    body: () => ({ reviewNotes: "Good", acceptedFields: ["name"], updatedAt: "x" }),
  },
  "POST api.admin.submissions.$id_.reject": { ...onDecided, body: () => ({ reviewNotes: "Bad", updatedAt: "x" }) },
  "POST api.admin.users._index": {
    body: () => ({ email: `invited-${++made}@mail.example`, firstName: "Ina", lastName: "Invited" }),
  },
  "POST api.admin.submissions.bulk": {
    body: () => ({ decision: "reject", ids: ["nothing"], reviewNotes: "Bad", updatedAt: { nothing: "x" } }),
  },
  "POST api.admin.submissions.$id_.change": { ...onDecided, body: () => ({ expert: "nobody", updatedAt: "x" }) },
  "POST api.admin.experts.bulk-delete": { body: () => ({ ids: ["nothing"] }) },
  "POST api.admin.experts.bulk-restore": { body: () => ({ ids: ["nothing"] }) },
  "PATCH api.admin.users.$id": {
    params: ({ people }) => ({ id: people.victim.id }),
    body: () => ({ role: "user", status: "active" }),
  },
  "DELETE api.admin.users.$id": {},
  "POST api.admin.webhooks._index": {
    body: () => ({ url: `https://hooks.example/${++made}`, events: ["expert.created"] }),
  },
  "DELETE api.admin.webhooks.$id": {},
  "POST api.admin.webhooks.$id_.[test]": {},
  "POST api.library.content._index": {
    body: () => ({
      content: another("# Note\n\nText"),
      platform: "article",
      contentType: "expertise-tip",
      expert: "Somebody Known",
      seoTags: ["sleep"],
      ...PROVIDER,
      newProject: { name: "Name", description: "Text" },
    }),
    stored: (world, answer) => read(world, `/api/library/content/${created(answer).id}`),
    converted: ["expert", "platform", "contentType", "newProject", "provider", "model"],
  },
  "DELETE api.library.content.$id": {},
  "POST api.library.content.$id_.images.$imageId": { params: ({ known }) => ({ id: known.content }) },
  "DELETE api.library.content.$id_.images.$imageId": {},
  "POST api.library.content.bulk-delete": { body: () => ({ ids: ["nothing"] }) },
  "POST api.library.images._index": {
    body: async () => ({
      imageUrl: `data:image/png;base64,${(await testImage("png", 40, 30)).toString("base64")}`,
      imagePrompt: "A lab",
      model: "core",
      provider: "stability",
      size: "1280x720",
      expert: "Somebody Known",
      alt: "A lab",
    }),
    isSlow: true,
  },
  "DELETE api.library.images.$id": {},
  "POST api.library.images.bulk-delete": { body: () => ({ ids: ["nothing"], force: false }) },
  "POST api.library.projects": {
    body: () => ({ name: another("Project"), description: "Text" }),
    stored: (world, answer) =>
      rows(world, "SELECT name, description FROM libraryProjects WHERE id = ?", created(answer).id)[0],
  },
  "PUT api.submissions_.$id": {
    ...onDecided,
    as: "member",
    body: () => ({ ...submission(another("Corrected Person")), updatedAt: "x" }),
  },
  "DELETE api.submissions_.$id": { ...onDecided, as: "member" },
  "POST api.submissions": {
    as: "member",
    body: () => submission(another("Suggested Person")),
    stored(world) {
      const newest = "FROM submissions ORDER BY rowId DESC LIMIT 1";
      const [row] = rows<{ submitterReason: string }>(world, `SELECT submitterReason ${newest}`);
      return { ...storedJson(world, `SELECT record ${newest}`), ...row };
    },
    converted: ["categories"],
  },
  "PUT api.drafts.$id": {
    as: "member",
    params: ({ known }) => ({ id: known.draftId }),
    body: () => ({ ...submission("Typed Only"), category: "", newLink: "", change: "" }),
    stored: (world) => storedJson(world, "SELECT fields FROM drafts WHERE id = ?", world.known.draftId),
  },
  "POST api.admin.requests.$id.decide": {
    body: () => ({
      decision: "reject",
      notes: "No",
      value: "x",
      field: "title",
      expertUpdatedAt: "x",
      relistReason: "x",
    }),
  },
  "POST api.admin.missing.dismiss": { body: () => ({ words: "zelda zymurgy" }) },
  "POST api.reports": {
    ...account(async ({ site, known }) => ({
      ...{ slug: known.expertSlug, kind: "error", field: "title", says: "Old", should: "New" },
      ...{ source: "A book", message: "More", email: `finder-${++made}@mail.example`, ...(await answered(site)) },
    })),
    stored: (world, answer) =>
      rows(
        world,
        "SELECT kind, field, says, should, source, message, email FROM requests WHERE id = ?",
        created(answer).id,
      )[0],
    converted: ["slug", "captchaAnswer", "captchaExpected"],
  },
  "POST api.openai.generate-biography": asking(() => AI_BODY),
  "POST api.openai.generate-contribution": asking(() => AI_BODY),
  "POST api.openai.generate-science-highlights": asking(() => AI_BODY),
  "POST api.ai.find-references": asking(() => ({ expertName: "Somebody", ...PROVIDER })),
  "POST api.research.generate-expert": asking(() => AI_BODY),
  "POST api.admin.generate-seo-tags": asking(() => ({
    content: "Text",
    expertName: "Somebody",
    platform: "article",
    contentType: "expertise-tip",
    ...PROVIDER,
  })),
  "POST api.admin.generate-ideas": asking(({ known }) => ({
    expertId: known.expertSlug,
    userIdea: "Sleep",
    ...PROVIDER,
  })),
  "POST api.admin.generate-content-from-ideas": asking(({ known }) => ({
    ideas: [{ title: "Sleep", description: "Well", targetExpert: "Hanna Hostile" }],
    expert: known.expertSlug,
    platform: "article",
    contentType: "research-insight",
    ...PROVIDER,
  })),
  "POST api.admin.generate-image-prompt": asking(({ known }) => ({
    content: "# Sleep",
    expert: known.expertSlug,
    style: "documentary",
    size: "1080x1080",
    ...PROVIDER,
  })),
  "POST api.admin.generate-images": {
    ...asking(() => ({
      contents: ["# Sleep"],
      provider: "stability",
      model: "core",
      size: "1080x1080",
      customPrompt: "A lab",
      expertName: "Somebody",
    })),
    isSlow: true,
  },
  "POST api.admin.suggestions": asking(({ known }) => ({
    kind: "expert",
    id: known.expert,
    field: "biography",
    record: { name: "Somebody", title: "Professor" },
    ...PROVIDER,
  })),
  "POST api.admin.suggestions_.$id.keep": {
    params: ({ known }) => ({ id: known.suggestion }),
    body: () => ({ index: 0, by: "reason", reason: "Known to all." }),
  },
  "POST api.auth.register": {
    ...account(async ({ site }) => ({
      email: `made-${++made}@mail.example`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      firstName: "Ada",
      lastName: "Reader",
      ...(await answered(site)),
    })),
    stored: (_, answer) => created(answer).user,
    converted: ["email", "password", "confirmPassword", "captchaAnswer", "captchaExpected"],
  },
  "POST api.auth.login": account(async ({ site, people }) => ({
    email: people.victim.email,
    password: PASSWORD,
    ...(await answered(site)),
  })),
  "POST api.auth.forgot-password": account(async ({ site }) => ({
    email: "nobody@mail.example",
    ...(await answered(site)),
  })),
  "POST api.auth.reset-password": account(() => ({
    token: "x".repeat(43),
    password: PASSWORD,
    confirmPassword: PASSWORD,
  })),
  "POST api.auth.logout": { as: "nobody" },
  "POST api.auth.passkey": account(() => passkeyAnswer({ authenticatorData: "AAAA", signature: "AAAA" })),
  "POST api.account.passkeys": {
    ...{ as: "user", isSlow: true },
    body: () => ({ name: "Laptop", answer: passkeyAnswer({ attestationObject: "AAAA" }), transports: ["internal"] }),
  },
};

/** Takes files instead of JSON: see uploads.test.ts. */
export const FILE_CALLS = ["POST api.admin.images._index"];

const routes = builtRoutes();

export const CALLS: Call[] = Object.entries(DETAILS).map(([endpoint, { params, as = "admin", ...details }]) => {
  const route = routes.find(({ id }) => id === `routes/${endpoint.split(" ")[1]}`);
  if (!route) throw new Error(`There is no route for ${endpoint}.`);
  return { endpoint, as, path: (world) => addressOf(route, params?.(world) ?? {}), ...details };
});

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

/** What stands at a path; undefined where there is nothing. */
export function leafAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<string | number, unknown> | null | undefined)?.[step], value);
}
