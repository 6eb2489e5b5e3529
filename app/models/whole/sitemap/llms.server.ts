import type { LlmsLine } from "~/models/base/parts/part";
import { siteSettings } from "~/models/base/settings/settings.server";
import { EVERYONE, listingCounts } from "~/models/records/listings/listing.server";
import { publicPages } from "~/models/whole/pages/pages.server";
import { PARTS, TOOLS } from "~/models/whole/parts.server";
import { NO_ADVICE, PEOPLE } from "~/subject/texts.server";

/**
 * Returns the site's description for language models (llmstxt.org): its content, and the addresses of its pages and
 * interfaces.
 */
export async function llmsText(origin: string): Promise<string> {
  const [{ siteName }, counts, pages, linesOfParts] = await Promise.all([
    siteSettings(),
    listingCounts(),
    publicPages(),
    Promise.all(PARTS.map(({ llms }) => llms?.() ?? {})),
  ]);
  const link = ({ label, path, note }: LlmsLine) => `- [${label}](${origin}${path})${note ? `: ${note}` : ""}`;
  const linesUnder = (heading: "Directory" | "Data" | "About") =>
    linesOfParts
      .flatMap(({ [heading]: lines = [] }) => lines)
      .map(link)
      .join("\n");
  return `# ${siteName}

> A curated directory of ${counts[EVERYONE] ?? 0} ${PEOPLE}. Each profile says when an editor last reviewed it, if one did, and on which sources its sentences rest. ${NO_ADVICE}

Cite a profile by its address and the day on which it was last updated. People can be corrected or removed: ask again rather than keep a copy.

## Directory

${linesUnder("Directory")}

## Data

${link({ label: "JSON interface", path: "/api/docs", note: "every call, with examples" })}
${link({ label: "OpenAPI description", path: "/api/openapi.json" })}
- Model Context Protocol: \`POST ${origin}/mcp\` (Streamable HTTP, without a key): ${TOOLS.map(([name]) => name).join(", ")}
${linesUnder("Data")}

## About

${pages.map(({ title, slug }) => link({ label: title, path: `/${slug}` })).join("\n")}
${linesUnder("About")}
`;
}
