/** What assistants can do here: read what the public JSON calls give. */
import { z } from "zod";
import { FACET_FILTERS } from "~/http/openapi/schemas/experts.server";
import { problemOf } from "~/http/problems.server";
import { limit, network } from "~/models/base/rate-limits/rate-limits.server";
import { articleCallQueryOf, listArticles } from "~/models/records/articles/articles.server";
import { publicArticle } from "~/models/records/articles/public-view.server";
import { findExpert } from "~/models/records/experts/experts.server";
import { type FacetCounts, listExperts, listQueryOf, searchNotes } from "~/models/records/experts/lists.server";
import { categories } from "~/models/records/listings/categories";
import { expertView } from "~/models/records/profiles/public-view.server";
import { publicTopic, topicsWithCounts } from "~/models/records/topics/topics.server";
import { waysOut } from "~/models/whole/search/ways-out.server";

export interface Surroundings {
  siteName: string;
  origin: string;
  address: string;
}

/** A call without a tool that is here. */
export class UnusableCall extends Error {}

interface Tool<Input extends z.ZodObject = z.ZodObject> {
  title: string;
  description: string;
  input: Input;
  read(input: z.output<Input>, origin: string): Promise<Record<string, unknown>>;
}

function tool<Input extends z.ZodObject>(made: Tool<Input>): Tool {
  return made as unknown as Tool;
}

const FEW = 10;
const query = z.string().max(200);
const most = z.int().min(1).max(50).optional().describe(`At most so many, ${FEW} unless given.`);
const slug = z.string().min(1).max(200).describe("The last part of its address, as a search gives it.");
const category = z.enum(categories.map((one) => one.slug) as [string, ...string[]]);

const MOST_VALUES = 15;

/** The most frequent values of each facet that has any, with how many people have them. */
function someOf(facets: FacetCounts): Partial<FacetCounts> {
  const some = Object.entries(facets).map(([facet, counts]) => {
    const frequent = Object.entries(counts).sort(([, one], [, other]) => other - one);
    return [facet, Object.fromEntries(frequent.slice(0, MOST_VALUES))] as const;
  });
  return Object.fromEntries(some.filter(([, counts]) => Object.keys(counts).length > 0));
}

const TOOLS = new Map<string, Tool>([
  [
    "search_experts",
    tool({
      title: "Search experts",
      description:
        "Finds people in the directory by name, subject or question. leftOut names words that they do not all have, or that no record says of anybody; whole, how many of them have all words and come first; facets counts the values by which the same question finds fewer people; match is the line that has them; where nobody is found, nobody has the nearest topics and how many there are without each filter.",
      input: z.object({
        query: query.describe("Words; an empty text finds all."),
        category: category.optional(),
        ...FACET_FILTERS,
        limit: most,
      }),
      async read({ query: search, limit = FEW, ...filters }, origin) {
        const asked = new URLSearchParams({ search, ...filters, limit: String(limit) });
        const found = listQueryOf(asked, { limit: FEW });
        const list = await listExperts(found);
        const { experts, total } = list;
        return {
          total,
          ...searchNotes(found, list),
          ...(total === 0 ? { nobody: await waysOut(found) } : { facets: someOf(list.facets) }),
          ...(list.countedFirst !== null && { countedFirst: list.countedFirst }),
          experts: experts.map((one) => ({ url: `${origin}/${one.slug}`, ...one })),
        };
      },
    }),
  ],
  [
    "list_topics",
    tool({
      title: "List topics",
      description: "The topics that people in the directory work on, with how many each has.",
      input: z.object({}),
      async read() {
        return { topics: (await topicsWithCounts()).map(publicTopic) };
      },
    }),
  ],
  [
    "get_expert",
    tool({
      title: "Read a profile",
      description: "One person's profile with works, identifiers and the source of each sentence (evidence).",
      input: z.object({ slug }),
      async read({ slug }, origin) {
        const expert = await findExpert(slug);
        return { url: `${origin}/${expert.slug}`, ...(await expertView(expert)) };
      },
    }),
  ],
  [
    "search_articles",
    tool({
      title: "Search articles",
      description: "Finds articles about the work of the people in the directory; without a query the newest.",
      input: z.object({ query: query.optional(), limit: most }),
      async read({ query: search = "", limit = FEW }, origin) {
        const asked = new URLSearchParams({ search, limit: String(limit) });
        const { articles, total } = await listArticles(articleCallQueryOf(asked));
        return { total, articles: articles.map((one) => ({ url: `${origin}/articles/${one.slug}`, ...one })) };
      },
    }),
  ],
  [
    "get_article",
    tool({
      title: "Read an article",
      description: "One article as Markdown, with its sources and the source of each sentence (evidence).",
      input: z.object({ slug }),
      async read({ slug }, origin) {
        const article = await publicArticle(slug);
        return { url: `${origin}/articles/${article.slug}`, ...article };
      },
    }),
  ],
]);

export function listTools(): object {
  const tools = Array.from(TOOLS, ([name, { title, description, input }]) => ({
    name,
    title,
    description,
    inputSchema: z.toJSONSchema(input),
    annotations: { title, readOnlyHint: true, openWorldHint: false },
  }));
  return { tools };
}

const Call = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) });

/**
 * What a tool gives, as text and as structure. Arguments that it does not take, and what is not there, are answers for
 * the assistant, marked as errors, so that it can try again. Throws UnusableCall, and "limited".
 */
export async function callTool(params: unknown, { origin, address }: Surroundings): Promise<object> {
  await limit("mcp", network(address));
  const call = Call.safeParse(params);
  if (!call.success) throw new UnusableCall(sentence(call.error));
  const { name, arguments: given } = call.data;
  const tool = TOOLS.get(name);
  if (!tool) throw new UnusableCall(`There is no tool "${name.slice(0, 100)}" here.`);
  const input = tool.input.safeParse(given);
  if (!input.success) return failed(sentence(input.error));
  try {
    const found = await tool.read(input.data, origin);
    return { content: [{ type: "text", text: JSON.stringify(found) }], structuredContent: found };
  } catch (error) {
    const problem = problemOf(error);
    if (!problem || !["invalid", "missing", "gone"].includes(problem.problem)) throw error;
    return failed(problem.message);
  }
}

function failed(text: string): object {
  return { content: [{ type: "text", text }], isError: true };
}

function sentence({ issues: [issue] }: z.ZodError): string {
  if (!issue) return "These arguments cannot be used.";
  const name = issue.path.join(".");
  return issue.message.includes(name) ? issue.message : `${name}: ${issue.message}`;
}
