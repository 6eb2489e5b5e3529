/** Tests topics, and filtering lists by topic, place and availability: pages, calls, feed and form. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp } from "../support/accounts";
import { signUpEditor } from "../support/admin";
import { query } from "../support/database";
import { fieldsOfForm } from "../support/form-fields";
import { parsePage } from "../support/parse-page";
import { fullSubmission } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let headers: Record<string, string>;
const people: Record<string, { id: string; slug: string }> = {};
const addExpert = async (name: string, changes: object) => {
  const record = { name, title: "Professor", categories: ["academic"], ...changes };
  const { status, body } = await json(site, "POST", "/api/admin/experts", record, { headers });
  expect([status, body.message]).toEqual([201, undefined]);
  people[name] = body;
};
const addTopic = async (input: object) => json(site, "POST", "/api/admin/topics", input, { headers });
const namesFor = async (query: string) => {
  const { body } = await getJson(site, `/api/experts/paginated?${query}`);
  return (body.experts as { name: string }[]).map(({ name }) => name).sort();
};
const documentAt = async (path: string) => parsePage(await (await get(site, path)).text());

beforeAll(async () => {
  site = await startSite({ env: { STARTER: "off", RATE_LIMIT: "off" } });
  headers = (await signUpEditor(site)).headers;
  for (const input of [
    { name: "Tides", description: "How water rises and falls. It follows the moon." },
    { name: "Spring tides", otherNames: ["Syzygy tides"], broader: "tides" },
    { name: "Harbours" },
  ])
    expect((await addTopic(input)).status).toBe(201);
  await addExpert("Ada Ebb", {
    topics: ["Syzygy tides"],
    country: "United Kingdom",
    city: "Hull",
    languages: ["German"],
  });
  await addExpert("Bo Flow", {
    topics: ["tides", "harbours"],
    country: "no",
    availableFor: ["talks"],
    status: "living",
  });
  await addExpert("Cy Pier", { topics: ["harbours"], country: "GB", status: "historical", born: "1901", died: "1980" });
});
afterAll(() => site?.stop());

const change = (name: string, changes: object) =>
  json(site, "PUT", `/api/experts/${people[name]?.id}`, changes, { headers });

describe("topics", () => {
  test("are given by slug or by any name, and stored by slug; an unknown one is refused with its field", async () => {
    const { body } = await getJson(site, `/api/experts/${people["Ada Ebb"]?.slug}`);
    expect(body).toMatchObject({ topics: ["spring-tides"], country: "GB", city: "Hull", languages: ["de"] });
    const refusal = await change("Ada Ebb", { topics: ["Moons"] });
    expect([refusal.status, refusal.body.fieldErrors]).toEqual([400, { topics: expect.stringContaining("Moons") }]);
    const unknownCountry = await change("Ada Ebb", { country: "Atlantis" });
    expect([unknownCountry.status, Object.keys(unknownCountry.body.fieldErrors)]).toEqual([400, ["country"]]);
  });

  test("have a page with their people, also those of narrower topics, a feed, and structured data", async () => {
    const page = await documentAt("/topics/tides");
    const names = Array.from(page.querySelectorAll("main h3, main h2"), (element) => element.textContent);
    expect(page.querySelector("h1")?.textContent).toBe("Tides");
    expect(page.body.textContent).toContain("It follows the moon.");
    expect(names).toEqual(expect.arrayContaining(["Ada Ebb", "Bo Flow"]));
    expect(page.querySelector('a[href="/topics/spring-tides"]')?.textContent).toContain("Spring tides");
    const data = Array.from(page.querySelectorAll('script[type="application/ld+json"]'), (element) =>
      JSON.parse(element.textContent ?? ""),
    );
    expect(data).toContainEqual(expect.objectContaining({ "@type": "DefinedTerm", name: "Tides" }));
    const feed = await get(site, "/topics/tides/feed.xml");
    expect([feed.status, (await feed.text()).match(/<entry>/g)?.length]).toEqual([200, 2]);
    expect(await (await get(site, "/sitemap.xml")).text()).toContain("/topics/spring-tides</loc>");
    expect((await get(site, "/topics/moons")).status).toBe(404);
    const profile = await documentAt(`/${people["Bo Flow"]?.slug}`);
    expect(profile.querySelector('a[href="/topics/harbours"]')?.textContent).toBe("Harbours");
    const { body } = await getJson(site, "/api/topics");
    expect(body.topics).toContainEqual({
      slug: "spring-tides",
      name: "Spring tides",
      otherNames: ["Syzygy tides"],
      broader: "tides",
      description: "",
      evidence: [],
      experts: 1,
    });
    expect((await (await get(site, "/topics")).text()).indexOf("Spring tides")).toBeGreaterThan(0);
  });

  test("are in the dataset and in the structured data of profiles", async () => {
    const { body } = await getJson(site, "/api/dataset/jsonld");
    expect(body["@graph"]).toContainEqual(
      expect.objectContaining({ name: "Bo Flow", knowsAbout: ["Tides", "Harbours"] }),
    );
    const page = await documentAt(`/${people["Bo Flow"]?.slug}`);
    const data = Array.from(page.querySelectorAll('script[type="application/ld+json"]'), (element) =>
      JSON.parse(element.textContent ?? ""),
    );
    const person = data.find((node) => node["@type"] === "Person");
    expect(person.knowsAbout).toMatchObject([{ name: "Tides" }, { name: "Harbours" }]);
    const breadcrumbs = data.find((node) => node["@type"] === "BreadcrumbList").itemListElement;
    expect(breadcrumbs[1]).toMatchObject({
      name: "Academic Researchers",
      item: `${site.url}/directory/academic-researchers`,
    });
  });

  test("are found by their other names", async () => {
    expect(await namesFor("search=syzygy")).toEqual(["Ada Ebb"]);
    expect(await namesFor("search=Hull")).toEqual(["Ada Ebb"]);
  });

  test("have the address of their slug, to which any of their names redirects, however it is written", async () => {
    const redirectOf = async (path: string) => {
      const { status, headers: answer } = await get(site, path);
      return [status, answer.get("Location")];
    };
    const names = [
      "syzygy-tides",
      "Syzygy-Tides",
      "SYZYGY%20TIDES",
      "syzygy%20tides",
      "s%C3%BDzygy-tides",
      "spring%20tides",
    ];
    for (const name of [...names, "Spring-Tides", "-spring-tides-"])
      expect(await redirectOf(`/topics/${name}`), name).toEqual([301, "/topics/spring-tides"]);
    // Unneeded percent escapes are removed before the topic is looked up.
    expect(await redirectOf("/topics/syzygy%2dtides")).toEqual([308, "/topics/syzygy-tides"]);
    expect(await redirectOf("/topics/syzygy-tides/")).toEqual([308, "/topics/syzygy-tides"]);
    expect((await get(site, "/topics/syzygy-tides/feed.xml")).status).toBe(200);
    for (const unknownName of ["syzygy", "syzygy-tides-2", "%2B", "-", "%00", "..%2Ftides"])
      expect((await get(site, `/topics/${unknownName}`)).status, unknownName).toBe(404);
  });

  test("filter lists by any of their names; untidy parameters redirect once to the canonical address", async () => {
    const untidyQuery = "topic=syzygy-tides&topic=SYZYGY%20TIDES&topic=harbours&search=&page=1&country=gb&country=";
    for (const [untidyPath, path] of [
      [`/directory?${untidyQuery}`, "/directory"],
      [`/?${untidyQuery}`, "/"],
      [`/directory/academic-researchers?${untidyQuery}`, "/directory/academic-researchers"],
      ["/directory?topic=Syzygy+Tides,harbours&country=GB", "/directory"],
    ] as const) {
      const answer = await get(site, untidyPath);
      expect([answer.status, answer.headers.get("Location")], untidyPath).toEqual([
        302,
        `${path}?topic=spring-tides,harbours&country=GB`,
      ]);
      expect((await get(site, answer.headers.get("Location") as string)).status).toBe(200);
    }
  });

  test("are offered in the form, also those that the texts mention", async () => {
    const texts = { longevityContribution: "Wrote on harbours." };
    await json(site, "PUT", `/api/experts/${people["Ada Ebb"]?.id}`, texts, { headers });
    const page = await get(site, `/admin/experts/${people["Ada Ebb"]?.id}`, { headers });
    const document = parsePage(await page.text());
    expect(document.querySelectorAll("#topic-list option").length).toBe(3);
    const proposed = document.querySelectorAll<HTMLInputElement>('input[type="checkbox"][name="topics.0[]"]');
    expect(Array.from(proposed, ({ value }) => value)).toEqual(["harbours"]);
  });

  test("beyond twelve are refused before they are looked up", async () => {
    const topics = Array.from({ length: 13 }, (_, index) => `Nowhere ${index}`);
    const { id } = people["Bo Flow"] as { id: string };
    const { status, body } = await json(site, "PUT", `/api/experts/${id}`, { topics }, { headers });
    expect([status, body.message]).toEqual([400, "Topics: at most 12 entries fit here."]);
  });

  test("stand in the form by name, and saving them unchanged is no change", async () => {
    const { id, slug } = people["Bo Flow"] as { id: string; slug: string };
    const document = parsePage(await (await get(site, `/admin/experts/${id}`, { headers })).text());
    const topicInput = document.querySelector<HTMLInputElement>('input:not([type=checkbox])[name="topics.0[]"]');
    expect(topicInput?.value).toBe("Tides");
    const { updatedAt, topics } = (await getJson(site, `/api/experts/${slug}`)).body;
    const quickFields = {
      name: "Bo Flow",
      title: "Tidal engineer",
      topics: "Tides, Harbours",
      longevityContribution: "",
      updatedAt,
    };
    const saveAnswer = await form(
      site,
      `/admin/experts/${id}/quick`,
      [...Object.entries(quickFields), ["categories[]", "academic"]],
      { headers },
    );
    expect(saveAnswer.status, await saveAnswer.text()).toBe(303);
    expect((await getJson(site, `/api/experts/${slug}`)).body).toMatchObject({ title: "Tidal engineer", topics });
    const history = parsePage(await (await get(site, `/admin/experts/${id}/history`, { headers })).text());
    const [latestEntry] = history.querySelectorAll(".history > li");
    expect(latestEntry?.textContent).toContain("Tidal engineer");
    expect(latestEntry?.textContent).not.toMatch(/topics/i);
  });

  test("that somebody else changed meanwhile replace the form's after a conflict", async () => {
    const { id, slug } = people["Bo Flow"] as { id: string; slug: string };
    const { updatedAt, topics } = (await getJson(site, `/api/experts/${slug}`)).body;
    const fields = { name: "Bo Flow", title: "Harbour master", "categories[]": "academic", updatedAt };
    expect((await change("Bo Flow", { topics: ["tides", "spring-tides"] })).status).toBe(200);
    for (const [path, typedTopics, theirTopics] of [
      [`/admin/experts/${id}/quick`, [["topics", "Tides, Harbours"]], ["Tides, Spring tides"]],
      [`/admin/experts/${id}`, ["Tides", "Harbours"].map((name) => ["topics.0[]", name]), ["Tides", "Spring tides"]],
    ] as [string, [string, string][], string[]][]) {
      const refusal = await form(site, path, [...Object.entries(fields), ...typedTopics], { headers });
      const page = parsePage(await refusal.text());
      const shownTopics = Array.from(
        page.querySelectorAll<HTMLInputElement>('input:not([type=checkbox])[name^="topics"]'),
        ({ value }) => value,
      );
      expect([refusal.status, shownTopics], path).toEqual([409, theirTopics]);
      expect(page.querySelector("main")?.textContent).not.toContain("You both changed these fields");
    }
    expect((await change("Bo Flow", { topics })).status).toBe(200);
  });

  test("whose name is the former name of another topic, or has a comma, are stored as themselves", async () => {
    const formerTopic = (await addTopic({ name: "Estuary" })).body;
    const renameAnswer = await json(
      site,
      "PUT",
      `/api/admin/topics/${formerTopic.id}`,
      { name: "River mouths" },
      { headers },
    );
    expect(renameAnswer.status).toBe(200);
    const sameTopic = (await addTopic({ name: "estuary" })).body;
    const topicWithComma = (await addTopic({ name: "Locks, weirs" })).body;
    expect([sameTopic.slug, topicWithComma.slug]).toEqual(["estuary-2", "locks-weirs"]);
    await addExpert("Di Lock", { topics: [sameTopic.slug, topicWithComma.slug] });
    const { id, slug } = people["Di Lock"] as { id: string; slug: string };
    const document = parsePage(await (await get(site, `/admin/experts/${id}/quick`, { headers })).text());
    const topics = document.querySelector<HTMLInputElement>("input[name=topics]")?.value ?? "";
    const { updatedAt } = (await getJson(site, `/api/experts/${slug}`)).body;
    const quickFields = { name: "Di Lock", title: "Keeper", topics, longevityContribution: "", updatedAt };
    const saveAnswer = await form(site, `/admin/experts/${id}/quick`, quickFields, { headers });
    expect(saveAnswer.status, await saveAnswer.text()).toBe(303);
    const { body } = await getJson(site, `/api/experts/${slug}`);
    expect(body).toMatchObject({ title: "Keeper", topics: [sameTopic.slug, topicWithComma.slug] });
    const changeAnswer = await change("Di Lock", { topics: ["Estuary"] });
    expect(changeAnswer.body.topics).toEqual([sameTopic.slug]);
    for (const topic of [formerTopic, sameTopic, topicWithComma])
      expect((await json(site, "DELETE", `/api/admin/topics/${topic.id}`, undefined, { headers })).status).toBeLessThan(
        300,
      );
  });
});

describe("lists", () => {
  test("are filtered by several facets, each with several values, with and without a search", async () => {
    expect(await namesFor("topic=tides")).toEqual(["Ada Ebb", "Bo Flow"]);
    expect(await namesFor("topic=tides,harbours&country=GB")).toEqual(["Ada Ebb", "Cy Pier"]);
    expect(await namesFor("topic=harbours&topic=spring-tides&status=historical")).toEqual(["Cy Pier"]);
    expect(await namesFor("available=talks&language=de")).toEqual([]);
    expect(await namesFor("search=professor&country=gb")).toEqual(["Ada Ebb", "Cy Pier"]);
    expect(await namesFor("category=academic&country=NO")).toEqual(["Bo Flow"]);
    for (const hostileQuery of ["country=%00", "topic=%F0%9F%92%A1", "status='--", `language=${"x".repeat(500)}`])
      expect(await namesFor(hostileQuery), hostileQuery).toEqual([]);
    for (const oddSlug of ["%00", "..%2F", "x".repeat(2_000)])
      expect((await get(site, `/topics/${oddSlug}`)).status).toBe(404);
    const { body } = await getJson(site, "/api/experts/paginated?topic=tides");
    expect(body.facets).toMatchObject({
      topic: { tides: 2, "spring-tides": 1, harbours: 1 },
      country: { GB: 1, NO: 1 },
      available: { talks: 1 },
    });
  });

  test("are filtered on the page without scripts, which shows the active filters", async () => {
    const page = await documentAt("/directory?topic=tides&country=GB");
    expect(page.querySelector("#found")?.textContent).toBe("1 Expert Found");
    const boxes = page.querySelectorAll<HTMLInputElement>("#narrow input:checked");
    expect(Array.from(boxes, ({ name, value }) => `${name}=${value}`)).toEqual(["topic=tides", "country=GB"]);
    expect(page.querySelector('a[aria-label="Remove United Kingdom"]')?.getAttribute("href")).toBe(
      "/directory?topic=tides",
    );
    const unfiltered = await documentAt("/directory");
    const groups = (document: Document) =>
      Array.from(document.querySelectorAll("#narrow legend"), ({ textContent }) => textContent);
    expect([groups(unfiltered), unfiltered.querySelector('a[href="/directory?narrow"]')?.textContent]).toEqual([
      ["Topic", "Country"],
      "More filters",
    ]);
    expect(groups(await documentAt("/directory?narrow"))).toHaveLength(5);
  });
});

describe("an empty list", () => {
  test("offers the nearest topics and the list without each filter, before a submission", async () => {
    const { body } = await getJson(site, "/api/experts/paginated?search=tide&country=JP&status=living");
    expect([body.total, body.nobody]).toEqual([
      0,
      {
        topics: [
          { slug: "tides", name: "Tides", experts: 2 },
          { slug: "spring-tides", name: "Spring tides", experts: 1 },
        ],
        without: [{ filter: "country", experts: 1, isCapped: false }],
      },
    ]);
    const page = await documentAt("/directory?search=tide&country=JP&status=living");
    const links = Array.from(page.querySelectorAll(".listing section a"), (link) => link.getAttribute("href"));
    expect(links).toEqual([
      "/topics/tides",
      "/topics/spring-tides",
      "/directory?search=tide&status=living",
      "/directory",
      "/submit",
    ]);
    expect((await getJson(site, "/api/experts/paginated?search=tides")).body.nobody).toBeUndefined();
    const nothingNear = await getJson(site, "/api/experts/paginated?search=qzxvw");
    expect(nothingNear.body.nobody).toEqual({ topics: [], without: [] });
  });
});

test("search engines leave out lists that have nobody, until somebody is in them", async () => {
  expect((await addTopic({ name: "Estuaries" })).status).toBe(201);
  const isIndexed = async (path: string) => {
    const page = await documentAt(path);
    expect(page.querySelector("h1"), path).not.toBeNull();
    return page.querySelector("meta[name=robots]")?.getAttribute("content") !== "noindex";
  };
  for (const [path, isFilled] of [
    ["/topics/estuaries", false],
    ["/topics/tides", true],
    ["/directory/authors", false],
    ["/directory/academic-researchers", true],
    ["/articles?type=expertise-tip", false],
    ["/directory?topic=estuaries", false],
    ["/directory", true],
  ] as const)
    expect([path, await isIndexed(path)]).toEqual([path, isFilled]);
});

describe("editors", () => {
  test("merge two topics: people, names and the address lead to the remaining one", async () => {
    const { body } = await getJson(site, "/api/admin/topics", { headers });
    const { id } = (body.topics as { id: string; slug: string }[]).find(({ slug }) => slug === "harbours") ?? {};
    const mergeAnswer = await json(site, "POST", `/api/admin/topics/${id}/merge`, { into: "tides" }, { headers });
    expect(mergeAnswer.status).toBe(200);
    expect((await getJson(site, `/api/experts/${people["Cy Pier"]?.slug}`)).body.topics).toEqual(["tides"]);
    expect(await namesFor("topic=tides")).toEqual(["Ada Ebb", "Bo Flow", "Cy Pier"]);
    const changeAnswer = await change("Bo Flow", { topics: ["harbours"] });
    expect(changeAnswer.body.topics).toEqual(["tides"]);
    const formerRedirect = await get(site, "/topics/harbours");
    expect([formerRedirect.status, formerRedirect.headers.get("Location")]).toEqual([301, "/topics/tides"]);
    const capitalizedRedirect = await get(site, "/topics/HARBOURS");
    expect([capitalizedRedirect.status, capitalizedRedirect.headers.get("Location")]).toEqual([301, "/topics/tides"]);
  });

  test("add, change and delete topics by form; a name that another topic has is refused, with what was typed", async () => {
    const fields = {
      name: "Buoys",
      otherNames: "Floats\r\nMarkers\r\nfloats",
      broader: "tides",
      description: "",
      openalex: "",
    };
    expect((await form(site, "/admin/topics?index", fields, { headers })).status).toBe(303);
    const { body } = await getJson(site, "/api/admin/topics", { headers });
    const createdTopic = (body.topics as { id: string; name: string; otherNames: string[] }[]).find(
      ({ name }) => name === "Buoys",
    );
    expect(createdTopic?.otherNames).toEqual(["Floats", "Markers"]);
    const refusal = await form(site, "/admin/topics?index", { ...fields, name: "floats" }, { headers });
    const text = await refusal.text();
    expect([refusal.status, text.includes('value="floats"'), text.includes("has this name already")]).toEqual([
      409,
      true,
      true,
    ]);
    const path = `/admin/topics/${createdTopic?.id}`;
    expect((await form(site, path, { ...fields, name: "Sea marks", broader: "" }, { headers })).status).toBe(303);
    expect((await (await get(site, path, { headers })).text()).includes("Sea marks")).toBe(true);
    // A refused merge leaves the form of the topic as it is stored.
    await form(site, path, { ...fields, description: "They float." }, { headers });
    const refusedMerge = await form(site, path, { intent: "merge", into: "" }, { headers });
    expect(refusedMerge.status).toBe(400);
    const typed = Object.fromEntries(fieldsOfForm(parsePage(await refusedMerge.text()), `main form[action="${path}"]`));
    expect(typed).toMatchObject({ name: "Buoys", otherNames: "Floats\nMarkers", description: "They float." });
    expect((await form(site, path, { intent: "delete" }, { headers })).status).toBe(303);
    expect((await get(site, path, { headers })).status).toBe(404);
  });
});

const FEATURED = `SELECT name FROM experts WHERE "featuredPosition" IS NOT NULL ORDER BY "featuredPosition"`;

test("an undo of a bulk change gives topics and featured people their former places", async () => {
  const names = ["Dee Dock", "Ed Estuary", "Fay Fjord", "Gus Gulf"];
  for (const name of ["Locks", "Weirs", "Sluices"]) expect((await addTopic({ name })).status).toBe(201);
  for (const name of names) await addExpert(name, { topics: ["locks", "weirs", "sluices"], featured: true });
  const stateOf = async () => ({
    topics: await Promise.all(
      names.map(async (name) => (await getJson(site, `/api/experts/${people[name]?.slug}`)).body.topics),
    ),
    featured: (await query<{ name: string }>(site.dataDir, FEATURED)).map(({ name }) => name),
  });
  const stateBefore = await stateOf();
  expect(stateBefore.featured).toEqual(names);
  const path = "/admin/experts";
  const fields = names.slice(0, 3).map((name): [string, string] => ["ids[]", people[name]?.id ?? ""]);
  for (const choice of ["removeTopic:locks", "removeTopic:weirs", "unfeature"]) {
    const answer = await form(site, path, [["intent", "change"], ["choice", choice], ...fields], { headers });
    expect(answer.status).toBe(200);
    expect(await stateOf()).not.toEqual(stateBefore);
    const undoFields = fieldsOfForm(parsePage(await answer.text()), "form:has(> [name=choice][type=hidden])");
    expect((await form(site, path, [["intent", "change"], ...undoFields], { headers })).status).toBe(200);
    expect(await stateOf()).toEqual(stateBefore);
  }
  for (const name of names) await json(site, "DELETE", `/api/experts/${people[name]?.id}`, undefined, { headers });
});

test("EM08 two editors who change a topic at once overwrite nothing: the second sees both versions, and saves again", async () => {
  const { body: topic } = await addTopic({ name: "Currents", description: "Water that moves. It has many causes." });
  const otherHeaders = (await signUpEditor(site, { firstName: "Olga", lastName: "Other" })).headers;
  const path = `/admin/topics/${topic.id}`;
  const shownPage = await get(site, path, { headers });
  const fields = Object.fromEntries(fieldsOfForm(parsePage(await shownPage.text()), `main form[action="${path}"]`));
  expect(fields.name).toBe("Currents");

  const theirFields = { name: "Currents", description: "Theirs. It is better.", updatedAt: fields.updatedAt };
  expect(
    (await json(site, "PUT", `/api/admin/topics/${topic.id}`, theirFields, { headers: otherHeaders })).status,
  ).toBe(200);
  const staleAnswer = await json(site, "PUT", `/api/admin/topics/${topic.id}`, theirFields, { headers: otherHeaders });
  expect([staleAnswer.status, staleAnswer.body.message]).toEqual([
    409,
    expect.stringContaining("Olga Other changed this topic"),
  ]);

  const answer = await form(site, path, { ...fields, description: "Mine. It is longer." }, { headers });
  expect(answer.status).toBe(409);
  const page = parsePage(await answer.text());
  expect(page.querySelector("main [data-tone=problem]")?.textContent).toContain("Olga Other changed this topic");
  expect(page.querySelector("main .theirs")?.textContent).toContain("Theirs. It is better.");
  const shownFields = Object.fromEntries(fieldsOfForm(page, `main form[action="${path}"]`));
  expect(shownFields.description).toBe("Mine. It is longer.");
  expect((await form(site, path, shownFields, { headers })).status).toBe(303);
  const { body: allTopics } = await getJson<{ topics: { slug: string; description: string }[] }>(site, "/api/topics");
  expect(allTopics.topics.find(({ slug }) => slug === "currents")?.description).toBe("Mine. It is longer.");
  await json(site, "DELETE", `/api/admin/topics/${topic.id}`, undefined, { headers });
});

test("EV11 a topic’s description has sources as a profile’s text: by form and call, on page, in JSON, and only while the sentence stays", async () => {
  const description = "Mud is soft. It settles in still water.";
  const { body: mudTopic } = await addTopic({ name: "Mud", description });
  const path = `/api/admin/topics/${mudTopic.id}/evidence`;
  const reference = {
    intent: "refer",
    field: "description",
    sentence: "Mud is soft.",
    doi: "10.1000/mud",
    title: "On mud",
  };
  expect((await json(site, "POST", path, { ...reference, sentence: "Mud is hard." }, { headers })).status).toBe(400);
  expect((await json(site, "POST", path, reference, { headers })).status).toBe(201);
  const secondSource = { intent: "refer", field: "description", sentence: "It settles in still water." };
  const formAnswer = await form(
    site,
    `/admin/topics/${mudTopic.id}/sources`,
    { ...secondSource, url: "https://example.org/still", title: "Still water" },
    { headers },
  );
  expect(formAnswer.status).toBe(303);
  const readNotes = async () => {
    const page = await documentAt("/topics/mud");
    return Array.from(page.querySelectorAll(".notes > li > a"), (element) => element.textContent);
  };
  expect(await readNotes()).toEqual(["On mud", "Still water"]);
  const sourcedSentences = async () =>
    (await getJson(site, "/api/topics")).body.topics
      .find(({ slug }: { slug: string }) => slug === "mud")
      .evidence.map(({ sentence }: { sentence: string }) => sentence);
  expect(await sourcedSentences()).toEqual(["Mud is soft.", "It settles in still water."]);

  // A changed sentence loses its source; an unchanged one keeps it elsewhere in the text.
  const save = (text: string) =>
    json(site, "PUT", `/api/admin/topics/${mudTopic.id}`, { name: "Mud", description: text }, { headers });
  expect((await save("Mud is brown. It settles in still water.")).status).toBe(200);
  expect(await sourcedSentences()).toEqual(["It settles in still water."]);
  expect((await documentAt("/topics/mud")).body.textContent).toMatch(/1 of 2 sentences with a source/);
  const sourcesPage = await get(site, `/admin/topics/${mudTopic.id}/sources`, { headers });
  expect(await sourcesPage.text()).toContain("On mud");
  expect((await get(site, `/admin/topics/${mudTopic.id}/sources`)).status).not.toBe(200);
  expect((await get(site, "/admin/topics/no-such/sources", { headers })).status).toBe(404);

  await json(site, "DELETE", `/api/admin/topics/${mudTopic.id}`, undefined, { headers });
  expect((await getJson(site, path, { headers })).status).toBe(404);
});

test("MO03 EM08 topics, places, languages, choices and categories are shown by name wherever a change is reviewed", async () => {
  const storedFields = {
    topics: ["mud-flats", "salt-marshes"],
    categories: ["ai_data_scientist"],
    country: "NO",
    languages: ["de", "pt-BR"],
    availableFor: ["review"],
    status: "historical",
  };
  const names = "Mud flats,Salt marshes,AI & Data Scientists,Norway,German,Brazilian Portuguese,Reviews,Historical";
  const codes = /mud-flats|salt-marshes|ai_data_scientist|\bNO\b|\bde\b|pt-BR|\breview\b|\bhistorical\b/;
  const asEditor = { headers };
  for (const name of ["Mud flats", "Salt marshes"]) await addTopic({ name });
  await addExpert("Ed Sluice", { topics: ["tides"] });
  const profileBefore = (await getJson(site, `/api/experts/${people["Ed Sluice"]?.slug}`)).body;
  await change("Ed Sluice", storedFields);
  const { id, slug } = people["Ed Sluice"] as { id: string; slug: string };
  await addExpert("Fi Weir", { topics: ["tides"], categories: ["author"] });
  const reader = await signUp(site);
  const sentFields = { ...fullSubmission, name: "Gus Dyke", categories: ["author"] };
  const submission = (await json(site, "POST", "/api/submissions", sentFields, { headers: reader.headers })).body;
  const { status: _status, ...suggestedFields } = storedFields;
  const submissionPath = `/api/admin/submissions/${submission.id}`;
  const { updatedAt: sentAt } = (await getJson(site, "/api/admin/submissions", asEditor)).body.find(
    (entry: { id: string }) => entry.id === submission.id,
  );
  expect((await json(site, "PUT", submissionPath, suggestedFields, asEditor)).status).toBe(200);
  const typedFields = { topics: "Spring tides", name: "Ed Sluice", title: "Keeper", longevityContribution: "" };

  const pages: [string, Promise<Response>][] = [
    ["history", get(site, `/admin/experts/${id}/history`, asEditor)],
    [
      "quick conflict",
      form(site, `/admin/experts/${id}/quick`, { ...typedFields, updatedAt: profileBefore.updatedAt }, asEditor),
    ],
    ["merge", get(site, `/admin/experts/${people["Fi Weir"]?.id}/merge?with=${slug}`, asEditor)],
    ["review", get(site, `/admin/submissions/${submission.id}`, asEditor)],
    ["what was sent", get(site, `/my-submissions/${submission.id}`, { headers: reader.headers })],
    [
      "edit conflict",
      form(
        site,
        `/admin/submissions/${submission.id}/edit`,
        { name: "Gus", intent: "save", updatedAt: sentAt },
        asEditor,
      ),
    ],
  ];
  for (const [pageName, response] of pages) {
    const document = parsePage(await (await response).text());
    const shownText = Array.from(
      document.querySelectorAll("main dd, main td, main fieldset li, main fieldset p"),
      ({ textContent }) => textContent,
    ).join(" | ");
    const isWhole = pageName !== "quick conflict";
    const expectedNames = names.split(",").filter((name) => isWhole || /flats|marshes/.test(name));
    const missingNames = expectedNames.filter(
      (name) => !shownText.includes(name) && !(name === "Historical" && /sent|review|edit/.test(pageName)),
    );
    expect([pageName, missingNames, codes.exec(shownText)?.[0]]).toEqual([pageName, [], undefined]);
  }
});

test("articles are on the page of the topic that a tag names, however it is written, the latest first, without drafts", async () => {
  const writeArticle = (title: string, fields: object) =>
    json(
      site,
      "POST",
      "/api/admin/articles",
      { title, type: "research-insight", body: "About water.", ...fields },
      { headers },
    );
  for (const [title, tags, status] of [
    ["By name", ["SPRING TIDES"], "published"],
    ["By another name", ["syzygy Tides"], "published"],
    ["Still a draft", ["tides"], "draft"],
    ["Of something else", ["Deserts"], "published"],
  ] as const)
    expect((await writeArticle(title, { tags, status })).status, title).toBe(201);
  for (const path of ["/topics/tides", "/topics/spring-tides"]) {
    const links = Array.from((await documentAt(path)).querySelectorAll('main a[href^="/articles/"]'));
    expect(
      links.map((link) => link.textContent?.trim()),
      path,
    ).toEqual(["By another name", "By name"]);
  }
  const page = await documentAt("/articles/by-name");
  expect(page.querySelector('a[href="/topics/spring-tides"]')?.textContent).toBe("SPRING TIDES");
});

test("a merged topic's people and the other topic's people are all found by the names of both", async () => {
  const merged = (await addTopic({ name: "Wavelets", otherNames: ["Riplets"] })).body;
  const target = (await addTopic({ name: "Ripples", otherNames: ["Dimples"] })).body;
  await addTopic({ name: "Capillary ripples", broader: target.slug });
  await addExpert("Jo Wave", { topics: [merged.slug] });
  await addExpert("Ki Ripple", { topics: [target.slug] });
  await addExpert("Li Capillary", { topics: ["capillary-ripples"] });
  const merge = () => json(site, "POST", `/api/admin/topics/${merged.id}/merge`, { into: target.slug }, { headers });

  const saveTarget = (otherNames: string[]) =>
    json(site, "PUT", `/api/admin/topics/${target.id}`, { name: "Ripples", otherNames }, { headers });
  const manyNames = Array.from({ length: 29 }, (_, index) => `Dimples ${index}`);
  expect((await saveTarget(manyNames)).status).toBe(200);
  const refusal = await merge();
  expect([refusal.status, refusal.body.message]).toEqual([
    400,
    "“Ripples” would have 31 other names, and at most 30 fit. Please remove some first.",
  ]);
  expect((await saveTarget(["Dimples"])).status).toBe(200);

  expect((await merge()).status).toBe(200);
  for (const name of ["wavelets", "riplets", "dimples"])
    expect(await namesFor(`search=${name}`), name).toEqual(["Jo Wave", "Ki Ripple", "Li Capillary"]);
});
