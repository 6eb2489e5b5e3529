/** Reads and searches records through ORCID's public API 3.0. */
import { z } from "zod";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { type AskOptions, OpenDataClient, titleWords } from "./open-data.server";
import { fetchWithSecret } from "./service-fetch.server";

const client = new OpenDataClient({
  name: "ORCID",
  baseUrl: env.ORCID_API_URL,
  headers: authorization,
  dropToken,
});

export interface OrcidPerson {
  orcid: string;
  name: string;
  employers: { name: string; ror: string }[];
  fields: string[];
  works: { title: string; year: number | null }[];
  links: string[];
}

const text = z.string().trim().catch("");
const value = z.object({ value: text }).nullish().catch(null);
function listOf<T extends z.ZodType>(item: T) {
  return z
    .array(item.nullish().catch(null))
    .nullish()
    .catch(null)
    .transform((list) =>
      (list ?? []).filter((entry): entry is NonNullable<typeof entry> => entry !== null && entry !== undefined),
    );
}

const SearchAnswer = z.object({ "expanded-result": listOf(z.object({ "orcid-id": z.string() })) });

/** Searches for people with this name. Returns at most `limit` ORCID iDs, the best first. Throws OpenDataProblem. */
export async function searchOrcid(name: string, limit: number, ask?: AskOptions): Promise<string[]> {
  // Quotation marks and backslashes would end the phrase of the Solr query.
  const phrase = name.replace(/["\\]/g, " ");
  const query = new URLSearchParams({ q: `given-and-family-names:"${phrase}"`, rows: String(limit) });
  const results = await client.ask(SearchAnswer, `/expanded-search/?${query}`, ask);
  return results["expanded-result"].slice(0, limit).map((result) => result["orcid-id"]);
}

const Employment = z.object({
  "employment-summary": z.object({
    "end-date": z.unknown(),
    organization: z.object({
      name: text,
      "disambiguated-organization": z
        .object({ "disambiguated-organization-identifier": text, "disambiguation-source": text })
        .nullish()
        .catch(null),
    }),
  }),
});
const Work = z.object({
  title: z.object({ title: value }).nullish().catch(null),
  "publication-date": z.object({ year: value }).nullish().catch(null),
});
const Person = z.object({
  name: z.object({ "given-names": value, "family-name": value, "credit-name": value }).nullish().catch(null),
  keywords: z
    .object({ keyword: listOf(z.object({ content: text })) })
    .nullish()
    .catch(null),
  "researcher-urls": z
    .object({ "researcher-url": listOf(z.object({ url: value })) })
    .nullish()
    .catch(null),
});
const Activities = z.object({
  employments: z
    .object({ "affiliation-group": listOf(z.object({ summaries: listOf(Employment) })) })
    .nullish()
    .catch(null),
  works: z
    .object({ group: listOf(z.object({ "work-summary": listOf(Work) })) })
    .nullish()
    .catch(null),
});
const Record = z.object({
  person: Person.nullish().catch(null),
  "activities-summary": Activities.nullish().catch(null),
});

/** Returns the public part of a record. Throws OpenDataProblem. */
export async function orcidRecord(orcid: string, ask?: AskOptions): Promise<OrcidPerson> {
  const { person, "activities-summary": activities } = await client.ask(Record, `/${orcid}/record`, ask);
  const employments = (activities?.employments?.["affiliation-group"] ?? []).flatMap(({ summaries }) => summaries);
  const works = (activities?.works?.group ?? []).flatMap((group) => group["work-summary"].slice(0, 1));
  const name = person?.name;
  return {
    orcid,
    name:
      name?.["credit-name"]?.value ||
      [name?.["given-names"]?.value, name?.["family-name"]?.value].filter(Boolean).join(" "),
    employers: employments.map(({ "employment-summary": { organization } }) => {
      const organisationId = organization["disambiguated-organization"];
      const isRor = organisationId?.["disambiguation-source"] === "ROR";
      return {
        name: organization.name,
        ror: isRor ? organisationId["disambiguated-organization-identifier"].replace(/^.*\//, "") : "",
      };
    }),
    fields: (person?.keywords?.keyword ?? []).map(({ content }) => content).filter(Boolean),
    works: works.flatMap((work) => {
      const title = titleWords(work.title?.title?.value ?? "");
      return title ? [{ title, year: Number(work["publication-date"]?.year?.value) || null }] : [];
    }),
    links: (person?.["researcher-urls"]?.["researcher-url"] ?? []).flatMap(({ url }) => url?.value || []),
  };
}

/** A position in an ORCID record. */
export interface OrcidEmployment {
  role: string;
  department: string;
  institution: { name: string; ror: string };
  city: string;
  /** ISO 3166-1 alpha-2; "" while unknown. */
  country: string;
  /** A year, month or day; "" if unknown. As an end, "" also means that the position lasts. */
  from: string;
  to: string;
  /** The name of the organisation that states the position; "" if the person states it. */
  assertedBy: string;
  /** The day of the last change at ORCID; "" if unknown. */
  changedAt: string;
}

const FuzzyDate = z.object({ year: value, month: value, day: value }).nullish().catch(null);
const Path = z.object({ path: text }).nullish().catch(null);
const EmploymentSummary = z.object({
  "department-name": text,
  "role-title": text,
  "start-date": FuzzyDate,
  "end-date": FuzzyDate,
  source: z
    .object({
      "source-orcid": Path,
      "assertion-origin-orcid": Path,
      "source-name": value,
      "assertion-origin-name": value,
    })
    .nullish()
    .catch(null),
  "last-modified-date": z.object({ value: z.number() }).nullish().catch(null),
  organization: z.object({
    name: text,
    address: z.object({ city: text, country: text }).nullish().catch(null),
    "disambiguated-organization": z
      .object({ "disambiguated-organization-identifier": text, "disambiguation-source": text })
      .nullish()
      .catch(null),
  }),
});
const Employments = z.object({
  "affiliation-group": listOf(z.object({ summaries: listOf(z.object({ "employment-summary": EmploymentSummary })) })),
});

/** Returns the public employments of a record, stated by an organisation if possible. Throws OpenDataProblem. */
export async function orcidEmployments(orcid: string, ask?: AskOptions): Promise<OrcidEmployment[]> {
  const { "affiliation-group": groups } = await client.ask(Employments, `/${orcid}/employments`, ask);
  return groups.flatMap(({ summaries }) => {
    const employments = summaries.map(({ "employment-summary": summary }) => toEmployment(orcid, summary));
    return employments.find(({ assertedBy }) => assertedBy) ?? employments[0] ?? [];
  });
}

function toEmployment(orcid: string, summary: z.output<typeof EmploymentSummary>): OrcidEmployment {
  const { organization, source, "last-modified-date": modifiedDate } = summary;
  const registeredOrganisation = organization["disambiguated-organization"];
  const isRor = registeredOrganisation?.["disambiguation-source"] === "ROR";
  const isStatedByPerson = [source?.["source-orcid"], source?.["assertion-origin-orcid"]].some(
    (person) => person?.path === orcid,
  );
  const asserter = source?.["assertion-origin-name"]?.value || source?.["source-name"]?.value || "";
  const modifiedAt = modifiedDate && new Date(modifiedDate.value);
  return {
    role: summary["role-title"],
    department: summary["department-name"],
    institution: {
      name: organization.name,
      ror: isRor ? registeredOrganisation["disambiguated-organization-identifier"].replace(/^.*\//, "") : "",
    },
    city: organization.address?.city ?? "",
    country: organization.address?.country ?? "",
    from: dayOf(summary["start-date"]),
    to: dayOf(summary["end-date"]),
    assertedBy: isStatedByPerson ? "" : asserter,
    changedAt:
      modifiedAt && !Number.isNaN(modifiedAt.getTime()) ? modifiedAt.toISOString().slice(0, "2026-01-01".length) : "",
  };
}

function dayOf(date: z.output<typeof FuzzyDate>): string {
  const parts = [date?.year?.value, date?.month?.value, date?.day?.value];
  const missing = parts.findIndex((part) => !part);
  return parts.slice(0, missing === -1 ? parts.length : missing).join("-");
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().catch(3_600) });
let token: { text: string; until: number } | null = null;

/** Returns the header with a /read-public token; none if no client is configured. */
async function authorization(): Promise<Record<string, string>> {
  const { ORCID_CLIENT_ID: id, ORCID_CLIENT_SECRET: secret, ORCID_BASE_URL: base } = env;
  if (!id || !secret) return {};
  if (!token || token.until < Date.now()) token = await readToken(base, { client_id: id, client_secret: secret });
  return token.text ? { Authorization: `Bearer ${token.text}` } : {};
}

async function readToken(base: string, credentials: { client_id: string; client_secret: string }) {
  try {
    const body = new URLSearchParams({ ...credentials, grant_type: "client_credentials", scope: "/read-public" });
    const headers = { Accept: "application/json" };
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetchWithSecret(`${base}/oauth/token`, { method: "POST", headers, body, signal });
    const { access_token: text, expires_in: seconds } = Token.parse(answer);
    return { text, until: Date.now() + Math.min(seconds, 86_400) * 900 };
  } catch (error) {
    return withoutToken("ORCID gave no token", error);
  }
}

/** Drops the token that ORCID has revoked, such as after a change of the client's secret. */
function dropToken(refusedHeader: string): void {
  if (refusedHeader === `Bearer ${token?.text}`) token = withoutToken("ORCID refuses its token");
}

/** Sends requests for a minute without a token, which the public API does not demand. */
function withoutToken(reason: string, error?: unknown) {
  log.warn({ err: error }, `${reason}: requests are sent without one`);
  return { text: "", until: Date.now() + 60_000 };
}
