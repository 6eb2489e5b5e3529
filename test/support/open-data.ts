/**
 * A local server with the APIs of ORCID, Wikidata, Wikimedia Commons and OpenAlex. Tests can make it fail:
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

export interface PersonRecord {
  name: string;
  orcid?: string;
  wikidata?: string;
  openalex?: string;
  employer?: { name: string; ror: string };
  /** Institutions in former works at OpenAlex, which lists the present one among them. */
  formerEmployers?: string[];
  /** Employments in the ORCID record. */
  employments?: EmploymentRecord[];
  /** Statements of the Wikidata item; `items` has the labels of the items that they refer to. */
  statements?: Record<string, unknown[]>;
  items?: Record<string, { label: string; ror?: string }>;
  field?: string;
  links?: string[];
  works?: WorkRecord[];
  /** Names of pictures at Wikimedia Commons. */
  pictures?: string[];
  /** The identifier of a Wikidata item that was merged into this one. */
  mergedId?: string;
  description?: string;
  /** The language of the label at Wikidata, "en" by default; "mul" is for all languages. */
  labelLanguage?: string;
  /** The class of the item at Wikidata; a human by default. */
  instanceOf?: string;
  /** Titles of the person's article by Wikidata's key of the site, such as "enwiki". */
  articles?: Record<string, string>;
  /** Titles of pages that redirect to the article. Wikidata resolves only one of them in a request. */
  redirects?: string[];
}

/** An employment as in the answers of https://pub.orcid.org/v3.0. */
export interface EmploymentRecord {
  role?: string;
  department?: string;
  organization: { name: string; ror?: string; city?: string; country?: string };
  from?: string;
  to?: string;
  /** The organisation that added the entry; by default the person. */
  source?: string;
  changedAt?: number;
}

export interface WorkRecord {
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
  | "revoked token"
  | "broken JSON"
  | "other JSON"
  | "empty"
  | "huge"
  | "silent";
type Service = "orcid" | "wikidata" | "openalex" | "commons" | "files";

/** A picture at Wikimedia Commons. Its API gives the author as HTML. */
export interface Picture {
  /** For example "Ada.jpg". */
  name: string;
  /** Its name before it was moved. */
  formerName?: string;
  artist?: string;
  licence?: string;
  licenceUrl?: string;
  isNonFree?: boolean;
  mime?: string;
  /** The address of its page; by default the one at Commons. */
  page?: string;
  bytes?: Uint8Array;
}

export interface OpenData {
  url: string;
  env: Record<string, string>;
  people: PersonRecord[];
  pictures: Picture[];
  /** Requests to a service fail until its entry is deleted. */
  failures: Partial<Record<Service | "token", Failure>>;
  /** The requests, with the path and query, such as "/openalex/works?filter=…", and the time in milliseconds. */
  requests: { path: string; at: number; userAgent: string; authorization: string; isConditional: boolean }[];
  stop(): Promise<void>;
}

/** Returns a valid ORCID iD, a different one for each number below 10¹⁵. */
export function orcidOf(n: number): string {
  const digits = String(n).padStart(15, "0");
  const total = [...digits].reduce((sum, digit) => ((sum + Number(digit)) * 2) % 11, 0);
  const check = (12 - total) % 11;
  return `${digits}${check === 10 ? "X" : check}`.replace(/(.{4})(?!$)/g, "$1-");
}

export async function startOpenData(): Promise<OpenData> {
  const server = createServer((request, response) => answer(openData, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const openData: OpenData = {
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
    failures: {},
    requests: [],
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return openData;
}

function answer(openData: OpenData, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? "/", openData.url);
  const { "user-agent": userAgent = "", authorization = "" } = request.headers;
  const sentTag = request.headers["if-none-match"];
  const isConditional = sentTag !== undefined;
  openData.requests.push({
    path: url.pathname + url.search,
    at: performance.now(),
    userAgent,
    authorization,
    isConditional,
  });
  const isToken = url.pathname === "/oauth/token";
  const service = url.pathname.split("/")[1] as Service;
  const failure = openData.failures[isToken ? "token" : service];
  // Wikidata refuses only requests with the parameter "maxlag" when it is overloaded; ORCID answers without a token, too.
  const isSpared =
    (failure === "maxlag" && !url.searchParams.has("maxlag")) || (failure === "revoked token" && !authorization);
  if (failure && !isSpared) return sendFailure(failure, response);
  if (isToken) return send(response, { access_token: "read-public-token", expires_in: 600 });
  if (service === "files") {
    const { bytes = new Uint8Array(), mime = "image/jpeg" } = pictureAt(openData, url.pathname.slice(7)) ?? {};
    return void response.writeHead(200, { "Content-Type": mime }).end(bytes);
  }
  if (service === "commons") return send(response, commons(openData, url));
  const result = { orcid, wikidata, openalex }[service]?.(openData.people, url);
  if (result === undefined) return send(response, { error: "not found" }, 404);
  const etag = `"${createHash("sha256").update(JSON.stringify(result)).digest("hex")}"`;
  if (sentTag === etag) return void response.writeHead(304, { ETag: etag }).end();
  send(response, result, 200, { ETag: etag });
}

function send(response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

function sendFailure(failure: Failure, response: ServerResponse): void {
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
  else if (failure === "revoked token") send(response, { error: "invalid_token" }, 401);
  else if (failure === "503") send(response, "<h1>Unavailable</h1>", 503);
  else if (failure === "broken JSON") send(response, '{"results": [');
  else if (failure === "other JSON")
    send(response, { results: "none", search: 5, "expanded-result": {}, entities: [1] });
  else if (failure === "empty") send(response, { results: [], search: [], "expanded-result": null, entities: {} });
  else if (failure === "huge") send(response, `{"results": "${"x".repeat(5 * 1024 * 1024)}"}`);
}

/** Returns the words of a search for a phrase. A quotation mark would end the phrase, and a backslash would change the next character. */
function phraseIn(search: string | null, form: RegExp): string | undefined {
  const [, phrase = ""] = form.exec(search ?? "") ?? [];
  return /^"([^"\\]*)"$/.exec(phrase)?.[1]?.trim().replace(/\s+/g, " ");
}

function orcid(people: PersonRecord[], url: URL): unknown {
  const [, , id = ""] = url.pathname.split("/");
  if (id === "expanded-search") {
    const wantedName = phraseIn(url.searchParams.get("q"), /^given-and-family-names:(.*)$/);
    const matches = people.filter((person) => person.orcid && person.name === wantedName);
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

function employmentsOf({ orcid: iD, name, employments = [] }: PersonRecord) {
  const day = (text: string | undefined) => {
    if (!text) return null;
    const [year, month, date] = text.split("-").map((value) => ({ value }));
    return { year, month: month ?? null, day: date ?? null };
  };
  const groups = employments.map(({ role, department, organization, from, to, source, changedAt }) => ({
    "external-ids": { "external-id": [] },
    summaries: [
      {
        "employment-summary": {
          source: {
            "source-orcid": source ? null : { path: iD, host: "orcid.org" },
            "source-client-id": source ? { path: "APP-OTHER" } : null,
            "source-name": { value: source ?? name },
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

function wikidata(people: PersonRecord[], url: URL): unknown {
  const query = url.searchParams;
  if (query.get("action") === "wbsearchentities") {
    const matches = people.filter((person) => person.wikidata && person.name === query.get("search"));
    return { search: matches.map(({ wikidata: id, name }) => ({ id, label: name })) };
  }
  if (query.get("list") === "search") {
    const [, wantedOrcid] = /^haswbstatement:P496=(.+)$/.exec(query.get("srsearch") ?? "") ?? [];
    const matches = people.filter((person) => person.wikidata && wantedOrcid && person.orcid === wantedOrcid);
    return { batchcomplete: true, query: { search: matches.map(({ wikidata: title }) => ({ ns: 0, title })) } };
  }
  if (query.has("sites")) return bySite(people, query);
  const claimOf = (value: unknown) => [{ rank: "normal", mainsnak: { datavalue: { value } } }];
  const label = (value: string, language = "en") => {
    const isWanted = query.get("languages")?.split("|").includes(language);
    return { labels: isWanted ? { [language]: { language, value } } : {} };
  };
  const entities = (query.get("ids") ?? "").split("|").map((id) => {
    const employer = people.find((person) => person.employer && `Q9${person.wikidata?.slice(1)}` === id)?.employer;
    if (employer) return [id, { id, ...label(employer.name), claims: { P6782: claimOf(employer.ror) } }];
    const item = people.find((person) => person.items?.[id])?.items?.[id];
    if (item) return [id, { id, ...label(item.label), claims: item.ror ? { P6782: claimOf(item.ror) } : {} }];
    const person = people.find((person) => person.wikidata === id || person.mergedId === id);
    if (!person) return [id, { id, missing: "" }];
    const claims = {
      P31: claimOf({ id: person.instanceOf ?? "Q5" }),
      ...(person.orcid && { P496: claimOf(person.orcid) }),
      ...(person.openalex && { P10283: claimOf(person.openalex) }),
      ...(person.employer && { P108: claimOf({ id: `Q9${id.slice(1)}` }) }),
      ...(person.pictures && { P18: person.pictures.flatMap(claimOf) }),
      ...(person.links?.[0] && { P856: claimOf(person.links[0]) }),
      ...person.statements,
    };
    const redirects = person.mergedId === id && { redirects: { from: id, to: person.wikidata } };
    const descriptions = person.description ? { en: { language: "en", value: person.description } } : {};
    const entity = {
      id: person.wikidata,
      ...label(person.name, person.labelLanguage),
      descriptions,
      claims,
      sitelinks: {},
      ...redirects,
    };
    return [person.wikidata, entity];
  });
  return { entities: Object.fromEntries(entities) };
}

/** Answers wbgetentities by titles of a site: https://www.wikidata.org/w/api.php?action=help&modules=wbgetentities. */
function bySite(people: PersonRecord[], query: URLSearchParams): unknown {
  const [site = "", titles] = [query.get("sites") ?? "", (query.get("titles") ?? "").split("|")];
  const isNormalized = query.has("normalize");
  if (site.includes("|") || titles.length > 50 || (isNormalized && titles.length > 1))
    return { error: { code: "params-illegal", info: "Normalize is only allowed if exactly one site and one page" } };
  let missingCount = 0;
  const entities = titles.map((title) => {
    const person = people.find(
      ({ articles, redirects }) =>
        articles?.[site] && (articles[site] === title || (isNormalized && redirects?.includes(title))),
    );
    if (!person) return [`-${++missingCount}`, { site, title, missing: "" }];
    const sitelinks = { [site]: { site, title: person.articles?.[site], badges: [] } };
    return [person.wikidata, { type: "item", id: person.wikidata, sitelinks }];
  });
  return { entities: Object.fromEntries(entities), success: 1 };
}

function pictureAt({ pictures }: OpenData, path: string): Picture | undefined {
  const wantedName = decodeURIComponent(path);
  return pictures.find(({ name, formerName }) => name === wantedName || formerName === wantedName);
}

/** Answers https://www.mediawiki.org/wiki/API:Imageinfo, formatversion 2. */
function commons(openData: OpenData, url: URL): unknown {
  const query = url.searchParams;
  const wantedTitles = query.get("titles")?.split("|");
  const searchedText = phraseIn(query.get("gsrsearch"), /^(.*) filetype:bitmap$/);
  const matches = openData.pictures.filter(({ name }) => searchedText !== undefined && name.includes(searchedText));
  const titles = wantedTitles ?? matches.map(titleOf);
  if (titles.length === 0) return { batchcomplete: true };
  const redirects = openData.pictures.flatMap(({ name, formerName }) =>
    formerName && titles.includes(`File:${formerName}`) ? [{ from: `File:${formerName}`, to: `File:${name}` }] : [],
  );
  return {
    batchcomplete: true,
    query: {
      ...(redirects.length > 0 && { redirects }),
      pages: titles.map((title) => {
        const picture = pictureAt(openData, encodeURIComponent(title.slice("File:".length)));
        if (!picture) return { ns: 6, title, missing: true };
        const { name, artist, licence, licenceUrl, isNonFree, mime = "image/jpeg", page } = picture;
        const metadataOf = (value: string | undefined) => value !== undefined && { value, source: "commons-desc-page" };
        const fields = {
          Artist: metadataOf(artist),
          LicenseShortName: metadataOf(licence),
          LicenseUrl: metadataOf(licenceUrl),
        };
        const extmetadata = Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
        if (isNonFree) extmetadata.NonFree = { value: "true", source: "commons-desc-page" };
        const file = `${openData.url}/files/${encodeURIComponent(name)}`;
        const descriptionurl = page ?? `https://commons.wikimedia.org/wiki/${encodeURIComponent(title)}`;
        const imageInfo = { url: file, thumburl: file, descriptionurl, width: 900, height: 1200, mime, extmetadata };
        return { pageid: 1, ns: 6, title: `File:${name}`, imagerepository: "local", imageinfo: [imageInfo] };
      }),
    },
  };
}

function titleOf({ name }: Picture): string {
  return `File:${name}`;
}

function openalex(people: PersonRecord[], url: URL): unknown {
  const [, , kind, key = ""] = url.pathname.split("/").map(decodeURIComponent);
  const query = url.searchParams;
  const allWorks = people.flatMap(({ works = [] }) => works);
  if (kind === "authors" && key)
    return authorOf(
      people.find((person) => person.openalex && (person.openalex === key || `orcid:${person.orcid}` === key)),
    );
  if (kind === "authors")
    return { results: people.filter((person) => person.openalex && person.name === query.get("search")).map(authorOf) };
  if (kind === "works" && key) return workOf(allWorks.find(({ id, doi }) => id === key || `doi:${doi}` === key));
  const author = /^author\.id:(A\d+)$/.exec(query.get("filter") ?? "")?.[1];
  const works = people.find((person) => person.openalex === author)?.works ?? [];
  const sortKey = query.get("sort")?.startsWith("cited") ? "citations" : "year";
  const sorted = works.toSorted((work, other) => (other[sortKey] ?? 0) - (work[sortKey] ?? 0));
  return { results: sorted.slice(0, Number(query.get("per_page") ?? 25)).map(workOf), meta: { count: works.length } };
}

function authorOf(person: PersonRecord | undefined) {
  if (!person) return undefined;
  const { openalex: id, name, orcid: iD, employer, formerEmployers = [], field } = person;
  return {
    id: `https://openalex.org/${id}`,
    display_name: name,
    orcid: iD ? `https://orcid.org/${iD}` : null,
    last_known_institutions: employer
      ? [{ display_name: employer.name, ror: `https://ror.org/${employer.ror}` }]
      : null,
    affiliations: formerEmployers.map((name) => ({ institution: { display_name: name, ror: null } })),
    topics: field ? [{ display_name: field }] : [],
  };
}

function workOf(work: WorkRecord | undefined) {
  if (!work) return undefined;
  const { id, title, year, doi, venue, citations = 0, retracted = false, topics = [], keywords = [] } = work;
  const conceptOf = (concept: { id: string; name: string }) => {
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
    topics: topics.map(conceptOf),
    keywords: keywords.map(conceptOf),
  };
}
