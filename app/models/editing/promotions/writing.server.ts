import { z } from "zod";
import { type ExpertRow, type Queryable, readDb } from "~/db.server";
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { parse } from "~/models/base/input/validation.server";
import { askText } from "~/models/base/providers/ask-text.server";
import { ARTICLE_TYPES, DEFAULT_IMAGE_SIZE, IMAGE_SIZES, IMAGE_STYLES } from "~/models/base/providers/choices";
import { sortName } from "~/models/base/text/names.server";
import { addressesOf, KnownSources, MAX_PAGES, type Sources } from "~/models/editing/ai/sources.server";
import { type AskOptions, ModelChoice, modelChoice, sourcesFor } from "~/models/editing/ai/write-profile.server";
import { askForSentences, SourcedSentence, toCheckedAnswer } from "~/models/editing/ai/write-with-evidence.server";
import { evidenceOf } from "~/models/records/evidence/evidence.server";
import { categoryLabel } from "~/models/records/listings/categories";
import { rememberText } from "~/models/records/provenance/handed-out.server";
import { type CheckedAnswer, type DraftSentence, textOf } from "~/models/records/provenance/sentences";
import { DEFAULT_TITLE } from "~/subject/texts.server";

export interface Idea {
  title: string;
  description: string;
  /** The name of the expert whom it suits best; "" for no particular expert. */
  targetExpert: string;
}

const FOCUS_LENGTH = 2_000;
export const MAX_IDEAS = 10;
const MAX_SENT_CHARACTERS = 6_000;

export const NO_EXPERT = "Please select an expert first.";

interface PersonReference {
  id?: string | null;
  slug?: string | null;
  name?: string | null;
}

/** Accepts an id, slug or unique name, or an object with one of them. */
export const Person = z.union(
  [
    z
      .string()
      .max(500)
      .transform((id): PersonReference => ({ id })),
    z.object({
      id: z.string().max(200).nullish(),
      slug: z.string().max(200).nullish(),
      name: z.string().max(500).nullish(),
    }),
  ],
  NO_EXPERT,
);

/** Finds an expert outside the trash by id, slug or unique name. Returns undefined if there is none. */
export async function findPerson(person: PersonReference, from: Queryable = readDb): Promise<ExpertRow | undefined> {
  const experts = from.selectFrom("experts").selectAll().where("deletedAt", "is", null);
  for (const key of [person.id, person.slug].filter((name) => name !== null && name !== undefined)) {
    const match =
      (await experts.where("id", "=", key).executeTakeFirst()) ??
      (await experts.where("slug", "=", key).executeTakeFirst());
    if (match) return match;
  }
  const name = person.name ?? person.id;
  if (!name?.trim()) return undefined;
  const rows = await experts.where("sortName", "=", sortName(name)).limit(2).execute();
  return rows.length === 1 ? rows[0] : undefined;
}

async function requirePerson(person: PersonReference | null | undefined, field: string): Promise<ExpertRow> {
  const expert = person && (await findPerson(person));
  if (!expert) throw new AppError("invalid", NO_EXPERT, { [field]: NO_EXPERT });
  return expert;
}

export const IdeasInput = ModelChoice.extend({
  expertId: Person.nullish(),
  expert: Person.nullish(),
  userIdea: z
    .string()
    .trim()
    .max(FOCUS_LENGTH, `At most ${FOCUS_LENGTH.toLocaleString("en")} characters fit here.`)
    .nullish()
    .transform((focus) => focus ?? ""),
});
const Ideas = z.object({
  ideas: z.array(
    z.object({ title: z.string(), description: z.string().default(""), targetExpert: z.string().default("") }),
  ),
});

/** Asks a model for ideas for articles about an expert (`POST /api/admin/generate-ideas`). Throws "invalid", "upstream". */
export async function writeIdeas(editor: Editor, input: unknown, options: AskOptions = {}): Promise<Idea[]> {
  const { expertId, expert, userIdea, provider, model } = parse(IdeasInput, input);
  const expertFacts = factsAboutExpert(await requirePerson(expertId ?? expert, "expert"));
  const question = { task: "ideas" as const, data: { expert: expertFacts, userIdea }, schema: Ideas };
  const { answer } = await askText(editor, { ...question, ...modelChoice(provider, model), ...options });
  const ideas = answer.ideas
    .map(({ title, description, targetExpert }) => ({
      // Trims again, as the order of an article does: the idea of a text is found by its words.
      title: title.trim().slice(0, 200).trim(),
      description: description.trim().slice(0, 1_000).trim(),
      targetExpert: targetExpert.trim().slice(0, 200),
    }))
    .filter(({ title }) => title);
  if (ideas.length === 0) throw new AppError("upstream", "The model suggested no idea. Please try again.");
  return ideas.slice(0, 20);
}

export interface WrittenArticle extends CheckedAnswer {
  content: string;
  expert: string;
  idea: Idea;
  provider: string;
  model: string;
}

/** Adds the sentences of which the content consists. */
export interface DraftArticle extends WrittenArticle {
  sentences: DraftSentence[];
}

/** The section headings that a model may use. It cannot write its own, because a heading has no evidence. */
const SECTIONS = ["", "Background", "The research", "What was found", "What it means", "What to do", "Open questions"];

const Sentences = z.object({ sentences: z.array(SourcedSentence.extend({ section: z.enum(SECTIONS).default("") })) });

/** Builds the article's text from the title that the admin chose and the supported sentences. */
export function contentOf(title: string, sentences: DraftSentence[]): string {
  return `# ${title}\n\n${textOf(sentences)}`.trim();
}

export const SourceUrls = KnownSources.pick({ sourceUrls: true });

const IdeaInput = z.object({
  title: z.string().trim().min(1, "Every idea needs a title.").max(500),
  description: z.string().trim().max(5_000).default(""),
  targetExpert: z
    .string()
    .trim()
    .max(500)
    .nullish()
    .transform((name) => name ?? ""),
});

export const ArticlesInput = ModelChoice.extend({
  ...SourceUrls.shape,
  ideas: z
    .array(IdeaInput, "Please select at least one idea.")
    .min(1, "Please select at least one idea.")
    .max(MAX_IDEAS, `At most ${MAX_IDEAS} articles can be written at once.`),
  experts: z.array(Person).max(100).nullish(),
  expert: Person.nullish(),
  platform: z.string().trim().max(50).default("article"),
  contentType: z.enum(
    ARTICLE_TYPES.map(({ id }) => id),
    "Please choose an article type.",
  ),
});

export interface WriteOptions extends AskOptions {
  progress?: (doneCount: number, total: number, message: string) => void;
  onFailure?: (problem: AppError) => void;
}

/** Writes one article for each idea (`POST /api/admin/generate-content-from-ideas`). Throws "invalid". */
export async function writeArticles(
  editor: Editor,
  input: unknown,
  options: WriteOptions = {},
): Promise<WrittenArticle[]> {
  return (await draftArticles(editor, input, options)).map(({ sentences: _, ...article }) => article);
}

/** Reads pages about the experts, then writes one article for each idea. Throws "invalid". */
export async function draftArticles(
  editor: Editor,
  input: unknown,
  { progress, onFailure, ...options }: WriteOptions = {},
): Promise<DraftArticle[]> {
  const { ideas, experts, expert, sourceUrls, ...choices } = parse(ArticlesInput, input);
  const references = [...(experts ?? []), ...(expert ? [expert] : [])];
  const people = (await Promise.all(references.map((person) => findPerson(person)))).filter(
    (person) => person !== undefined,
  );
  const [firstExpert] = people;
  if (!firstExpert) throw new AppError("invalid", NO_EXPERT, { expert: NO_EXPERT });
  const articles: DraftArticle[] = [];
  const choice = { provider: choices.provider, model: choices.model };
  const gather = async (row: ExpertRow) => ({ ...(await personWithPages(row, sourceUrls)), ...choice });
  const sourcesOf = cachedByPerson(async (row) => sourcesFor(editor, await gather(row), options));
  for (const idea of ideas) {
    progress?.(articles.length, ideas.length, `Writing “${idea.title}”.`);
    const subjectExpert = people.find(({ name }) => sortName(name) === sortName(idea.targetExpert)) ?? firstExpert;
    try {
      articles.push(
        await draftArticle(
          editor,
          { idea, person: subjectExpert, ...choices },
          await sourcesOf(subjectExpert),
          options,
        ),
      );
    } catch (error) {
      if (!(error instanceof AppError) || articles.length === 0) throw error;
      onFailure?.(error);
      break;
    }
  }
  progress?.(articles.length, ideas.length, "");
  return articles;
}

/** Caches the pages about each person, so that they are read once for all articles about them. */
function cachedByPerson(gather: (row: ExpertRow) => Promise<Sources>): typeof gather {
  const sourcesByRow = new Map<ExpertRow, Promise<Sources>>();
  return (row) => {
    const sources = sourcesByRow.get(row) ?? gather(row);
    sourcesByRow.set(row, sources);
    return sources;
  };
}

async function draftArticle(
  editor: Editor,
  { idea, person, contentType, platform, provider, model }: ArticleOrder,
  sources: Sources,
  options: AskOptions,
): Promise<DraftArticle> {
  const data = { idea, expert: factsAboutExpert(person), contentType, platform };
  const question = { task: "article" as const, data, ...modelChoice(provider, model), ...options };
  const subject = { name: person.name, field: "body" };
  const { sentences, response } = await askForSentences(editor, question, subject, sources, Sentences);
  await rememberText(editor, person.name, sentences, response);
  return {
    content: contentOf(idea.title, sentences),
    expert: person.name,
    idea,
    provider: response.provider,
    model: response.model,
    ...toCheckedAnswer(sentences, sources),
    sentences,
  };
}

type ArticleOrder = { idea: Idea; person: ExpertRow } & Pick<
  z.output<typeof ArticlesInput>,
  "contentType" | "platform" | "provider" | "model"
>;

/** Returns the addresses of the pages from which texts about an expert are written, in the order of reading. */
export async function pagesAbout(id: string): Promise<string[]> {
  const row = await findPerson({ id });
  return row ? [...new Set(addressesOf(await personWithPages(row, [])))].slice(0, MAX_PAGES) : [];
}

const MAX_WORKS = 4;

/**
 * Gathers the pages about an expert: the pages in `namedUrls`, works, sources of the profile's sentences, identifiers and links.
 */
async function personWithPages(
  { rowId, name, title, referenceLinks, orcid, wikidata }: ExpertRow,
  namedUrls: string[],
) {
  const citedUrls = (await evidenceOf({ expertRowId: rowId })).flatMap(({ source }) => source?.url ?? []);
  const works = await readDb
    .selectFrom("works")
    .select("doi")
    .where("expertRowId", "=", rowId)
    .where("status", "=", "accepted")
    .where("doi", "!=", "")
    .where("retracted", "=", 0)
    .orderBy("citations", "desc")
    .orderBy("rowId")
    .limit(MAX_WORKS)
    .execute();
  return {
    expertName: name,
    expertTitle: title || DEFAULT_TITLE,
    sourceUrls: [...namedUrls, ...works.map(({ doi }) => `https://doi.org/${doi}`), ...new Set(citedUrls)],
    orcid,
    wikidata,
    referenceLinks: JSON.parse(referenceLinks) as string[],
  };
}

const NO_CONTENT = "Please save a piece of content first.";

const Text = z
  .string(NO_CONTENT)
  .max(100_000, "At most 100,000 characters fit here.")
  .refine((text) => text.trim() !== "", NO_CONTENT);

/** Accepts a text, or the answer of a call that wrote a text. */
export const ContentText = z.union(
  [Text, z.looseObject({ content: Text }).transform(({ content }) => content)],
  NO_CONTENT,
);

export const PromptInput = ModelChoice.extend({
  content: ContentText,
  expert: z.unknown().optional(),
  style: z.enum(IMAGE_STYLES, "Please choose a style from the list.").default(IMAGE_STYLES[0]),
  size: z
    .enum(
      IMAGE_SIZES.flatMap(({ sizes }) => [...sizes]),
      "Please choose a size from the list.",
    )
    .default(DEFAULT_IMAGE_SIZE),
});

/** Asks a model for a prompt for an article's image (`POST /api/admin/generate-image-prompt`). Throws "invalid". */
export async function writeImagePrompt(editor: Editor, input: unknown, options: AskOptions = {}): Promise<string> {
  const { content, expert, style, size, provider, model } = parse(PromptInput, input);
  const person = Person.safeParse(expert);
  const listedExpert = person.success && person.data ? await findPerson(person.data) : undefined;
  const data = {
    style,
    size,
    article: content.slice(0, MAX_SENT_CHARACTERS),
    expert: listedExpert && { name: listedExpert.name, title: listedExpert.title },
  };
  const question = { task: "imagePrompt" as const, data, ...modelChoice(provider, model), ...options };
  const { answer } = await askText(editor, question);
  return answer.replace(/\s+/g, " ").trim().slice(0, 4_000);
}

function factsAboutExpert(row: ExpertRow) {
  const { name, title, longevityContribution, biography } = row;
  return {
    name,
    title,
    categories: (JSON.parse(row.categories) as string[]).map(categoryLabel),
    longevityContribution: longevityContribution.slice(0, MAX_SENT_CHARACTERS),
    biography: biography.slice(0, MAX_SENT_CHARACTERS),
    scienceHighlights: JSON.parse(row.scienceHighlights) as string[],
  };
}
