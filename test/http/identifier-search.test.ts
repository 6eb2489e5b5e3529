/** Tests the search for identifiers of all people, and decisions one after the other, against a server that speaks as the registers do. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { eventually } from "../support/eventually";
import { type OpenData, orcidOf, startOpenData } from "../support/open-data";
import { parsePage } from "../support/parse-page";
import { addPeople } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let openData: OpenData;
let site: Site;
let headers: Record<string, string>;
beforeAll(async () => {
  openData = await startOpenData();
  site = await startSite({ env: { ...openData.env, FETCH_PRIVATE: new URL(openData.url).host }, starter: false });
  headers = (await signUpAdmin(site)).headers;
  await addPeople(
    site,
    ["Ida Known", "Ned Namesake", "Tom Twofold", "Una Unknown", "Wim With"].map((name) => ({
      name,
      slug: name.toLowerCase().replace(" ", "-"),
      title: "Professor, Harvard University",
    })),
  );
  const harvard = { name: "Harvard University", ror: "03vek6s52" };
  const otherEmployer = { name: "Somewhere Else", ror: "" };
  openData.people = [
    { name: "Ida Known", orcid: orcidOf(1), wikidata: "Q1", openalex: "A1", employer: harvard },
    { name: "Ned Namesake", wikidata: "Q2", employer: otherEmployer },
    { name: "Tom Twofold", wikidata: "Q3", employer: harvard },
    { name: "Tom Twofold", wikidata: "Q4", employer: harvard },
    { name: "Wim With", wikidata: "Q5", employer: harvard },
  ];
  const { body } = await getJson(site, "/api/experts/wim-with");
  await json(site, "PUT", `/api/experts/${body.id}`, { wikidata: "Q5", compared: true }, { headers });
});
afterAll(async () => {
  await site?.stop();
  await openData?.stop();
});

const asAdmin = () => ({ headers });
const overview = async () => (await getJson(site, "/api/admin/identifiers", asAdmin())).body;
const waitForSearch = () =>
  eventually(async () => {
    const { search } = await overview();
    expect(search?.status).not.toBe("running");
    return search;
  });
const page = async (path: string, server = site, readerHeaders = headers) =>
  parsePage(await (await get(server, path, { headers: readerHeaders })).text());
const readIdentifiers = async (slug: string) => (await getJson(site, `/api/experts/${slug}`)).body.identifiers;
/** Presses the button with this access key, and sends the fields of its form. */
async function press(key: string, pagePath = "/admin/identifiers/review") {
  const document = await page(pagePath);
  const button = document.querySelector<HTMLButtonElement>(`button[data-key="${key}"]`);
  const hiddenInputs = [...(button?.closest("form")?.querySelectorAll<HTMLInputElement>("input[type=hidden]") ?? [])];
  const fields = hiddenInputs.map(({ name, value }): [string, string] => [name, value]);
  const answer = await form(
    site,
    "/admin/identifiers/review",
    [...fields, ["decision", button?.value ?? ""]],
    asAdmin(),
  );
  expect(answer.status).toBe(303);
  return answer.headers.get("Location") as string;
}

test("ID10 while a register fails, nobody loses a candidate, and everybody is to be searched again", async () => {
  await query(
    site.dataDir,
    `INSERT INTO "identityCandidates" ("expertRowId", "key", "position", "orcid", "wikidata", "openalex", "name",
      "description", "employers", "works", "reasons", "decision", "taken", "decidedAt")
     SELECT "rowId", 'Q99', 0, '', 'Q99', '', "name", '', '[]', '[]', '["Found before"]', '', '', ''
     FROM "experts" WHERE "slug" IN ('ida-known', 'una-unknown')`,
  );
  openData.failures = { openalex: "broken JSON" };
  expect((await json(site, "POST", "/api/admin/identifiers", {}, asAdmin())).status).toBe(201);
  expect((await waitForSearch()).outcomes).toEqual({ found: 0, none: 0, failed: 4 });
  openData.failures = {};
  const { review } = await overview();
  const keys = review.map(({ name, candidates }: { name: string; candidates: { key: string }[] }) => [
    name,
    ...candidates.map(({ key }) => key.trim()),
  ]);
  expect(keys).toEqual([
    ["Ida Known", "Q99"],
    ["Tom Twofold", "Q3", "Q4"],
    ["Una Unknown", "Q99"],
  ]);
});

test("ID10 one press searches identifiers and portraits of everybody; namesakes are left out, and single keys decide", async () => {
  const offer = (await page("/admin")).querySelector<HTMLFormElement>('form[action="/admin/identifiers?index"]');
  expect(offer?.querySelector("button")?.value).toBe("all");
  expect((await form(site, "/admin/identifiers?index", { intent: "all" }, asAdmin())).status).toBe(303);
  expect(await waitForSearch()).toMatchObject({
    status: "completed",
    done: 4,
    outcomes: { found: 2, none: 2, failed: 0 },
  });
  expect((await getJson(site, "/api/admin/portraits", asAdmin())).body.search).not.toBeNull();
  const { review, without, waiting } = await overview();
  expect([without, waiting]).toEqual([4, 2]);
  expect(review.map(({ name }: { name: string }) => name)).toEqual(["Ida Known", "Tom Twofold"]);
  expect(review[0].candidates).toMatchObject([
    { orcid: orcidOf(1), wikidata: "Q1", openalex: "A1", reasons: [expect.stringContaining("Harvard")] },
  ]);
  // The record changes only once somebody decides.
  expect(await readIdentifiers("ida-known")).toMatchObject({ orcid: null, wikidata: null, openalex: null });

  const nextPath = await press("a");
  expect(await readIdentifiers("ida-known")).toMatchObject({ orcid: orcidOf(1), wikidata: "Q1", openalex: "A1" });
  expect((await page(nextPath)).querySelector("h2")?.textContent).toBe("Tom Twofold");
  // Rejecting the first candidate leaves the second.
  await press("r");
  const [{ candidates }] = (await overview()).review;
  expect(candidates.map(({ wikidata }: { wikidata: string }) => wikidata)).toEqual(["Q4"]);
  await press("s");
  expect((await overview()).waiting).toBe(0);
  // Each undo takes back one decision, the last one first.
  for (const name of ["Tom Twofold", "Tom Twofold", "Ida Known"])
    expect((await page(await press("u"))).querySelector("h2")?.textContent).toBe(name);
  expect(await readIdentifiers("ida-known")).toMatchObject({ orcid: null, wikidata: null, openalex: null });
  expect((await overview()).waiting).toBe(2);
  const log = await query(site.dataDir, `SELECT "action" FROM "auditLog" WHERE "action" LIKE 'identifiers%'`);
  expect(log.length).toBeGreaterThan(1);
});

test("ID10 a decision is final, and a decision by somebody else meanwhile is a conflict", async () => {
  const [ida, tom] = (await overview()).review;
  const decide = (body: object) => json(site, "POST", "/api/admin/identifiers/decide", body, asAdmin());
  expect((await decide({ expert: tom.id, decision: "reject" })).status).toBe(400);
  expect((await decide({ expert: tom.id, decision: "take", key: "Q9" })).status).toBe(409);
  expect((await decide({ expert: "nobody", decision: "skip" })).status).toBe(404);
  for (const { key } of tom.candidates)
    expect((await decide({ expert: tom.id, decision: "reject", key })).status).toBe(200);
  expect((await decide({ expert: tom.id, decision: "skip" })).status).toBe(409);
  expect((await decide({ expert: ida.id, decision: "take", key: ida.candidates[0].key })).status).toBe(200);
  expect((await decide({ expert: ida.id, decision: "skip" })).status).toBe(409);
  expect((await json(site, "POST", "/api/admin/identifiers", {}, asAdmin())).status).toBe(201);
  expect(await waitForSearch()).toMatchObject({ status: "completed", done: 3 });
  expect((await overview()).waiting).toBe(0);
  // Undo refuses once the record has changed, and changes nothing.
  await json(site, "PUT", `/api/experts/${ida.id}`, { wikidata: "Q77", compared: true }, asAdmin());
  expect((await json(site, "POST", "/api/admin/identifiers/undo", {}, asAdmin())).status).toBe(409);
  expect((await readIdentifiers("ida-known")).wikidata).toBe("Q77");
});

test("ID10 a site that reaches no register says so, and members see none of it", async () => {
  const offlineSite = await startSite({ env: { ...openData.env, FETCH_PRIVATE: new URL(openData.url).host } });
  try {
    const admin = (await signUpAdmin(offlineSite)).headers;
    openData.failures = { orcid: "503", wikidata: "503", openalex: "503" };
    expect((await form(offlineSite, "/admin/identifiers?index", { intent: "all" }, { headers: admin })).status).toBe(
      303,
    );
    await eventually(async () => {
      const { body } = await getJson(offlineSite, "/api/admin/identifiers", { headers: admin });
      expect(body.search.status).toBe("error");
    });
    const step = (await page("/admin", offlineSite, admin)).querySelector("main")?.textContent;
    expect(step).toMatch(/did not come to its end: .+ A site without internet can leave this step out\./);
    expect(step).toContain("Try again");
    const pageText = (await page("/admin/identifiers", offlineSite, admin)).querySelector("main")?.textContent;
    expect(pageText).toContain("Without access to the internet this search finds nothing");
    const member = (await signUp(offlineSite)).headers;
    for (const path of ["/admin/identifiers", "/admin/identifiers/review"])
      expect((await get(offlineSite, path, { headers: member })).status).not.toBe(200);
  } finally {
    openData.failures = {};
    await offlineSite.stop();
  }
});
