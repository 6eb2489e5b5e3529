import { dataLicence, siteSettings } from "~/models/base/settings/settings.server";
import { listExperts } from "~/models/records/directory/lists.server";
import { categories } from "~/models/records/listings/categories";
import { categoryDescriptions } from "~/models/records/listings/category-descriptions.server";
import { EVERYONE, listingCounts } from "~/models/records/listings/listing.server";
import { publicPages } from "~/models/whole/pages/pages.server";
import { EXAMPLE_SEARCH, NO_ADVICE, PEOPLE } from "~/subject/texts.server";

const ABOUT_PROFILE =
  "a profile with works, identifiers and the source of each sentence; the search gives the slugs of others";

/** The site for language models, by llmstxt.org: what it is, and where to read and ask. */
export async function llmsText(origin: string): Promise<string> {
  const [{ siteName }, licence, about, counts, pages, examples] = await Promise.all([
    siteSettings(),
    dataLicence(),
    categoryDescriptions(),
    listingCounts(),
    publicPages(),
    listExperts({ search: "", category: "", page: 1, limit: 1 }),
  ]);
  const link = (label: string, path: string, note = "") => `- [${label}](${origin}${path})${note && `: ${note}`}`;
  return `# ${siteName}

> A curated directory of ${counts[EVERYONE] ?? 0} ${PEOPLE}. Each profile says when an editor last reviewed it, if one did, and on which sources its sentences rest. ${NO_ADVICE}

Cite a profile by its address and the day on which it was last updated. People can be corrected or removed: ask again rather than keep a copy.

## Directory

${link("All experts", "/directory")}
${categories.map(({ key, label, slug }) => link(label, `/directory/${slug}`, about[key])).join("\n")}
${link("Articles", "/articles")}

## Data

${link("JSON interface", "/api/docs", "every call, with examples")}
${link("OpenAPI description", "/api/openapi.json")}
${link("Search", `/api/experts/paginated?search=${EXAMPLE_SEARCH}`, "one page of the experts who match")}
${examples.experts.map(({ name, slug }) => `${link(name, `/api/experts/${slug}`, ABOUT_PROFILE)}\n`).join("")}- Model Context Protocol: \`POST ${origin}/mcp\` (Streamable HTTP, without a key): search_experts, get_expert, search_articles, get_article
${link("Dataset", "/dataset", `all profiles as CSV or JSON-LD; licence: ${licence ? `${licence.name} ${licence.url}`.trim() : "none chosen"}`)}
${link("Feed of new profiles", "/directory/feed.xml", "takes the query of /directory; a person's news and a topic's people are at their address with /feed.xml behind it")}
${link("Feed of articles", "/articles/feed.xml")}

## About

${pages.map(({ title, slug }) => link(title, `/${slug}`)).join("\n")}
${link("Corrections", "/corrections", "what was corrected")}
`;
}
