import { type Queryable, readDb, unindexExperts } from "~/db.server";
import type { LlmsLines, Part } from "~/models/base/parts/part";
import { oneLine } from "~/models/base/parts/setting.server";
import type { SiteFacts } from "~/models/base/parts/site-facts";
import { categories } from "~/models/records/listings/categories";
import { categoryDescriptions, categorySetting } from "~/models/records/listings/category-descriptions.server";
import { EVERYONE, isListed, listingCounts } from "~/models/records/listings/listing.server";
import { CATEGORY_TEXTS } from "~/subject/category-texts.server";
import { EXAMPLE_SEARCH, EXPERTISE } from "~/subject/texts.server";
import { listExperts } from "./lists.server";
import { publishForSearch, writeListings, writeWebsites } from "./publish.server";

const DERIVED = "not: derived from the records";
const DERIVED_ROWS = { merge: "deleted", removal: "deleted", deletion: "deleted" } as const;

export const directoryPart = {
  tables: {
    listing: {
      key: ["category", "rank", "sortName", "expertRowId"],
      person: { expertRowId: { ...DERIVED_ROWS, trash: { recreate: writeListings } } },
      texts: {
        sortName: "stays: copied from the profile, and deleted with it",
        sortsAs: "stays: copied from the profile, and deleted with it",
      },
      silent: ["category"],
      handedOut: DERIVED,
    },
    listingCounts: { key: ["category"], silent: ["category"], handedOut: DERIVED },
    searchTexts: {
      key: ["expertRowId"],
      person: { expertRowId: { ...DERIVED_ROWS, trash: { recreate: publishForSearch } } },
      remove: (tx: Queryable, { expertRowId }) => unindexExperts(tx, [expertRowId]),
      texts: {
        name: "stays: copied from the profile, and changed with it",
        title: "stays: like the name",
        contribution: "stays: like the name",
        rest: "stays: like the name",
      },
      handedOut: DERIVED,
    },
    searchWords: { silent: ["word"], key: ["id"], handedOut: DERIVED },
    websiteHosts: {
      key: ["host", "expertRowId", "submissionRowId"],
      person: { expertRowId: { ...DERIVED_ROWS, trash: { recreate: writeWebsites } } },
      texts: { host: "stays: read from the links of the record, and changes with them" },
      handedOut: DERIVED,
    },
  },
  addresses: { reserved: ["directory"] },
  sitemap: {
    pages: () => ["/", "/directory", ...categories.map(({ slug }) => `/directory/${slug}`)],
    records: { of: "experts", count: async () => (await listingCounts())[EVERYONE] ?? 0, slice: publicAddresses },
  },
  llms: llmsLines,
  privacy: (facts: SiteFacts) => ({
    "If you are listed": `Profiles contain published facts about a person's work, from the sources that they name, so that the public can find and judge expertise on ${EXPERTISE}. ${facts.hasOpenData ? "When an editor asks for it, the site looks the person up at ORCID, Wikidata and OpenAlex. " : ""}The site opens the pages that profiles link to${facts.checksLinks ? ", once a week" : ""}, and keeps quotes of them as evidence.`,
  }),
  settings: [
    ...categories.map(({ key, label }) => ({
      name: categorySetting(key),
      label,
      lines: 2,
      standard: CATEGORY_TEXTS[key].description,
      schema: oneLine(500),
    })),
  ],
} satisfies Part;

function publicAddresses(limit: number, offset: number) {
  return readDb
    .selectFrom("experts")
    .select(["slug", "updatedAt"])
    .where("deletedAt", "is", null)
    .where(isListed)
    .orderBy("rowId")
    .limit(limit)
    .offset(offset)
    .execute()
    .then((rows) => rows.map(({ slug, updatedAt }) => ({ path: `/${slug}`, updatedAt })));
}

const ABOUT_PROFILE =
  "a profile with works, identifiers and the source of each sentence; the search gives the slugs of others";

async function llmsLines(): Promise<LlmsLines> {
  const [descriptions, { experts }] = await Promise.all([
    categoryDescriptions(),
    listExperts({ search: "", category: "", page: 1, limit: 1 }),
  ]);
  const lists = categories.map(({ key, label, slug }) => ({
    label,
    path: `/directory/${slug}`,
    note: descriptions[key],
  }));
  const search = `/api/experts/paginated?search=${EXAMPLE_SEARCH}`;
  return {
    Directory: [{ label: "All experts", path: "/directory" }, ...lists],
    Data: [
      { label: "Search", path: search, note: "one page of the experts who match" },
      ...experts.map(({ name, slug }) => ({ label: name, path: `/api/experts/${slug}`, note: ABOUT_PROFILE })),
      {
        label: "Feed of new profiles",
        path: "/directory/feed.xml",
        note: "takes the query of /directory; a person's news and a topic's people are at their address with /feed.xml behind it",
      },
    ],
  };
}
