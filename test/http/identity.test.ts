/** Identifiers and works over HTTP, against a server that speaks as ORCID, Wikidata and OpenAlex do. */
import { JSDOM } from "jsdom";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answered } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { type OpenData, orcidNumber, type Somebody, startOpenData } from "../support/open-data";
import { addPeople, suggestion } from "../support/people";
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
  openData.fail = {};
  openData.people = [];
  openData.requests = [];
});

const HARVARD = { name: "Harvard University", ror: "03vek6s52" };
const MIT = { name: "Massachusetts Institute of Technology", ror: "042nb2s44" };
const works = Array.from({ length: 7 }, (_, at) => ({
  id: `W${100 + at}`,
  title: `Paper ${at} on ageing`,
  year: 2000 + at,
  doi: `10.1000/${at}`,
  venue: "Journal of Ageing",
  citations: 100 - at,
}));

let people = 0;
/** A profile, and the person behind it as the services know them. */
async function somebody(changes: Partial<Somebody> = {}, title = "Professor, Harvard University") {
  const number = ++people;
  const name = `Ada Person ${number}`;
  const slug = `ada-person-${number}`;
  await addPeople(site, [{ name, slug, title, referenceLinks: ["Lab|https://lab.example/"] }]);
  const { body } = await getJson(site, `/api/experts/${slug}`);
  const ids = { orcid: ORCIDS[number], wikidata: `Q${number}`, openalex: `A${number}` };
  const person: Somebody = { name, ...ids, employer: HARVARD, field: "Ageing", works, ...changes };
  openData.people.push(person);
  return { id: body.id as string, slug, name, person, path: `/api/admin/experts/${body.id}` };
}
const ORCIDS = ["", "0000-0002-1825-0097", "0000-0001-5109-3700", "0000-0002-1694-233X", "0000-0003-1415-9269"];

const asAdmin = () => ({ headers: admin.headers });
/** What no record of this test was last changed at. */
const LONG_AGO = "2000-01-01T00:00:00.000Z";
const dom = async (path: string) => new JSDOM(await (await get(site, path, asAdmin())).text()).window.document;

describe("ID05 candidates", () => {
  test("come as one from three services, with what speaks for them; accepted by form without scripts", async () => {
    const { id, slug, name, path } = await somebody();
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
    // Known identifiers are looked up: no search is spent.
    expect(openData.requests.filter(({ path }) => /authors\?.*search/.test(path))).toEqual([]);
    const [asked] = openData.requests.filter(({ path }) => path.startsWith("/orcid/"));
    expect(asked).toMatchObject({ userAgent: expect.stringContaining("mailto:desk@life.example") });
    expect(asked?.authorization).toBe("Bearer read-public-token");
    expect(openData.requests.find(({ path }) => path.startsWith("/openalex/"))?.path).toContain("api_key=free-key");

    const page = await dom(`/admin/experts/${id}/identifiers?name=${encodeURIComponent(name)}`);
    const accept = [...page.querySelectorAll("form")].find((form) => form.querySelector('[name="orcid"]'));
    const fields = [...new (page.defaultView as unknown as Window & typeof globalThis).FormData(accept)];
    const answer = await form(site, `/admin/experts/${id}/identifiers`, fields as [string, string][], asAdmin());
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/admin/experts/${id}/identifiers?saved`]);
    const { body: stored } = await getJson(site, `/api/experts/${slug}`);
    expect(stored.identifiers).toEqual({ orcid: ORCIDS[1], wikidata: "Q1", openalex: "A1", ror: HARVARD.ror });
    expect(stored).toMatchObject({ affiliation: HARVARD.name });
    const history = await get(site, `/admin/experts/${id}/history`, asAdmin());
    expect(await history.text()).toContain("ORCID");
  });

  test("of the same name only are never linked without a comparison by hand", async () => {
    const { id, path, slug } = await somebody({ employer: MIT });
    const { body } = await getJson(site, `${path}/identifiers`, asAdmin());
    expect(body.candidates[0]).toMatchObject({ orcid: ORCIDS[2], reasons: [] });
    const refused = await json(site, "PUT", `${path}/identifiers`, { orcid: ORCIDS[2] }, asAdmin());
    expect([refused.status, Object.keys(refused.body.fieldErrors)]).toEqual([400, ["compared"]]);
    const typed = await form(site, `/admin/experts/${id}/identifiers`, { orcid: ORCIDS[2] as string }, asAdmin());
    expect(typed.status).toBe(400);
    const input = { orcid: `https://orcid.org/${ORCIDS[2]}`, compared: true };
    const accepted = await json(site, "PUT", `${path}/identifiers`, input, asAdmin());
    expect([accepted.status, accepted.body.identifiers.orcid]).toEqual([200, ORCIDS[2]]);

    const other = await somebody();
    const taken = await json(site, "PUT", `${other.path}/identifiers`, input, asAdmin());
    expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining("Ada Person 2")]);
    const bad = await json(site, "PUT", `${path}/identifiers`, { ror: "03vek6s53" }, asAdmin());
    expect([bad.status, Object.keys(bad.body.fieldErrors)]).toEqual([400, ["ror"]]);
    const cleared = await json(site, "PUT", `${path}/identifiers`, { orcid: null }, asAdmin());
    expect([cleared.status, (await getJson(site, `/api/experts/${slug}`)).body.identifiers.orcid]).toEqual([200, null]);
  });

  test.each(["404", "503", "broken JSON", "other JSON", "empty", "429"] as const)(
    "are shown although one service fails: %s",
    async (failure) => {
      const { path, name } = await somebody({ orcid: undefined });
      openData.fail.orcid = failure;
      const { status, body } = await getJson(site, `${path}/identifiers?name=${encodeURIComponent(name)}`, asAdmin());
      expect([status, body.candidates.length]).toEqual([200, 1]);
      const isSaid = body.problems.some((problem: string) => problem.startsWith("ORCID "));
      // A list of another form counts as an empty one.
      expect(isSaid).toBe(!["empty", "other JSON"].includes(failure));
    },
  );
});

test.each([
  ["without a client", {}, 0],
  ["when ORCID gives no token", { ORCID_CLIENT_ID: "APP-1", ORCID_CLIENT_SECRET: "a-secret" }, 1],
])("ID05 ORCID is asked anonymously %s", async (_when, client, tokens) => {
  openData.fail.token = "503";
  const other = await startSite({ env: { ...openData.env, ...client } });
  try {
    const { headers } = await signUpAdmin(other);
    const person = { name: "Ada Anonymous", affiliation: HARVARD.name };
    const { body } = await json(other, "POST", "/api/admin/experts", person, { headers });
    openData.people.push({ name: person.name, orcid: ORCIDS[1], employer: HARVARD });
    const path = `/api/admin/experts/${body.id}/identifiers`;
    const found = (await getJson(other, path, { headers })).body;
    expect(found).toMatchObject({ problems: [], candidates: [{ orcid: ORCIDS[1] }] });
    const asked = openData.requests.filter(({ path }) => path.startsWith("/orcid/"));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ authorization }) => authorization)).toEqual([]);
    expect(openData.requests.filter(({ path }) => path === "/oauth/token")).toHaveLength(tokens);
  } finally {
    await other.stop();
  }
});

/** The ways in which an identifier comes onto a profile; each makes what it needs. */
type Way = (orcid: string, compared: boolean) => Promise<{ status: number; said: string }>;
const fresh = () => `Ada Wayfarer ${++people}`;
const told = ({ status, body }: { status: number; body: unknown }) => ({ status, said: JSON.stringify(body) });
const shown = async (response: Response) => {
  const { document } = new JSDOM(await response.text()).window;
  return { status: response.status, said: document.querySelector("main")?.textContent ?? "", document };
};
const ticked = (compared: boolean): [string, string][] => (compared ? [["compared", "on"]] : []);

async function added() {
  const { body } = await json(site, "POST", "/api/admin/experts", { name: fresh(), title: "Reader" }, asAdmin());
  return body as { id: string; slug: string; name: string; updatedAt: string };
}

async function suggested(record: object) {
  const referenceLinks = [`https://wayfarer-${++people}.example/`];
  const body = { ...suggestion, name: fresh(), referenceLinks };
  const { id } = (await json(site, "POST", "/api/submissions", body, asAdmin())).body;
  expect((await json(site, "PUT", `/api/admin/submissions/${id}`, record, asAdmin())).status).toBe(200);
  return { id, name: body.name };
}

async function reported(should: string) {
  const { slug } = await added();
  const report = {
    slug,
    kind: "error",
    field: "orcid",
    should,
    email: "finder@mail.example",
    ...(await answered(site)),
  };
  const { body } = await json(site, "POST", "/api/reports", report);
  await query(site.dataDir, 'update requests set status = \'open\', "confirmedAt" = "createdAt" where id = ?', body.id);
  return body.id as string;
}

const WAYS: Record<string, Way> = {
  "POST /api/admin/experts": async (orcid, compared) =>
    told(await json(site, "POST", "/api/admin/experts", { name: fresh(), orcid, compared }, asAdmin())),
  "the form of a new expert": async (orcid, compared) => {
    const fields: [string, string][] = [["name", fresh()], ["orcid", orcid], ...ticked(compared)];
    const first = await shown(await form(site, "/admin/experts/new", fields, asAdmin()));
    const seen = first.document.querySelector<HTMLButtonElement>('button[name="seen"]')?.value;
    return seen ? shown(await form(site, "/admin/experts/new", [...fields, ["seen", seen]], asAdmin())) : first;
  },
  "PUT /api/experts/{id}": async (orcid, compared) =>
    told(await json(site, "PUT", `/api/experts/${(await added()).id}`, { orcid, compared }, asAdmin())),
  "the form of an expert": async (orcid, compared) => {
    const { id, name, updatedAt } = await added();
    const fields: [string, string][] = [
      ["name", name],
      ["updatedAt", updatedAt],
      ["orcid", orcid],
    ];
    return shown(await form(site, `/admin/experts/${id}`, [...fields, ...ticked(compared)], asAdmin()));
  },
  "PUT …/identifiers": async (orcid, compared) =>
    told(
      await json(site, "PUT", `/api/admin/experts/${(await added()).id}/identifiers`, { orcid, compared }, asAdmin()),
    ),
  "the form of identifiers": async (orcid, compared) =>
    shown(
      await form(
        site,
        `/admin/experts/${(await added()).id}/identifiers`,
        [["orcid", orcid], ...ticked(compared)],
        asAdmin(),
      ),
    ),
  "approving a submission": async (orcid, compared) => {
    const { id } = await suggested({ orcid });
    return told(await json(site, "POST", `/api/admin/submissions/${id}/approve`, { compared }, asAdmin()));
  },
  "the form that approves a submission": async (orcid, compared) => {
    const { id } = await suggested({ orcid });
    return shown(await form(site, `/admin/submissions/${id}`, [["intent", "approve"], ...ticked(compared)], asAdmin()));
  },
  "Save & Approve": async (orcid, compared) => {
    const { id, name } = await suggested({});
    const fields: [string, string][] = [["intent", "approve"], ["name", name], ["orcid", orcid], ...ticked(compared)];
    return shown(await form(site, `/admin/submissions/${id}/edit`, fields, asAdmin()));
  },
  "applying a report": async (orcid, compared) =>
    told(
      await json(
        site,
        "POST",
        `/api/admin/requests/${await reported(orcid)}/decide`,
        { decision: "apply", compared },
        asAdmin(),
      ),
    ),
};

describe("ID05 an identifier stands on one profile and was compared", () => {
  const taken = orcidNumber(2_000_000);
  beforeAll(async () => {
    const record = { name: "Hilda Holder", title: "Reader", orcid: taken, compared: true };
    expect((await json(site, "POST", "/api/admin/experts", record, asAdmin())).status).toBe(201);
  });

  test.each(Object.entries(WAYS))("by %s", async (way, write) => {
    const orcid = orcidNumber(1_000_000 + Object.keys(WAYS).indexOf(way));
    const alone = await write(orcid, false);
    expect([alone.status, alone.said], way).toEqual([400, expect.stringContaining("Compare by hand")]);
    const second = await write(taken, true);
    expect([second.status, second.said], way).toEqual([409, expect.stringContaining("Hilda Holder has this ORCID")]);
    const done = await write(orcid, true);
    expect([200, 201, 302, 303], done.said).toContain(done.status);
    const again = await write(orcid, true);
    expect([again.status, again.said], way).toEqual([
      409,
      expect.stringContaining("has this ORCID identifier already"),
    ]);
  });

  test("a found reason stands for the comparison, and one's own identifiers for none", async () => {
    const { id, person } = await somebody({ orcid: orcidNumber(3_000_000) });
    const saved = await json(site, "PUT", `/api/experts/${id}`, { orcid: person.orcid }, asAdmin());
    expect([saved.status, saved.body.identifiers.orcid]).toEqual([200, person.orcid]);
    const name = fresh();
    const orcid = orcidNumber(3_000_001);
    openData.people.push({ name, orcid, employer: MIT });
    const alone = await json(site, "POST", "/api/admin/experts", { name, orcid }, asAdmin());
    expect([alone.status, Object.keys(alone.body.fieldErrors)]).toEqual([400, ["compared"]]);
  });

  test("what comes back from the trash, the history, a merge or many at once gives way to who has it", async () => {
    const orcid = orcidNumber(4_000_000);
    const give = (id: string, value: string) =>
      json(site, "PUT", `/api/experts/${id}`, { orcid: value, compared: true }, asAdmin());
    const [first, second, third] = [await added(), await added(), await added()];
    await give(first.id, orcid);
    await json(site, "DELETE", `/api/experts/${first.id}`, undefined, asAdmin());
    expect((await give(second.id, orcid)).status).toBe(200);
    const restored = await json(site, "POST", `/api/admin/experts/${first.id}/restore`, undefined, asAdmin());
    expect([restored.status, restored.body.message]).toEqual([409, expect.stringContaining(second.name)]);

    await give(second.id, "");
    await give(third.id, orcid);
    const history = await dom(`/admin/experts/${second.id}/history`);
    const revision = history.querySelector<HTMLInputElement>('[name="revision"]')?.value ?? "";
    const back = await shown(await form(site, `/admin/experts/${second.id}/history`, { revision }, asAdmin()));
    expect([back.status, back.said]).toEqual([409, expect.stringContaining(`${third.name} has this ORCID`)]);

    const merged = await json(
      site,
      "POST",
      "/api/admin/experts",
      { name: fresh(), openalex: "A7001", compared: true },
      asAdmin(),
    );
    const merge = { other: merged.body.id, "take.openalex": "other" };
    const joined = await form(site, `/admin/experts/${second.id}/merge`, merge, asAdmin());
    expect([joined.status, (await getJson(site, `/api/experts/${second.slug}`)).body.identifiers.openalex]).toEqual([
      303,
      "A7001",
    ]);

    const { id } = await suggested({ orcid: orcidNumber(4_000_001) });
    const bulk = await json(site, "POST", "/api/admin/submissions/bulk", { decision: "approve", ids: [id] }, asAdmin());
    expect(bulk.body).toMatchObject({
      done: [],
      refused: [{ id, message: expect.stringContaining("Compare by hand") }],
    });
  });
});

describe("ID06 ID07 works", () => {
  test("are suggested, accepted, shown, and marked when they are retracted", async () => {
    const { id, slug, path } = await somebody();
    const early = await json(site, "POST", `${path}/works`, {}, asAdmin());
    expect([early.status, early.body.message]).toEqual([400, expect.stringContaining("no OpenAlex identifier")]);
    const page = `/admin/experts/${id}/works`;
    const intents = async () =>
      [...(await dom(page)).querySelectorAll<HTMLButtonElement>('button[name="intent"]')].map(({ value }) => value);
    expect(await intents()).toEqual([]);
    const openalex = openData.people[0]?.openalex;
    await json(site, "PUT", `${path}/identifiers`, { openalex, compared: true }, asAdmin());
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
    await json(site, "POST", `${path}/works`, { dismiss: ["W106"] }, asAdmin());
    const titles = (document: Document) =>
      [...document.querySelectorAll("#works li a")].map((element) => element.textContent);
    const shown = await dom(`/${slug}`);
    expect(
      titles(shown)
        .slice(0, 5)
        .map((title) => title?.slice(0, 7)),
    ).toEqual([5, 4, 3, 2, 1].map((at) => `Paper ${at}`));
    expect(titles(shown)).toHaveLength(10);
    expect(shown.querySelector("#works li a")?.getAttribute("href")).toBe("https://doi.org/10.1000/5");
    const data = [...shown.querySelectorAll('script[type="application/ld+json"]')]
      .map((element) => element.textContent)
      .join();
    expect(data).toContain(`"sameAs":["https://openalex.org/${openalex}"]`);

    const there = openData.people[0];
    if (there) there.works = works.map((work) => ({ ...work, retracted: work.id === "W103" }));
    await json(site, "POST", `${path}/works`, {}, asAdmin());
    expect((await getJson(site, `/api/experts/${slug}`)).body.works).toHaveLength(6);
    expect((await dom(`/${slug}`)).querySelector("#works")?.textContent).toContain("Paper 3 on ageing Retracted");
    const waiting = async () => (await dom("/admin")).querySelector("main")?.textContent ?? "";
    expect(await waiting()).toContain("Retracted works on profiles: Paper 3 on ageing");
    expect((await dom("/admin/audit")).body.textContent).toContain("work retracted");
    await json(site, "POST", `${path}/works`, { accept: ["W103"] }, asAdmin());
    expect(await waiting()).not.toContain("Retracted works");
    expect((await dom(`/${slug}`)).querySelector("#works")?.textContent).toContain("Retracted");

    openData.fail.openalex = "503";
    const failed = await json(site, "POST", `${path}/works`, {}, asAdmin());
    expect([failed.status, failed.body.message]).toEqual([502, "OpenAlex answers 503."]);
  });

  test("propose the topics that OpenAlex says they are about, until an editor takes or rejects each", async () => {
    const added = async (name: string, openalex: string[] = []) =>
      (await json(site, "POST", "/api/admin/topics", { name, openalex }, asAdmin())).body.slug as string;
    const [clocks, tides, moons] = [
      await added("Clocks of cells", ["T11713"]),
      await added("Tidewater"),
      await added("Moonlight", ["https://openalex.org/keywords/moons"]),
    ];
    const about = [
      { topics: [{ id: "T11713", name: "Epigenetics" }], keywords: [{ id: "keywords/tidewater", name: "Tidewater" }] },
      { topics: [{ id: "T11713", name: "Epigenetics" }], keywords: [{ id: "keywords/moons", name: "Satellites" }] },
    ];
    const { id, slug, path } = await somebody({
      works: works.slice(0, 3).map((work, at) => ({ ...work, ...about[at] })),
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
    // A machine found the works, and no editor accepted one yet.
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
    const offered = (name: string) =>
      [...editor.querySelectorAll<HTMLInputElement>(`input[type="checkbox"][name="${name}"]`)].map(
        ({ value }) => value,
      );
    expect([offered("topics.0[]"), offered("rejectedTopics[]")]).toEqual([
      [clocks, moons, tides],
      [clocks, moons, tides],
    ]);
    expect(editor.querySelector("#topic-list option")?.textContent).toContain("proposed: OpenAlex");
    const { form: sheet } = editor.querySelector('input[name="rejectedTopics[]"]') as HTMLInputElement;
    const fields = [
      ...(sheet as HTMLFormElement).querySelectorAll<HTMLInputElement>("input[name], textarea[name], select[name]"),
    ]
      .filter(({ type, checked }) => !["file", "submit"].includes(type) && (!/checkbox|radio/.test(type) || checked))
      .map(({ name, value }): [string, string] => [name, value]);
    const sent = [...fields, ["rejectedTopics[]", moons]] as [string, string][];
    // Rejecting is part of the save: a refused one rejects nothing, and keeps the tick.
    const stale = sent.map(([name, value]): [string, string] => [name, name === "updatedAt" ? LONG_AGO : value]);
    const refused = await form(site, `/admin/experts/${id}`, stale, asAdmin());
    const again = new JSDOM(await refused.text()).window.document;
    expect([refused.status, (await proposals()).rejected]).toEqual([409, []]);
    expect(again.querySelector<HTMLInputElement>(`#rejected-${moons}`)?.checked).toBe(true);
    expect((await form(site, `/admin/experts/${id}`, sent, asAdmin())).status).toBe(303);
    const taken = await json(site, "POST", `${path}/topics`, { take: ["Clocks of cells"], reject: [] }, asAdmin());
    expect(taken.body).toMatchObject({ topics: [clocks], proposed: [{ slug: tides }], rejected: [moons] });
    await json(site, "POST", `${path}/works`, {}, asAdmin());
    expect((await proposals()).proposed).toMatchObject([{ slug: tides }]);
    const unknown = await json(site, "POST", `${path}/topics`, { reject: ["Nothing of the kind"] }, asAdmin());
    expect(unknown.status).toBe(400);
  });

  test("are not asked for when OPEN_DATA is off", async () => {
    const quiet = await startSite({ env: { ...openData.env, OPEN_DATA: "off" } });
    try {
      const other = await signUpAdmin(quiet);
      const { body } = await getJson(quiet, "/api/experts/cynthia-kenyon");
      const path = `/api/admin/experts/${body.id}/identifiers`;
      const answer = await getJson(quiet, path, { headers: other.headers });
      expect([answer.status, answer.body.message]).toEqual([503, expect.stringContaining("OPEN_DATA is off")]);
      const page = await get(quiet, `/admin/experts/${body.id}/identifiers?name=x`, { headers: other.headers });
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("OPEN_DATA is off")]);
    } finally {
      await quiet.stop();
    }
    expect(openData.requests).toEqual([]);
  });
});
