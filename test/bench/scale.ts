/** Compares the cost of pages with a large database to their cost with a small one. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { Agent, get } from "node:http";
import { buffer } from "node:stream/consumers";
import { seededRandom } from "../../scripts/seed-random";
import { signUpAdmin } from "../support/admin";
import { type Figure, median, percentile } from "../support/figures";
import { createDatabase, findPostgres, startPostgres } from "../support/postgres";
import { getJson } from "../support/requests";
import { NO_MAIL_SERVER, type Site, siteEnvironment } from "../support/site";
import { LARGE, SMALL, seededFolder, startBuilt } from "./servers";

const WARM_UP_ROUNDS = 20;
const ROUNDS = 60;
/** The site answers nothing from its cache of documents. */
const ENV = { DOCUMENT_CACHE: "off" };

/** For each kind of request, a function that returns the path to request in a round. */
type Kinds = Record<string, (round: number, content: SiteContent) => string>;
type Person = { name: string; slug: string };
/** Some people of a site, and the number of pages of its directory. */
type SiteContent = { people: Person[]; pageCount: number };

const itemOf = <T>(list: T[], round: number): T => list[round % list.length] as T;
const TOPICS = ["cellular-senescence", "epigenetic-clocks", "frailty", "dietary-restriction"];
const searchFor = (text: string) => `/directory?search=${encodeURIComponent(text)}`;

const PUBLIC: Kinds = {
  directory: (round, { pageCount }) => `/directory?page=${2 + ((round * 71) % (pageCount - 2))}`,
  category: (round) => `/directory/academic-researchers?page=${2 + (round % 4)}`,
  profile: (round, { people }) => `/${itemOf(people, round).slug}`,
  "search for a name": (round, { people }) => searchFor(itemOf(people, round).name),
  "search for words": (round) =>
    `${searchFor(itemOf(["research", "ageing", "the", "of"], round))}&page=${2 + (round % 9)}`,
  "search within a topic": (round) => `${searchFor(itemOf(WORDS, round))}&topic=${itemOf(TOPICS, round)}`,
  "a topic in a country": (round) =>
    `/directory?topic=${itemOf(TOPICS, round)}&country=${itemOf(["GB", "US", "JP"], round)}`,
  "a language and an availability": () => "/directory?language=de&available=talks",
  "suggestions of a search box": (round, { people }) =>
    `/api/offers?q=${encodeURIComponent(itemOf(people, round).name.slice(0, 5))}`,
  "JSON list": (round, { pageCount }) => `/api/experts/paginated?limit=24&page=${1 + ((round * 71) % (pageCount - 2))}`,
};

const ADMIN: Kinds = {
  dashboard: () => "/admin",
  experts: (round) => `/admin/experts?page=${1 + (round % 5)}`,
  "experts, search": (round, { people }) => `/admin/experts?search=${encodeURIComponent(itemOf(people, round).name)}`,
  submissions: (round) => `/admin/submissions?page=${1 + (round % 5)}`,
  "submissions, search": () => "/admin/submissions?search=reader",
  articles: (round) => `/admin/articles?page=${1 + (round % 5)}`,
  "articles, search": (round) => `/admin/articles?search=found&page=${1 + (round % 5)}`,
  library: (round) => `/admin/library?page=${1 + (round % 4)}`,
  "library, search": (round) => `/admin/library?search=note&page=${1 + (round % 4)}`,
  users: () => "/admin/users",
  images: () => "/admin/images",
  audit: () => "/admin/audit",
};

/** Compares public pages with 100,000 and 1,000 experts, and measures searches with 100,000. */
export async function comparePublicPages(): Promise<Figure[]> {
  const [smallCounts, largeCounts] = [
    { experts: SMALL, works: SMALL },
    { experts: LARGE, works: LARGE },
  ];
  return compareSites(smallCounts, largeCounts, PUBLIC, (large) => measureTypedSearches(large, 50));
}

/** Measures searches with 100,000 experts on PostgreSQL. */
export async function measurePostgresSearch(): Promise<Figure[]> {
  const programs = findPostgres();
  if (!programs) throw new Error("PostgreSQL is not installed.");
  const postgres = await startPostgres(programs);
  try {
    await createDatabase(postgres.addressOf("postgres"), "site");
    const folder = seededFolder({ experts: LARGE, works: LARGE });
    const DATABASE_URL = postgres.addressOf("site");
    execFileSync(process.execPath, ["build/copy.js", "--to", DATABASE_URL], {
      env: siteEnvironment(folder),
      stdio: "pipe",
    });
    const secrets = {
      SESSION_SECRET: randomBytes(24).toString("hex"),
      RELISTING_SECRET: randomBytes(24).toString("hex"),
    };
    const site = await startBuilt(folder, { ...ENV, ...secrets, DATABASE_URL, SMTP_URL: NO_MAIL_SERVER });
    try {
      // The first measurement only warms up the site and the database.
      await measureTypedSearches(site, 100);
      return await measureTypedSearches(site, 100);
    } finally {
      await site.stop();
    }
  } finally {
    await postgres.stop();
  }
}

/**
 * Measures how long pages take that search for texts as people type them, without and with filters.
 * @param most the limit of the 99th percentile, in milliseconds.
 */
async function measureTypedSearches(site: Site, most: number): Promise<Figure[]> {
  const { people } = await readContent(site);
  const times: { path: string; ms: number }[] = [];
  for (const [index, text] of typedTexts(people).entries())
    for (const path of [searchFor(text), searchFor(text) + itemOf(FILTERS, index)])
      times.push({ path, ms: await timeOf(site, path) });
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, 20);
  const ms = times.map((time) => time.ms);
  return [
    { name: "page for anything typed, median", value: median(ms), unit: "ms" },
    { name: `page for anything typed, p99 of ${ms.length}`, value: percentile(ms, 0.99), unit: "ms", most },
    { name: "page for anything typed, slowest", value: Math.max(...ms), unit: "ms", most: 250, raw: slowest },
  ];
}

/** Compares admin lists of a site with many records with those of a site with 100 of each kind. */
export function compareAdminLists(): Promise<Figure[]> {
  const smallCounts = { experts: 100, submissions: 100, articles: 100, library: 100 };
  const largeCounts = { experts: LARGE, submissions: 10_000, articles: 10_000, library: 50_000 };
  return compareSites(smallCounts, largeCounts, ADMIN);
}

type Counts = Parameters<typeof seededFolder>[0];

async function compareSites(
  smallCounts: Counts,
  largeCounts: Counts,
  kinds: Kinds,
  measureMore: (large: Site) => Promise<Figure[]> = async () => [],
): Promise<Figure[]> {
  const sites: Site[] = [];
  try {
    for (const counts of [smallCounts, largeCounts]) sites.push(await startBuilt(seededFolder(counts), ENV));
    const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, [[], []] as [number[], number[]]]));
    const contents = await Promise.all(sites.map(readContent));
    const admins = kinds === ADMIN ? await Promise.all(sites.map((site) => signUpAdmin(site))) : [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++)
      for (const [kind, pathFor] of Object.entries(kinds))
        for (const [index, site] of sites.entries()) {
          const ms = await timeOf(site, pathFor(round, contents[index] as SiteContent), admins[index]?.headers);
          if (round >= WARM_UP_ROUNDS) times[kind]?.[index]?.push(ms);
        }
    const ratios = Object.entries(times).map(([kind, [small, large]]) => ({
      name: `${kind}: large ÷ small site (${median(large).toFixed(1)} ÷ ${median(small).toFixed(1)} ms)`,
      value: median(large) / median(small),
      unit: "×",
      most: 2,
      raw: { small, large },
    }));
    return [...ratios, ...(await measureMore(sites[1] as Site))];
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
}

/** Reads a thousand people from ten parts of the directory, and counts its pages of 24. */
async function readContent(site: Site): Promise<SiteContent> {
  const readPage = async (page: number) => (await getJson(site, `/api/experts/paginated?limit=100&page=${page}`)).body;
  const { total, totalPages } = await readPage(1);
  const pages = Array.from({ length: 10 }, (_, tenth) => readPage(1 + Math.floor((tenth * totalPages) / 10)));
  const people = (await Promise.all(pages)).flatMap(({ experts }) => experts);
  return { people, pageCount: Math.ceil(total / 24) };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Returns the milliseconds until the whole answer has come. @throws Error when it breaks off, or its status is not 200. */
function timeOf(site: Site, path: string, headers: Record<string, string> = {}): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    get(site.url + path, { agent, headers }, async (response) => {
      try {
        await buffer(response);
      } catch (error) {
        return reject(error);
      }
      if (response.statusCode === 200) resolve(performance.now() - startedAt);
      else reject(new Error(`${path} answered ${response.statusCode}`));
    }).once("error", reject);
  });
}

/** Filters that match few or many people, with one or several values of a facet, and with several facets. */
const FILTERS = [
  "&topic=frailty",
  "&country=DE",
  "&language=en",
  "&status=living",
  "&country=GB&language=de&available=talks",
  "&topic=cellular-senescence&country=JP",
  "&topic=frailty,epigenetic-clocks&status=historical",
];
const WORDS =
  "the of professor university research ageing longevity biology sleep rapamycin mice laboratory aging ag institute germany senescence effects xyzzy 1985".split(
    " ",
  );
const SENTENCES = [
  "who works on the biology of sleep in older adults",
  "which professor wrote about the results of the study on cellular senescence in mice",
  "I am looking for an expert who can explain how senescent cells and ageing affect the immune system of old people",
  "the the the the the the the the the the the the the",
  "a b c d e f g h i j k l",
  "sleep studies who their all open limits results anyone used now xyzzy",
  '“quoted” AND OR NOT NEAR( * ^ : "',
  "longevity ".repeat(100),
  "刘芳",
  "طارق",
  "चित्रा मोहन",
  "%_%",
];

/** Returns texts from one letter to sentences: names, their beginnings, misspelt and unaccented names, and common words. */
function typedTexts(people: Person[]): string[] {
  const random = seededRandom(7);
  const textsFrom = (count: number, make: (name: string) => string) =>
    Array.from({ length: count }, () => make(random.pick(people).name));
  const words = (name: string) => name.split(" ");
  return [
    ..."abcdefghijklmnopqrstuvwxyz",
    ...textsFrom(60, (name) => name.slice(0, random.integer(2, 4))),
    ...textsFrom(60, (name) => random.pick(words(name))),
    ...textsFrom(60, (name) => name),
    ...textsFrom(30, (name) => words(name).toReversed().join(" ")),
    ...textsFrom(30, (name) => name.normalize("NFD").replace(/\p{M}/gu, "")),
    ...textsFrom(60, (name) => name.slice(0, name.length >> 1) + name.slice((name.length >> 1) + 1)),
    ...textsFrom(30, (name) => `${words(name)[0]} ${random.pick(WORDS)}`),
    ...WORDS,
    ...WORDS.map((word) => `${word} ${random.pick(WORDS)}`),
    ...SENTENCES,
  ].filter((text) => text.trim() !== "");
}
