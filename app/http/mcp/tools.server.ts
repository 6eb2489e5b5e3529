/** What assistants can do here: read what the public JSON calls give. */
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { FACET_FILTERS } from "~/http/openapi/schemas/experts.server";
import { problemOf } from "~/http/problems.server";
import { log } from "~/log.server";
import { articleCallQueryOf, listArticles } from "~/models/records/articles/articles.server";
import { publicArticle } from "~/models/records/articles/public-view.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { type FacetCounts, listExperts, listQueryOf, searchNotes } from "~/models/records/directory/lists.server";
import { categories } from "~/models/records/listings/categories";
import { expertView } from "~/models/records/profiles/public-view.server";
import { publicTopic, topicsWithCounts } from "~/models/records/topics/topics.server";
import { waysOut } from "~/models/whole/search/ways-out.server";

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

/** Registers every tool. What a tool gives goes out as text and as structure. */
export function registerTools(server: McpServer, origin: string): void {
  for (const [name, { title, description, input, read }] of TOOLS) {
    const annotations = { title, readOnlyHint: true, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given) => {
      try {
        const structuredContent = await read(given, origin);
        return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
      } catch (error) {
        return { content: [{ type: "text", text: sentenceOf(error) }], isError: true };
      }
    });
  }
}

/** The package would tell the assistant the message of any error. */
function sentenceOf(error: unknown): string {
  const problem = problemOf(error);
  if (problem) return problem.message;
  log.error({ err: error }, "unexpected error");
  return "Something went wrong on our side. Please try again.";
}
