/**
 * A server on this machine that speaks as ORCID, Wikidata and OpenAlex do, and fails on demand:
 *
 *   const openData = await startOpenData();
 *   const site = await startSite({ env: openData.env });
 *   openData.people.push({ name: "Ada Full", orcid: "0000-0002-1825-0097", … });
 *   openData.fail.orcid = "429";
 *   await openData.stop();
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Somebody {
  name: string;
  orcid?: string;
  wikidata?: string;
  openalex?: string;
  employer?: { name: string; ror: string };
  /** Of a record at ORCID. */
  employments?: EmploymentThere[];
  /** Of an item at Wikidata; the labels of what it refers to stand in `items`. */
  statements?: Record<string, unknown[]>;
  items?: Record<string, { label: string; ror?: string }>;
  field?: string;
  links?: string[];
  works?: WorkThere[];
  /** The names of pictures at Wikimedia Commons. */
  pictures?: string[];
  /** The identifier of an item that was merged into this one. */
  merged?: string;
  description?: string;
  /** What it is an instance of, where it is no human. */
  instanceOf?: string;
  /** Titles by the site at Wikidata, such as "enwiki". */
  articles?: Record<string, string>;
  /** Titles of pages that lead to the article, which Wikidata resolves for one at a time. */
  redirects?: string[];
}

/** As https://pub.orcid.org/v3.0 tells of one. */
export interface EmploymentThere {
  role?: string;
  department?: string;
  organization: { name: string; ror?: string; city?: string; country?: string };
  from?: string;
  to?: string;
  /** The organisation that says so; the person, where there is none. */
  by?: string;
  changedAt?: number;
}

export interface WorkThere {
  id: string;
  title: string;
  year: number;
  doi?: string;
  venue?: string;
  citations?: number;
  retracted?: boolean;
  topics?: { id: string; name: string }[];
  keywords?: { id: string; name: string }[];
}

export type Failure =
  | "404"
  | "maxlag"
  | "429"
  | "429 soon"
  | "503"
  | "broken JSON"
  | "other JSON"
  | "empty"
  | "huge"
  | "silent";
type Service = "orcid" | "wikidata" | "openalex" | "commons" | "files";

/** A picture at Wikimedia Commons, as its API tells of it: authors come as HTML. */
export interface Picture {
  /** Such as "Ada.jpg". */
  name: string;
  /** Its name before it was moved. */
  former?: string;
  artist?: string;
  licence?: string;
  licenceUrl?: string;
  isNonFree?: boolean;
  mime?: string;
  /** Where its page is; at Commons unless it says something else. */
  page?: string;
  bytes?: Uint8Array;
}

export interface OpenData {
  url: string;
  env: Record<string, string>;
  people: Somebody[];
  pictures: Picture[];
  /** As long as it is there. */
  fail: Partial<Record<Service | "token", Failure>>;
  /** Paths with their queries, such as "/openalex/works?filter=…", and when they came. */
  requests: { path: string; at: number; userAgent: string; authorization: string; isConditional: boolean }[];
  stop(): Promise<void>;
}

/** A valid ORCID iD, another for each number below 10¹⁵. */
export function orcidNumber(n: number): string {
  const digits = String(n).padStart(15, "0");
  const total = [...digits].reduce((sum, digit) => ((sum + Number(digit)) * 2) % 11, 0);
  const check = (12 - total) % 11;
  return `${digits}${check === 10 ? "X" : check}`.replace(/(.{4})(?!$)/g, "$1-");
}

export async function startOpenData(): Promise<OpenData> {
  const server = createServer((request, response) => answer(there, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const there: OpenData = {
    url,
    env: {
      OPEN_DATA: "on",
      ORCID_API_URL: `${url}/orcid`,
      WIKIDATA_API_URL: `${url}/wikidata`,
      OPENALEX_API_URL: `${url}/openalex`,
      COMMONS_API_URL: `${url}/commons`,
      ORCID_BASE_URL: url,
    },
    people: [],
    pictures: [],
    fail: {},
    requests: [],
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return there;
}

function answer(there: OpenData, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? "/", there.url);
  const { "user-agent": userAgent = "", authorization = "" } = request.headers;
  const sentTag = request.headers["if-none-match"];
  const isConditional = sentTag !== undefined;
  there.requests.push({
    path: url.pathname + url.search,
    at: performance.now(),
    userAgent,
    authorization,
    isConditional,
  });
  const isToken = url.pathname === "/oauth/token";
  const service = url.pathname.split("/")[1] as Service;
  const failure = there.fail[isToken ? "token" : service];
  // Only who says that nobody waits is turned away for it.
  if (failure && (failure !== "maxlag" || url.searchParams.has("maxlag"))) return failing(failure, response);
  if (isToken) return send(response, { access_token: "read-public-token", expires_in: 600 });
  if (service === "files") {
    const { bytes = new Uint8Array(), mime = "image/jpeg" } = pictureAt(there, url.pathname.slice(7)) ?? {};
    return void response.writeHead(200, { "Content-Type": mime }).end(bytes);
  }
  if (service === "commons") return send(response, commons(there, url));
  const result = { orcid, wikidata, openalex }[service]?.(there.people, url);
  if (result === undefined) return send(response, { error: "not found" }, 404);
  const etag = `"${createHash("sha256").update(JSON.stringify(result)).digest("hex")}"`;
  if (sentTag === etag) return void response.writeHead(304, { ETag: etag }).end();
  send(response, result, 200, { ETag: etag });
}

function send(response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

function failing(failure: Failure, response: ServerResponse): void {
  if (failure === "404") send(response, { error: "not found" }, 404);
  else if (failure === "429") send(response, { error: "Rate limit exceeded" }, 429, { "Retry-After": "3600" });
  else if (failure === "maxlag")
    send(
      response,
      { error: { code: "maxlag", info: "Waiting for a database server: 9 seconds lagged.", lag: 9 } },
      200,
      {
        "MediaWiki-API-Error": "maxlag",
        "Retry-After": "0",
      },
    );
  else if (failure === "429 soon") send(response, { error: "Rate limit exceeded" }, 429, { "Retry-After": "0" });
  else if (failure === "503") send(response, "<h1>Unavailable</h1>", 503);
  else if (failure === "broken JSON") send(response, '{"results": [');
  else if (failure === "other JSON")
    send(response, { results: "none", search: 5, "expanded-result": {}, entities: [1] });
  else if (failure === "empty") send(response, { results: [], search: [], "expanded-result": null, entities: {} });
  else if (failure === "huge") send(response, `{"results": "${"x".repeat(5 * 1024 * 1024)}"}`);
}

function orcid(people: Somebody[], url: URL): unknown {
  const [, , id = ""] = url.pathname.split("/");
  if (id === "expanded-search") {
    const wanted = /"(.*)"/.exec(url.searchParams.get("q") ?? "")?.[1];
    const matches = people.filter((person) => person.orcid && person.name === wanted);
    return { "expanded-result": matches.length ? matches.map((person) => ({ "orcid-id": person.orcid })) : null };
  }
  const person = people.find((person) => person.orcid === id);
  if (!person) return undefined;
  if (url.pathname.endsWith("/employments")) return employmentsOf(person);
  const { name, employer, field, links = [], works = [] } = person;
  const [givenName, ...family] = name.split(" ");
  const organization = employer && {
    name: employer.name,
    "disambiguated-organization": {
      "disambiguated-organization-identifier": `https://ror.org/${employer.ror}`,
      "disambiguation-source": "ROR",
    },
  };
  return {
    person: {
      name: { "given-names": { value: givenName }, "family-name": { value: family.join(" ") }, "credit-name": null },
      keywords: { keyword: field ? [{ content: field }] : [] },
      "researcher-urls": { "researcher-url": links.map((link) => ({ url: { value: link } })) },
    },
    "activities-summary": {
      employments: {
        "affiliation-group": organization
          ? [{ summaries: [{ "employment-summary": { organization, "end-date": null } }] }]
          : [],
      },
      works: {
        group: works.map(({ title, year }) => ({
          "work-summary": [
            { title: { title: { value: title } }, "publication-date": { year: { value: String(year) } } },
          ],
        })),
      },
    },
  };
}

function employmentsOf({ orcid: iD, name, employments = [] }: Somebody) {
  const day = (text: string | undefined) => {
    if (!text) return null;
    const [year, month, date] = text.split("-").map((value) => ({ value }));
    return { year, month: month ?? null, day: date ?? null };
  };
  const groups = employments.map(({ role, department, organization, from, to, by, changedAt }) => ({
    "external-ids": { "external-id": [] },
    summaries: [
      {
        "employment-summary": {
          source: {
            "source-orcid": by ? null : { path: iD, host: "orcid.org" },
            "source-client-id": by ? { path: "APP-OTHER" } : null,
            "source-name": { value: by ?? name },
          },
          "department-name": department ?? null,
          "role-title": role ?? null,
          "start-date": day(from),
          "end-date": day(to),
          "last-modified-date": changedAt ? { value: changedAt } : null,
          organization: {
            name: organization.name,
            address: { city: organization.city, region: null, country: organization.country },
            "disambiguated-organization": organization.ror
              ? {
                  "disambiguated-organization-identifier": `https://ror.org/${organization.ror}`,
                  "disambiguation-source": "ROR",
                }
              : null,
          },
          visibility: "public",
        },
      },
    ],
  }));
  return { "last-modified-date": null, "affiliation-group": groups };
}

function wikidata(people: Somebody[], url: URL): unknown {
  const query = url.searchParams;
  if (query.get("action") === "wbsearchentities") {
    const matches = people.filter((person) => person.wikidata && person.name === query.get("search"));
    return { search: matches.map(({ wikidata: id, name }) => ({ id, label: name })) };
  }
  if (query.get("list") === "search") {
    const [, wanted] = /^haswbstatement:P496=(.+)$/.exec(query.get("srsearch") ?? "") ?? [];
    const matches = people.filter((person) => person.wikidata && wanted && person.orcid === wanted);
    return { batchcomplete: true, query: { search: matches.map(({ wikidata: title }) => ({ ns: 0, title })) } };
  }
  if (query.has("sites")) return bySite(people, query);
  const of = (value: unknown) => [{ rank: "normal", mainsnak: { datavalue: { value } } }];
  const label = (value: string) => ({ labels: { en: { language: "en", value } } });
  const entities = (query.get("ids") ?? "").split("|").map((id) => {
    const employer = people.find((person) => person.employer && `Q9${person.wikidata?.slice(1)}` === id)?.employer;
    if (employer) return [id, { id, ...label(employer.name), claims: { P6782: of(employer.ror) } }];
    const item = people.find((person) => person.items?.[id])?.items?.[id];
    if (item) return [id, { id, ...label(item.label), claims: item.ror ? { P6782: of(item.ror) } : {} }];
    const person = people.find((person) => person.wikidata === id || person.merged === id);
    if (!person) return [id, { id, missing: "" }];
    const claims = {
      P31: of({ id: person.instanceOf ?? "Q5" }),
      ...(person.orcid && { P496: of(person.orcid) }),
      ...(person.openalex && { P10283: of(person.openalex) }),
      ...(person.employer && { P108: of({ id: `Q9${id.slice(1)}` }) }),
      ...(person.pictures && { P18: person.pictures.flatMap(of) }),
      ...(person.links?.[0] && { P856: of(person.links[0]) }),
      ...person.statements,
    };
    const redirects = person.merged === id && { redirects: { from: id, to: person.wikidata } };
    const descriptions = person.description ? { en: { language: "en", value: person.description } } : {};
    const about = { id: person.wikidata, ...label(person.name), descriptions, claims, sitelinks: {}, ...redirects };
    return [person.wikidata, about];
  });
  return { entities: Object.fromEntries(entities) };
}

/** wbgetentities by the titles of one site: https://www.wikidata.org/w/api.php?action=help&modules=wbgetentities. */
function bySite(people: Somebody[], query: URLSearchParams): unknown {
  const [site = "", titles] = [query.get("sites") ?? "", (query.get("titles") ?? "").split("|")];
  const isNormalized = query.has("normalize");
  if (site.includes("|") || titles.length > 50 || (isNormalized && titles.length > 1))
    return { error: { code: "params-illegal", info: "Normalize is only allowed if exactly one site and one page" } };
  let missing = 0;
  const entities = titles.map((title) => {
    const person = people.find(
      ({ articles, redirects }) =>
        articles?.[site] && (articles[site] === title || (isNormalized && redirects?.includes(title))),
    );
    if (!person) return [`-${++missing}`, { site, title, missing: "" }];
    const sitelinks = { [site]: { site, title: person.articles?.[site], badges: [] } };
    return [person.wikidata, { type: "item", id: person.wikidata, sitelinks }];
  });
  return { entities: Object.fromEntries(entities), success: 1 };
}

function pictureAt({ pictures }: OpenData, path: string): Picture | undefined {
  const wanted = decodeURIComponent(path);
  return pictures.find(({ name, former }) => name === wanted || former === wanted);
}

/** https://www.mediawiki.org/wiki/API:Imageinfo, formatversion 2. */
function commons(there: OpenData, url: URL): unknown {
  const query = url.searchParams;
  const wanted = query.get("titles")?.split("|");
  const searched = /"(.*)"/.exec(query.get("gsrsearch") ?? "")?.[1];
  const titles = wanted ?? there.pictures.filter(({ name }) => name.includes(searched ?? "")).map(titleOf);
  if (titles.length === 0) return { batchcomplete: true };
  const moved = there.pictures.flatMap(({ name, former }) =>
    former && titles.includes(`File:${former}`) ? [{ from: `File:${former}`, to: `File:${name}` }] : [],
  );
  return {
    batchcomplete: true,
    query: {
      ...(moved.length > 0 && { redirects: moved }),
      pages: titles.map((title) => {
        const picture = pictureAt(there, encodeURIComponent(title.slice("File:".length)));
        if (!picture) return { ns: 6, title, missing: true };
        const { name, artist, licence, licenceUrl, isNonFree, mime = "image/jpeg", page } = picture;
        const of = (value: string | undefined) => value !== undefined && { value, source: "commons-desc-page" };
        const fields = { Artist: of(artist), LicenseShortName: of(licence), LicenseUrl: of(licenceUrl) };
        const extmetadata = Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
        if (isNonFree) extmetadata.NonFree = { value: "true", source: "commons-desc-page" };
        const file = `${there.url}/files/${encodeURIComponent(name)}`;
        const descriptionurl = page ?? `https://commons.wikimedia.org/wiki/${encodeURIComponent(title)}`;
        const about = { url: file, thumburl: file, descriptionurl, width: 900, height: 1200, mime, extmetadata };
        return { pageid: 1, ns: 6, title: `File:${name}`, imagerepository: "local", imageinfo: [about] };
      }),
    },
  };
}

function titleOf({ name }: Picture): string {
  return `File:${name}`;
}

function openalex(people: Somebody[], url: URL): unknown {
  const [, , kind, key = ""] = url.pathname.split("/").map(decodeURIComponent);
  const query = url.searchParams;
  const all = people.flatMap(({ works = [] }) => works);
  if (kind === "authors" && key)
    return authorOf(
      people.find((person) => person.openalex && (person.openalex === key || `orcid:${person.orcid}` === key)),
    );
  if (kind === "authors")
    return { results: people.filter((person) => person.openalex && person.name === query.get("search")).map(authorOf) };
  if (kind === "works" && key) return workOf(all.find(({ id, doi }) => id === key || `doi:${doi}` === key));
  const author = /^author\.id:(A\d+)$/.exec(query.get("filter") ?? "")?.[1];
  const works = people.find((person) => person.openalex === author)?.works ?? [];
  const by = query.get("sort")?.startsWith("cited") ? "citations" : "year";
  const sorted = works.toSorted((work, other) => (other[by] ?? 0) - (work[by] ?? 0));
  return { results: sorted.slice(0, Number(query.get("per_page") ?? 25)).map(workOf), meta: { count: works.length } };
}

function authorOf(person: Somebody | undefined) {
  if (!person) return undefined;
  const { openalex: id, name, orcid: iD, employer, field } = person;
  return {
    id: `https://openalex.org/${id}`,
    display_name: name,
    orcid: iD ? `https://orcid.org/${iD}` : null,
    last_known_institutions: employer
      ? [{ display_name: employer.name, ror: `https://ror.org/${employer.ror}` }]
      : null,
    topics: field ? [{ display_name: field }] : [],
  };
}

function workOf(work: WorkThere | undefined) {
  if (!work) return undefined;
  const { id, title, year, doi, venue, citations = 0, retracted = false, topics = [], keywords = [] } = work;
  const subject = (concept: { id: string; name: string }) => {
    return { id: `https://openalex.org/${concept.id}`, display_name: concept.name, score: 0.9 };
  };
  return {
    id: `https://openalex.org/${id}`,
    doi: doi ? `https://doi.org/${doi}` : null,
    display_name: title,
    publication_year: year,
    primary_location: venue ? { source: { display_name: venue } } : null,
    cited_by_count: citations,
    is_retracted: retracted,
    topics: topics.map(subject),
    keywords: keywords.map(subject),
  };
}
