/** Tests identifiers and works over HTTP, with a server that speaks as ORCID, Wikidata and OpenAlex do. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { solveCaptcha } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { fieldsByForm } from "../support/form-fields";
import { type OpenData, orcidOf, type PersonRecord, startOpenData } from "../support/open-data";
import { parsePage } from "../support/parse-page";
import { addPeople, fullSubmission } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let openData: OpenData;
let site: Site;
let admin: Awaited<ReturnType<typeof signUpAdmin>>;
beforeAll(async () => {
  openData = await startOpenData();
  const client = { ORCID_CLIENT_ID: "APP-1", ORCID_CLIENT_SECRET: "a-secret", CONTACT_EMAIL: "desk@life.example" };
  site = await startSite({ env: { ...openData.env, ...client, OPENALEX_API_KEY: "free-key" } });
  admin = await signUpAdmin(site);
});
afterAll(async () => {
  await site?.stop();
  await openData?.stop();
});
beforeEach(() => {
  openData.failures = {};
  openData.people = [];
  openData.requests = [];
});

const HARVARD = { name: "Harvard University", ror: "03vek6s52" };
const MIT = { name: "Massachusetts Institute of Technology", ror: "042nb2s44" };
const works = Array.from({ length: 7 }, (_, index) => ({
  id: `W${100 + index}`,
  title: `Paper ${index} on ageing${{ 5: " of anteaters", 6: " of xenarthrans" }[index] ?? ""}`,
  year: 2000 + index,
  doi: `10.1000/${index}`,
  venue: "Journal of Ageing",
  citations: 100 - index,
}));

let personCount = 0;
/** Adds a profile, and the same person to the services. */
async function addPerson(changes: Partial<PersonRecord> = {}, title = "Professor, Harvard University") {
  const number = ++personCount;
  const name = `Ada Person ${number}`;
  const slug = `ada-person-${number}`;
  await addPeople(site, [{ name, slug, title, referenceLinks: ["Lab|https://lab.example/"] }]);
  const { body } = await getJson(site, `/api/experts/${slug}`);
  const ids = { orcid: ORCIDS[number], wikidata: `Q${number}`, openalex: `A${number}` };
  const person: PersonRecord = { name, ...ids, employer: HARVARD, field: "Ageing", works, ...changes };
  openData.people.push(person);
  return { id: body.id as string, slug, name, person, path: `/api/admin/experts/${body.id}` };
}
const ORCIDS = ["", "0000-0002-1825-0097", "0000-0001-5109-3700", "0000-0002-1694-233X", "0000-0003-1415-9269"];

const asAdmin = () => ({ headers: admin.headers });
/** A time before any change of these records. */
const LONG_AGO = "2000-01-01T00:00:00.000Z";
const dom = async (path: string) => parsePage(await (await get(site, path, asAdmin())).text());

describe("ID05 candidates", () => {
  test("are one from three services, with reasons, and are accepted by a form without scripts", async () => {
    const { id, slug, name, path } = await addPerson();
    openData.people.push({ name, openalex: "A999", employer: MIT, works: [] });
    const { body } = await getJson(site, `${path}/identifiers`, asAdmin());
    expect(body.problems).toEqual([]);
    expect(body.candidates[0]).toMatchObject({
      orcid: ORCIDS[1],
      wikidata: "Q1",
      openalex: "A1",
      fields: ["Ageing"],
      reasons: [expect.stringContaining("Harvard University")],
    });
    expect(body.candidates[0].works).toHaveLength(3);
    // Identifiers of the record are looked up, which saves a search.
    expect(openData.requests.filter(({ path }) => /authors\?.*search/.test(path))).toEqual([]);
    const [orcidRequest] = openData.requests.filter(({ path }) => path.startsWith("/orcid/"));
    expect(orcidRequest).toMatchObject({ userAgent: expect.stringContaining("mailto:desk@life.example") });
    expect(orcidRequest?.authorization).toBe("Bearer read-public-token");
    expect(openData.requests.find(({ path }) => path.startsWith("/openalex/"))?.path).toContain("api_key=free-key");

    const page = await dom(`/admin/experts/${id}/identifiers?name=${encodeURIComponent(name)}`);
    const acceptForm = [...page.querySelectorAll("form")].find((form) => form.querySelector('[name="orcid"]'));
    const fields = (acceptForm && fieldsByForm(page).get(acceptForm)) ?? [];
    const answer = await form(site, `/admin/experts/${id}/identifiers`, fields, asAdmin());
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/admin/experts/${id}/identifiers?saved`]);
    const { body: savedExpert } = await getJson(site, `/api/experts/${slug}`);
    expect(savedExpert.identifiers).toEqual({ orcid: ORCIDS[1], wikidata: "Q1", openalex: "A1", ror: HARVARD.ror });
    expect(savedExpert).toMatchObject({ affiliation: HARVARD.name });
    const history = await get(site, `/admin/experts/${id}/history`, asAdmin());
    expect(await history.text()).toContain("ORCID");
  });

  test("of the same name only are never linked without a comparison by hand", async () => {
    const { id, path, slug } = await addPerson({ employer: MIT });
    const { body } = await getJson(site, `${path}/identifiers`, asAdmin());
    expect(body.candidates[0]).toMatchObject({ orcid: ORCIDS[2], reasons: [] });
    const refusal = await json(site, "PUT", `${path}/identifiers`, { orcid: ORCIDS[2] }, asAdmin());
    expect([refusal.status, Object.keys(refusal.body.fieldErrors)]).toEqual([400, ["compared"]]);
    const typedAnswer = await form(site, `/admin/experts/${id}/identifiers`, { orcid: ORCIDS[2] as string }, asAdmin());
    expect(typedAnswer.status).toBe(400);
    const input = { orcid: `https://orcid.org/${ORCIDS[2]}`, compared: true };
    const acceptAnswer = await json(site, "PUT", `${path}/identifiers`, input, asAdmin());
    expect([acceptAnswer.status, acceptAnswer.body.identifiers.orcid]).toEqual([200, ORCIDS[2]]);

    const otherExpert = await addPerson();
    const occupiedAnswer = await json(site, "PUT", `${otherExpert.path}/identifiers`, input, asAdmin());
    expect([occupiedAnswer.status, occupiedAnswer.body.message]).toEqual([
      409,
      expect.stringContaining("Ada Person 2"),
    ]);
    const invalidAnswer = await json(site, "PUT", `${path}/identifiers`, { ror: "03vek6s53" }, asAdmin());
    expect([invalidAnswer.status, Object.keys(invalidAnswer.body.fieldErrors)]).toEqual([400, ["ror"]]);
    const clearAnswer = await json(site, "PUT", `${path}/identifiers`, { orcid: null }, asAdmin());
    expect([clearAnswer.status, (await getJson(site, `/api/experts/${slug}`)).body.identifiers.orcid]).toEqual([
      200,
      null,
    ]);
  });

  test.each(["404", "503", "broken JSON", "other JSON", "empty", "429"] as const)(
    "are shown although one service fails: %s",
    async (failure) => {
      const { path, name } = await addPerson({ orcid: undefined });
      openData.failures.orcid = failure;
      const { status, body } = await getJson(site, `${path}/identifiers?name=${encodeURIComponent(name)}`, asAdmin());
      expect([status, body.candidates.length]).toEqual([200, 1]);
      const isReported = body.problems.some((problem: string) => problem.startsWith("ORCID "));
      // A list of another form counts as an empty one.
      expect(isReported).toBe(!["empty", "other JSON"].includes(failure));
    },
  );
});

test.each([
  ["without a client", {}, 0],
  ["when ORCID gives no token", { ORCID_CLIENT_ID: "APP-1", ORCID_CLIENT_SECRET: "a-secret" }, 1],
])("ID05 ORCID is asked anonymously %s", async (_when, client, tokens) => {
  openData.failures.token = "503";
  const otherSite = await startSite({ env: { ...openData.env, ...client } });
  try {
    const { headers } = await signUpAdmin(otherSite);
    const person = { name: "Ada Anonymous", affiliation: HARVARD.name };
    const { body } = await json(otherSite, "POST", "/api/admin/experts", person, { headers });
    openData.people.push({ name: person.name, orcid: ORCIDS[1], employer: HARVARD });
    const path = `/api/admin/experts/${body.id}/identifiers`;
    const identifiers = (await getJson(otherSite, path, { headers })).body;
    expect(identifiers).toMatchObject({ problems: [], candidates: [{ orcid: ORCIDS[1] }] });
    const orcidRequests = openData.requests.filter(({ path }) => path.startsWith("/orcid/"));
    expect(orcidRequests.length).toBeGreaterThan(0);
    expect(orcidRequests.filter(({ authorization }) => authorization)).toEqual([]);
    expect(openData.requests.filter(({ path }) => path === "/oauth/token")).toHaveLength(tokens);
  } finally {
    await otherSite.stop();
  }
});

/** A way to give a profile an identifier, with all that it needs. Returns the status and text of the answer. */
type Assignment = (orcid: string, compared: boolean) => Promise<{ status: number; said: string }>;
const newName = () => `Ada Wayfarer ${++personCount}`;
const textOfCall = ({ status, body }: { status: number; body: unknown }) => ({ status, said: JSON.stringify(body) });
const textOfPage = async (response: Response) => {
  const document = parsePage(await response.text());
  return { status: response.status, said: document.querySelector("main")?.textContent ?? "", document };
};
const comparedFields = (compared: boolean): [string, string][] => (compared ? [["compared", "on"]] : []);

async function addExpert() {
  const { body } = await json(site, "POST", "/api/admin/experts", { name: newName(), title: "Reader" }, asAdmin());
  return body as { id: string; slug: string; name: string; updatedAt: string };
}

async function addSubmission(record: object) {
  const referenceLinks = [`https://wayfarer-${++personCount}.example/`];
  const body = { ...fullSubmission, name: newName(), referenceLinks };
  const { id } = (await json(site, "POST", "/api/submissions", body, asAdmin())).body;
  expect((await json(site, "PUT", `/api/admin/submissions/${id}`, record, asAdmin())).status).toBe(200);
  return { id, name: body.name };
}

async function addReport(should: string) {
  const { slug } = await addExpert();
  const report = {
    slug,
    kind: "error",
    field: "orcid",
    should,
    email: "finder@mail.example",
    ...(await solveCaptcha(site)),
  };
  const { body } = await json(site, "POST", "/api/reports", report);
  await query(site.dataDir, 'update requests set status = \'open\', "confirmedAt" = "createdAt" where id = ?', body.id);
  return body.id as string;
}

const ASSIGNMENTS: Record<string, Assignment> = {
  "POST /api/admin/experts": async (orcid, compared) =>
    textOfCall(await json(site, "POST", "/api/admin/experts", { name: newName(), orcid, compared }, asAdmin())),
  "the form of a new expert": async (orcid, compared) => {
    const fields: [string, string][] = [["name", newName()], ["orcid", orcid], ...comparedFields(compared)];
    const firstPage = await textOfPage(await form(site, "/admin/experts/new", fields, asAdmin()));
    const seenMatches = firstPage.document.querySelector<HTMLButtonElement>('button[name="seen"]')?.value;
    return seenMatches
      ? textOfPage(await form(site, "/admin/experts/new", [...fields, ["seen", seenMatches]], asAdmin()))
      : firstPage;
  },
  "PUT /api/experts/{id}": async (orcid, compared) =>
    textOfCall(await json(site, "PUT", `/api/experts/${(await addExpert()).id}`, { orcid, compared }, asAdmin())),
  "the form of an expert": async (orcid, compared) => {
    const { id, name, updatedAt } = await addExpert();
    const fields: [string, string][] = [
      ["name", name],
      ["updatedAt", updatedAt],
      ["orcid", orcid],
    ];
    return textOfPage(await form(site, `/admin/experts/${id}`, [...fields, ...comparedFields(compared)], asAdmin()));
  },
  "PUT …/identifiers": async (orcid, compared) =>
    textOfCall(
      await json(
        site,
        "PUT",
        `/api/admin/experts/${(await addExpert()).id}/identifiers`,
        { orcid, compared },
        asAdmin(),
      ),
    ),
  "the form of identifiers": async (orcid, compared) =>
    textOfPage(
      await form(
        site,
        `/admin/experts/${(await addExpert()).id}/identifiers`,
        [["orcid", orcid], ...comparedFields(compared)],
        asAdmin(),
      ),
    ),
  "approving a submission": async (orcid, compared) => {
    const { id } = await addSubmission({ orcid });
    return textOfCall(await json(site, "POST", `/api/admin/submissions/${id}/approve`, { compared }, asAdmin()));
  },
  "the form that approves a submission": async (orcid, compared) => {
    const { id } = await addSubmission({ orcid });
    return textOfPage(
      await form(site, `/admin/submissions/${id}`, [["intent", "approve"], ...comparedFields(compared)], asAdmin()),
    );
  },
  "Save & Approve": async (orcid, compared) => {
    const { id, name } = await addSubmission({});
    const fields: [string, string][] = [
      ["intent", "approve"],
      ["name", name],
      ["orcid", orcid],
      ...comparedFields(compared),
    ];
    return textOfPage(await form(site, `/admin/submissions/${id}/edit`, fields, asAdmin()));
  },
  "applying a report": async (orcid, compared) =>
    textOfCall(
      await json(
        site,
        "POST",
        `/api/admin/requests/${await addReport(orcid)}/decide`,
        { decision: "apply", compared },
        asAdmin(),
      ),
    ),
};

describe("ID05 an identifier belongs to one profile only, and was compared", () => {
  const occupiedOrcid = orcidOf(2_000_000);
  beforeAll(async () => {
    const record = { name: "Hilda Holder", title: "Reader", orcid: occupiedOrcid, compared: true };
    expect((await json(site, "POST", "/api/admin/experts", record, asAdmin())).status).toBe(201);
  });

  test.each(Object.entries(ASSIGNMENTS))("by %s", async (assignment, assign) => {
    const orcid = orcidOf(1_000_000 + Object.keys(ASSIGNMENTS).indexOf(assignment));
    const uncomparedAnswer = await assign(orcid, false);
    expect([uncomparedAnswer.status, uncomparedAnswer.said], assignment).toEqual([
      400,
      expect.stringContaining("Compare by hand"),
    ]);
    const secondAnswer = await assign(occupiedOrcid, true);
    expect([secondAnswer.status, secondAnswer.said], assignment).toEqual([
      409,
      expect.stringContaining("Hilda Holder has this ORCID"),
    ]);
    const assignAnswer = await assign(orcid, true);
    expect([200, 201, 302, 303], assignAnswer.said).toContain(assignAnswer.status);
    const repeatedAnswer = await assign(orcid, true);
    expect([repeatedAnswer.status, repeatedAnswer.said], assignment).toEqual([
      409,
      expect.stringContaining("has this ORCID identifier already"),
    ]);
  });

  test("a reason that was found replaces the comparison; the person's own identifiers do not", async () => {
    const { id, person } = await addPerson({ orcid: orcidOf(3_000_000) });
    const saveAnswer = await json(site, "PUT", `/api/experts/${id}`, { orcid: person.orcid }, asAdmin());
    expect([saveAnswer.status, saveAnswer.body.identifiers.orcid]).toEqual([200, person.orcid]);
    const name = newName();
    const orcid = orcidOf(3_000_001);
    openData.people.push({ name, orcid, employer: MIT });
    const uncomparedAnswer = await json(site, "POST", "/api/admin/experts", { name, orcid }, asAdmin());
    expect([uncomparedAnswer.status, Object.keys(uncomparedAnswer.body.fieldErrors)]).toEqual([400, ["compared"]]);
  });

  test("restoring from trash or history, merging and approving many give way to the profile that has the identifier", async () => {
    const orcid = orcidOf(4_000_000);
    const assign = (id: string, value: string) =>
      json(site, "PUT", `/api/experts/${id}`, { orcid: value, compared: true }, asAdmin());
    const [firstExpert, secondExpert, thirdExpert] = [await addExpert(), await addExpert(), await addExpert()];
    await assign(firstExpert.id, orcid);
    await json(site, "DELETE", `/api/experts/${firstExpert.id}`, undefined, asAdmin());
    expect((await assign(secondExpert.id, orcid)).status).toBe(200);
    const restoreAnswer = await json(
      site,
      "POST",
      `/api/admin/experts/${firstExpert.id}/restore`,
      undefined,
      asAdmin(),
    );
    expect([restoreAnswer.status, restoreAnswer.body.message]).toEqual([
      409,
      expect.stringContaining(secondExpert.name),
    ]);

    await assign(secondExpert.id, "");
    await assign(thirdExpert.id, orcid);
    const history = await dom(`/admin/experts/${secondExpert.id}/history`);
    const revision = history.querySelector<HTMLInputElement>('[name="revision"]')?.value ?? "";
    const historyAnswer = await textOfPage(
      await form(site, `/admin/experts/${secondExpert.id}/history`, { revision }, asAdmin()),
    );
    expect([historyAnswer.status, historyAnswer.said]).toEqual([
      409,
      expect.stringContaining(`${thirdExpert.name} has this ORCID`),
    ]);

    const otherExpert = await json(
      site,
      "POST",
      "/api/admin/experts",
      { name: newName(), openalex: "A7001", compared: true },
      asAdmin(),
    );
    const merge = { other: otherExpert.body.id, "take.openalex": "other" };
    const mergeAnswer = await form(site, `/admin/experts/${secondExpert.id}/merge`, merge, asAdmin());
    expect([
      mergeAnswer.status,
      (await getJson(site, `/api/experts/${secondExpert.slug}`)).body.identifiers.openalex,
    ]).toEqual([303, "A7001"]);

    const { id } = await addSubmission({ orcid: orcidOf(4_000_001) });
    const bulkApproval = await json(
      site,
      "POST",
      "/api/admin/submissions/bulk",
      { decision: "approve", ids: [id] },
      asAdmin(),
    );
    expect(bulkApproval.body).toMatchObject({
      done: [],
      refused: [{ id, message: expect.stringContaining("Compare by hand") }],
    });
  });
});

describe("ID06 ID07 works", () => {
  test("are suggested, accepted, shown, and marked when they are retracted", async () => {
    const { id, slug, path } = await addPerson();
    const withoutIdentifier = await json(site, "POST", `${path}/works`, {}, asAdmin());
    expect([withoutIdentifier.status, withoutIdentifier.body.message]).toEqual([
      400,
      expect.stringContaining("no OpenAlex identifier"),
    ]);
    const page = `/admin/experts/${id}/works`;
    const intents = async () =>
      [...(await dom(page)).querySelectorAll<HTMLButtonElement>('button[name="intent"]')].map(({ value }) => value);
    expect(await intents()).toEqual([]);
    const readPageText = async () => (await dom(page)).querySelector("main")?.textContent ?? "";
    expect(await readPageText()).toMatch(/has no OpenAlex identifier yet\. Find it/);
    expect(await readPageText()).not.toMatch(/The last search for all profiles began/);
    const openalex = openData.people[0]?.openalex;
    await json(site, "PUT", `${path}/identifiers`, { openalex, compared: true }, asAdmin());
    expect(await readPageText()).not.toContain("Find it");
    expect(await intents()).toEqual(["refresh"]);
    expect((await form(site, page, { intent: "refresh" }, asAdmin())).status).toBe(303);
    const { body } = await getJson(site, `${path}/works`, asAdmin());
    expect(body.works).toHaveLength(7);
    expect(body.works[0]).toMatchObject({ openalex: "W106", doi: "10.1000/6", status: "suggested", retracted: false });
    expect((await getJson(site, `/api/experts/${slug}`)).body.works).toEqual([]);

    expect(await intents()).toEqual(["accept", "dismiss", "refresh"]);
    expect((await form(site, page, { intent: "accept" }, asAdmin())).status).toBe(400);
    const ticked = works.slice(0, 6).map(({ id }): [string, string] => ["works[]", id]);
    expect((await form(site, page, [["intent", "accept"], ...ticked], asAdmin())).status).toBe(303);
    const countFound = async (search: string) =>
      (await getJson(site, `/api/experts/paginated?search=${search}`)).body.total;
    expect([await countFound("anteaters"), await countFound("xenarthrans")]).toEqual([1, 0]);
    await json(site, "POST", `${path}/works`, { dismiss: ["W106"] }, asAdmin());
    expect(await countFound("xenarthrans")).toBe(0);
    const titles = (document: Document) =>
      [...document.querySelectorAll("#works li a")].map((element) => element.textContent);
    const profilePage = await dom(`/${slug}`);
    expect(
      titles(profilePage)
        .slice(0, 5)
        .map((title) => title?.slice(0, 7)),
    ).toEqual([5, 4, 3, 2, 1].map((index) => `Paper ${index}`));
    expect(titles(profilePage)).toHaveLength(10);
    expect(profilePage.querySelector("#works li a")?.getAttribute("href")).toBe("https://doi.org/10.1000/5");
    const data = [...profilePage.querySelectorAll('script[type="application/ld+json"]')]
      .map((element) => element.textContent)
      .join();
    expect(data).toContain(`"sameAs":["https://openalex.org/${openalex}"]`);

    const author = openData.people[0];
    if (author) author.works = works.map((work) => ({ ...work, retracted: work.id === "W103" }));
    await json(site, "POST", `${path}/works`, {}, asAdmin());
    expect((await getJson(site, `/api/experts/${slug}`)).body.works).toHaveLength(6);
    expect((await dom(`/${slug}`)).querySelector("#works")?.textContent).toContain("Paper 3 on ageing Retracted");
    const dashboardText = async () => (await dom("/admin")).querySelector("main")?.textContent ?? "";
    expect(await dashboardText()).toContain("Retracted works on profiles: Paper 3 on ageing");
    expect((await dom("/admin/audit")).body.textContent).toContain("work retracted");
    await json(site, "POST", `${path}/works`, { accept: ["W103"] }, asAdmin());
    expect(await dashboardText()).not.toContain("Retracted works");
    expect((await dom(`/${slug}`)).querySelector("#works")?.textContent).toContain("Retracted");

    openData.failures.openalex = "503";
    const failedAnswer = await json(site, "POST", `${path}/works`, {}, asAdmin());
    expect([failedAnswer.status, failedAnswer.body.message]).toEqual([502, "OpenAlex answers 503."]);
  });

  test("propose the topics that OpenAlex has for them, until an editor accepts or rejects each", async () => {
    const addTopic = async (name: string, openalex: string[] = []) =>
      (await json(site, "POST", "/api/admin/topics", { name, openalex }, asAdmin())).body.slug as string;
    const [clocks, tides, moons] = [
      await addTopic("Clocks of cells", ["T11713"]),
      await addTopic("Tidewater"),
      await addTopic("Moonlight", ["https://openalex.org/keywords/moons"]),
    ];
    const subjects = [
      { topics: [{ id: "T11713", name: "Epigenetics" }], keywords: [{ id: "keywords/tidewater", name: "Tidewater" }] },
      { topics: [{ id: "T11713", name: "Epigenetics" }], keywords: [{ id: "keywords/moons", name: "Satellites" }] },
    ];
    const { id, slug, path } = await addPerson({
      works: works.slice(0, 3).map((work, index) => ({ ...work, ...subjects[index] })),
    });
    await json(
      site,
      "PUT",
      `${path}/identifiers`,
      { openalex: openData.people[0]?.openalex, compared: true },
      asAdmin(),
    );
    await json(site, "POST", `${path}/works`, {}, asAdmin());
    const proposals = async () => (await getJson(site, `${path}/topics`, asAdmin())).body;
    // These works were found, but not yet accepted by an editor.
    expect(await proposals()).toMatchObject({ topics: [], proposed: [], subjects: [] });
    await json(site, "POST", `${path}/works`, { accept: ["W100", "W101"] }, asAdmin());
    expect((await getJson(site, `/api/experts/${slug}`)).body.works[0].subjects).toEqual([
      { id: "T11713", name: "Epigenetics" },
      { id: "keywords/moons", name: "Satellites" },
    ]);
    expect(await proposals()).toEqual({
      topics: [],
      proposed: [
        { slug: clocks, name: "Clocks of cells", reason: "OpenAlex says so of 2 accepted works" },
        { slug: moons, name: "Moonlight", reason: "OpenAlex says so of an accepted work" },
        { slug: tides, name: "Tidewater", reason: "OpenAlex says so of an accepted work" },
      ],
      rejected: [],
      subjects: [
        { id: "T11713", name: "Epigenetics", works: 2 },
        { id: "keywords/moons", name: "Satellites", works: 1 },
        { id: "keywords/tidewater", name: "Tidewater", works: 1 },
      ],
    });

    const editor = await dom(`/admin/experts/${id}`);
    const offeredValues = (name: string) =>
      [...editor.querySelectorAll<HTMLInputElement>(`input[type="checkbox"][name="${name}"]`)].map(
        ({ value }) => value,
      );
    expect([offeredValues("topics.0[]"), offeredValues("rejectedTopics[]")]).toEqual([
      [clocks, moons, tides],
      [clocks, moons, tides],
    ]);
    expect(editor.querySelector("#topic-list option")?.textContent).toContain("proposed: OpenAlex");
    const { form: editorForm } = editor.querySelector('input[name="rejectedTopics[]"]') as HTMLInputElement;
    const fields = [
      ...(editorForm as HTMLFormElement).querySelectorAll<HTMLInputElement>(
        "input[name], textarea[name], select[name]",
      ),
    ]
      .filter(({ type, checked }) => !["file", "submit"].includes(type) && (!/checkbox|radio/.test(type) || checked))
      .map(({ name, value }): [string, string] => [name, value]);
    const sentFields = [...fields, ["rejectedTopics[]", moons]] as [string, string][];
    // Rejecting is part of the save: a refused form rejects nothing, and keeps the tick.
    const outdatedFields = sentFields.map(([name, value]): [string, string] => [
      name,
      name === "updatedAt" ? LONG_AGO : value,
    ]);
    const refusal = await form(site, `/admin/experts/${id}`, outdatedFields, asAdmin());
    const returnedPage = parsePage(await refusal.text());
    expect([refusal.status, (await proposals()).rejected]).toEqual([409, []]);
    expect(returnedPage.querySelector<HTMLInputElement>(`#rejected-${moons}`)?.checked).toBe(true);
    expect((await form(site, `/admin/experts/${id}`, sentFields, asAdmin())).status).toBe(303);
    const topicsAnswer = await json(
      site,
      "POST",
      `${path}/topics`,
      { take: ["Clocks of cells"], reject: [] },
      asAdmin(),
    );
    expect(topicsAnswer.body).toMatchObject({ topics: [clocks], proposed: [{ slug: tides }], rejected: [moons] });
    await json(site, "POST", `${path}/works`, {}, asAdmin());
    expect((await proposals()).proposed).toMatchObject([{ slug: tides }]);
    const unknownTopicAnswer = await json(
      site,
      "POST",
      `${path}/topics`,
      { reject: ["Nothing of the kind"] },
      asAdmin(),
    );
    expect(unknownTopicAnswer.status).toBe(400);
  });
});
