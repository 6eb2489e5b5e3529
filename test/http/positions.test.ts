/** Tests positions over time, and the dates of records, as the built server shows them. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import experts from "../../db/starter/experts.json";
import { signUpAdmin } from "../support/admin";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let headers: Record<string, string>;
let id: string;

const DIRECTOR = {
  role: "Scientific director",
  institution: { name: "National Institute on Aging", ror: "049v75w11", url: "https://ror.org/049v75w11" },
  city: "Baltimore",
  country: "US",
  from: "2011-05",
  to: null,
  source: { url: "https://www.nia.nih.gov/about", title: "About the institute" },
  assertedBy: "the institution",
  checkedAt: "2013-08",
  disputed: null,
};
const DEAN = {
  ...DIRECTOR,
  role: "Dean",
  institution: { name: "Columbia University", ror: "", url: "" },
  from: "2002",
  to: "2010",
  source: null,
};

beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT: "off", OPEN_DATA: "off" } });
  headers = (await signUpAdmin(site)).headers;
  const person = { name: "Wilma Okonkwo", slug: "wilma", positions: [DIRECTOR, DEAN] };
  const createAnswer = await json(site, "POST", "/api/admin/experts", person, { headers });
  expect(createAnswer.status, JSON.stringify(createAnswer.body)).toBe(201);
  ({ id } = createAnswer.body);
});
afterAll(() => site?.stop());

const readProfile = async () => parsePage(await (await get(site, "/wilma")).text());

describe("PR18 positions over time", () => {
  test("are objects in the call, and title, affiliation and place follow from the current one", async () => {
    const { body } = await getJson(site, "/api/experts/wilma");
    expect(body.positions).toEqual([DIRECTOR, DEAN]);
    expect(body).toMatchObject({
      title: "Scientific director, National Institute on Aging",
      affiliation: "National Institute on Aging",
      city: "Baltimore",
      country: "US",
      ror: "049v75w11",
    });
  });

  test("the profile shows them with years and footnote, and the date of their last check", async () => {
    const document = await readProfile();
    const [presentItem, formerItem] = document.querySelectorAll("#positions li");
    expect(presentItem?.textContent).toContain("Scientific director, National Institute on Aging, 2011 –");
    expect(presentItem?.textContent).toContain("as of August 2013");
    expect(presentItem?.querySelector("sup a")?.getAttribute("href")).toBe("#source-1");
    expect(document.querySelector("#source-1 a")?.getAttribute("href")).toBe("https://www.nia.nih.gov/about");
    expect(formerItem?.textContent).toContain("Dean, Columbia University, 2002 – 2010");
    expect(formerItem?.textContent).not.toContain("as of");
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? "{}");
    expect(JSON.stringify(data)).toContain('"worksFor":[{"@type":"OrganizationRole","roleName":"Scientific director"');
    expect(JSON.stringify(data)).not.toContain("alumniOf");
  });

  test("the profile names role and institution under a title, unless the title says both", async () => {
    const fullTitle = "Scientific director, National Institute on Aging";
    for (const [title, role] of [
      [fullTitle, ""],
      ["Professor", "Scientific director, "],
      ["Scientific director of a laboratory", "Scientific director, "],
      ["Physician at the National Institute on Aging", "Scientific director, "],
    ] as const) {
      const change = await json(site, "PUT", `/api/experts/${id}`, { title }, { headers });
      expect([change.status, change.body.title]).toEqual([200, title]);
      const texts = Array.from((await readProfile()).querySelectorAll("main p"), (line) => line.textContent ?? "");
      const [line] = texts.filter((text) => text.includes("Baltimore"));
      expect([title, line]).toEqual([title, expect.stringMatching(new RegExp(`^${role}National Institute on Aging`))]);
    }
    await json(site, "PUT", `/api/experts/${id}`, { title: fullTitle }, { headers });
  });

  test("a disputed position shows the contradiction with its address, and structured data omits it", async () => {
    const disputed = { text: "A newspaper says that she left in 2025.", url: "https://paper.example/left" };
    const change = { positions: [{ ...DIRECTOR, disputed }, DEAN] };
    expect((await json(site, "PUT", `/api/experts/${id}`, change, { headers })).status).toBe(200);
    expect((await getJson(site, "/api/experts/wilma")).body.positions[0].disputed).toEqual(disputed);
    const document = await readProfile();
    const [presentItem] = document.querySelectorAll("#positions li");
    expect(presentItem?.textContent).toContain("Disputed: A newspaper says that she left in 2025.");
    expect([...(presentItem?.querySelectorAll("a") ?? [])].map(({ href }) => href)).toContain(disputed.url);
    expect(document.querySelector('script[type="application/ld+json"]')?.textContent).not.toContain("OrganizationRole");
    const withoutText = { positions: [{ ...DIRECTOR, disputed: { text: "", url: disputed.url } }, DEAN] };
    const refusal = await json(site, "PUT", `/api/experts/${id}`, withoutText, { headers });
    expect([refusal.status, refusal.body.fieldErrors.positions]).toEqual([400, expect.stringContaining("others say")]);
    const restoreAnswer = await json(site, "PUT", `/api/experts/${id}`, { positions: [DIRECTOR, DEAN] }, { headers });
    expect(restoreAnswer.status).toBe(200);
  });

  test("are found by the search, and are lines in the dataset", async () => {
    const answer = await getJson(site, "/api/experts/paginated?search=dean%20columbia%20university");
    expect(JSON.stringify(answer.body)).toContain("Wilma Okonkwo");
    const csv = await (await get(site, "/api/dataset/csv")).text();
    expect(csv).toContain("Dean | Columbia University | 2002 | 2010");
  });

  test("country and institution of each current position are facets, those of former ones are not", async () => {
    const secondPosition = {
      ...DIRECTOR,
      role: "Visiting professor",
      institution: { name: "Max Planck Institute for Biology of Ageing", ror: "04xx1tc24", url: "" },
      city: "Cologne",
      country: "DE",
    };
    const formerPosition = { ...DEAN, institution: { name: "Sorbonne", ror: "02en5vm52", url: "" }, country: "FR" };
    const change = { positions: [DIRECTOR, secondPosition, formerPosition] };
    expect((await json(site, "PUT", `/api/experts/${id}`, change, { headers })).status).toBe(200);
    const names = async (query: string): Promise<string[]> => {
      const { body } = await getJson(site, `/api/experts/paginated?limit=100&${query}`);
      return body.experts.map(({ name }: { name: string }) => name);
    };
    const isIn = async (query: string) => (await names(query)).includes("Wilma Okonkwo");
    expect(await Promise.all(["US", "DE", "FR"].map((country) => isIn(`country=${country}`)))).toEqual([
      true,
      true,
      false,
    ]);
    expect(await Promise.all(["049v75w11", "04xx1tc24", "02en5vm52"].map((ror) => isIn(`institution=${ror}`)))).toEqual(
      [true, true, false],
    );
    const { body } = await getJson(site, "/api/experts/paginated?facets=country&country=DE");
    expect(JSON.stringify(body.facets ?? body)).toContain("DE");
    const restoreAnswer = await json(site, "PUT", `/api/experts/${id}`, { positions: [DIRECTOR, DEAN] }, { headers });
    expect(restoreAnswer.status).toBe(200);
    expect(await isIn("country=DE")).toBe(false);
  });

  test("are in the editors' table, in the history and in the form for reports", async () => {
    const csv = await (await get(site, "/admin/experts.csv", { headers })).text();
    expect(csv).toContain(
      "Scientific director | National Institute on Aging | 2011-05 |  | https://www.nia.nih.gov/about",
    );
    const history = await (await get(site, `/admin/experts/${id}/history`, { headers })).text();
    expect(history).toContain("Visiting professor");
    const report = parsePage(await (await get(site, "/wilma/report")).text());
    expect(report.body.textContent).toContain("Where they work");
  });

  test("the form shows them in rows", async () => {
    const text = await (await get(site, `/admin/experts/${id}`, { headers })).text();
    const document = parsePage(text);
    const roles = [...document.querySelectorAll('[name="positions.0[]"]')].map((input) => input.getAttribute("value"));
    expect(roles).toEqual(["Scientific director", "Dean"]);
  });

  test("a wrong date is refused beside the field", async () => {
    const positions = [{ ...DIRECTOR, from: "long ago" }];
    const answer = await json(site, "PUT", `/api/experts/${id}`, { positions }, { headers });
    expect([answer.status, answer.body.fieldErrors.positions]).toEqual([400, expect.stringContaining("years or days")]);
  });

  test("somebody without a current position is a gap in the list of experts", async () => {
    const formerOnly = { positions: [{ ...DIRECTOR, to: "2025" }, DEAN] };
    expect((await json(site, "PUT", `/api/experts/${id}`, formerOnly, { headers })).status).toBe(200);
    const text = await (await get(site, "/admin/experts?gap=position", { headers })).text();
    expect(text).toContain("Wilma Okonkwo");
  });
});

describe("PR19 dates of records", () => {
  test("starter records have the dates of their texts, not that of the installation", async () => {
    const { body } = await getJson(site, "/api/experts/luigi-ferrucci");
    const checkedAt = experts.find(({ slug }) => slug === "luigi-ferrucci")?.checkedAt;
    expect([body.createdAt, body.updatedAt]).toEqual(Array(2).fill(`${checkedAt}T00:00:00.000Z`));
    expect(body.positions[0]).toMatchObject({ role: "Scientific director", from: "2011-05", to: null });
    const { articles } = (await getJson(site, "/api/articles?limit=5")).body;
    const days = (articles as { publishedAt: string }[]).map(({ publishedAt }) => publishedAt.slice(10));
    expect(new Set(days)).toEqual(new Set(["T00:00:00.000Z"]));
    const document = parsePage(await (await get(site, "/luigi-ferrucci")).text());
    const sources = document.querySelector("#sources");
    expect(sources?.textContent?.match(/Checked by those who wrote the first profiles/g)).toHaveLength(1);
    expect(sources?.textContent).not.toContain("by those who wrote the first profiles.");
  });

  test("an import keeps the dates of its records", async () => {
    const person = {
      name: "Old Timer",
      slug: "old-timer",
      createdAt: "2019-02-03T04:05:06.000Z",
      updatedAt: "2020-03-05T06:07:08.000Z",
    };
    await importFile({ format: 1, experts: [person] });
    const { body } = await getJson(site, "/api/experts/old-timer");
    expect([body.createdAt, body.updatedAt]).toEqual([person.createdAt, person.updatedAt]);
    const page = parsePage(await (await get(site, "/old-timer")).text());
    expect(page.body.textContent).toMatch(/Last updated 5 Mar(?:ch)? 2020/);
    const sitemap = await (await get(site, "/sitemap.xml")).text();
    expect(sitemap).toContain(`<loc>${site.url}/old-timer</loc><lastmod>2020-03-05</lastmod>`);
    const newestList = await getJson(site, "/api/experts/paginated?sort=newest&limit=100");
    expect(newestList.body.experts.at(-1).name).toBe("Old Timer");
  });

  test("releasing all starter records at once changes no date", async () => {
    const updatedAtBefore = (await getJson(site, "/api/experts/luigi-ferrucci")).body.updatedAt;
    const choose = async (starter: string) => {
      expect((await form(site, "/admin/settings/starter", { starter }, { headers })).status).toBe(303);
    };
    await choose("look");
    await choose("keep");
    expect((await getJson(site, "/api/experts/luigi-ferrucci")).body.updatedAt).toBe(updatedAtBefore);
  });
});

/** Imports a file of another site through the pages of the import. */
async function importFile(file: object): Promise<void> {
  const body = new FormData();
  body.set("file", new File([JSON.stringify(file)], "people.json"));
  const request = { method: "POST", body, headers: { Origin: site.url, ...headers }, redirect: "manual" } as const;
  const path = (await fetch(`${site.url}/admin/import?index`, request)).headers.get("Location") as string;
  const waitForPhase = (phase: string) =>
    expect
      .poll(async () => (await getJson(site, path.replace("/admin/import", "/api/admin/imports"), { headers })).body)
      .toMatchObject({ phase, status: expect.not.stringMatching("running") });
  await waitForPhase("checked");
  await form(site, path, { intent: "apply" }, { headers });
  await waitForPhase("written");
}
