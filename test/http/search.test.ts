/** Tests the search by question, over HTTP on the starter directory: results, their explanation, and words that were left out. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { EIGHTH_QUESTIONS } from "../search/eighth-questions";
import { FIFTH_QUESTIONS } from "../search/fifth-questions";
import { FOURTH_QUESTIONS } from "../search/fourth-questions";
import { MORE_QUESTIONS } from "../search/more-questions";
import { QUESTIONS } from "../search/questions";
import { SEVENTH_QUESTIONS } from "../search/seventh-questions";
import { SIXTH_QUESTIONS } from "../search/sixth-questions";
import { THIRD_QUESTIONS } from "../search/third-questions";
import { signUpAdmin } from "../support/admin";
import { inDatabase } from "../support/database";
import { parsePage } from "../support/parse-page";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

let site: Site;
let headers: Record<string, string>;

beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT: "off" } });
  headers = (await signUpAdmin(site)).headers;
});
afterAll(() => site?.stop());

interface MatchedExpert {
  slug: string;
  match: { field: string; text: string } | null;
}

async function ask(text: string, parameters = "") {
  const { body } = await getJson(
    site,
    `/api/experts/paginated?limit=10&search=${encodeURIComponent(text)}${parameters}`,
  );
  const { experts, mentioned, corrected, leftOut } = body as {
    experts: MatchedExpert[];
    mentioned: MatchedExpert[];
    corrected: string | null;
    leftOut: string[];
  };
  const mentions = mentioned.map(({ slug }) => slug);
  return { slugs: experts.map(({ slug }) => slug), mentions, experts, corrected, leftOut };
}

async function readMain(path: string): Promise<HTMLElement> {
  const document = parsePage(await (await get(site, path)).text());
  return document.querySelector("main") as HTMLElement;
}

test.each([
  ["first", QUESTIONS, 0.05],
  ["second", MORE_QUESTIONS, 0.05],
  ["third", THIRD_QUESTIONS, 0.05],
  ["fourth", FOURTH_QUESTIONS, 0.05],
  // These questions use words that no record has, and that the word list does not relate to one person.
  ["fifth", FIFTH_QUESTIONS, 0.12],
  ["sixth", SIXTH_QUESTIONS, 0.17],
  ["seventh", SEVENTH_QUESTIONS, 0.05],
  ["eighth", EIGHTH_QUESTIONS, 0.05],
] as const)(
  "D21 the %s list of readers' questions finds a right person, and for unanswerable questions nobody, or names the words left out",
  async (_, list, maxWrongShare) => {
    const problems: string[] = [];
    for (const [question, rightSlugs] of list) {
      const { slugs, mentions, leftOut } = await ask(question);
      const isFine = rightSlugs
        ? [...slugs, ...mentions].slice(0, 5).some((slug) => rightSlugs.replaceAll("~", "").split(" ").includes(slug))
        : slugs.length === 0 || leftOut.length > 0;
      if (!isFine) problems.push(question);
    }
    expect(problems.length, problems.join("; ")).toBeLessThanOrEqual(list.length * maxWrongShare);
  },
);

test("D21 abbreviations, places and English words are not corrected to a person's name", async () => {
  for (const text of ["GWAS", "Kenya", "football", "Poland", "UCLX"])
    expect((await ask(text)).corrected, text).toBeNull();
  expect((await ask("Köln")).slugs).not.toContain("rosa-kornfeld-matte");
  expect((await ask("Kenya")).slugs).not.toContain("cynthia-kenyon");
  expect(await ask("Kenion")).toMatchObject({ slugs: expect.arrayContaining(["cynthia-kenyon"]), corrected: "kenyon" });
});

test("D21 people who match all of a longer question come first, and the page says when others match only most of it", async () => {
  const { body } = await getJson(site, "/api/experts/paginated?search=growing+new+livers+for+mice");
  const page = await readMain("/directory?search=growing+new+livers+for+mice");
  expect(body.whole).toBeGreaterThan(0);
  expect(body.total).toBeGreaterThan(body.whole);
  expect(body.leftOut.length).toBeGreaterThan(0);
  expect(page.textContent).toContain("Only the first");
  expect(page.textContent).not.toContain("Nobody matches all of that.");
  // A name or title that matches completely is not followed by partial matches.
  for (const text of ["João Pedro de Magalhães", "Time of our Lives: the science of human ageing"])
    expect((await getJson(site, `/api/experts/paginated?search=${encodeURIComponent(text)}`)).body, text).toMatchObject(
      {
        leftOut: [],
      },
    );
});

test("D21 a name in another script proposes the person who sounds alike, and another word nobody", async () => {
  for (const [text, name] of [
    ["Кеньон", "Cynthia Kenyon"],
    ["синклер", "David Sinclair"],
    ["シンクレア", "David Sinclair"],
    ["케니언", "Cynthia Kenyon"],
  ] as const) {
    expect((await ask(text)).slugs, text).toEqual([]);
    const page = await readMain(`/directory?search=${encodeURIComponent(text)}`);
    expect(page.textContent, text).toContain(`Did you mean ${name}`);
  }
  // This is the name itself, letter by letter.
  expect((await ask("ヤマナカ")).slugs[0]).toBe("shinya-yamanaka");
  for (const text of [
    "Кения",
    "квантовая гравитация",
    "футбол",
    "πυρηνική φυσική",
    "الجاذبية الكمية",
    "端粒",
    "サッカー",
  ])
    expect((await ask(text)).slugs, text).toEqual([]);
  // Words in Latin letters are never compared by sound.
  expect((await ask("snkr")).slugs).toEqual([]);
});

test("D21 a proposed name is written as in the record, and a shared first name is not proposed for a full name", async () => {
  for (const text of ["Andrew Huberman", "andrew huberman"]) {
    const page = await readMain(`/directory?search=${encodeURIComponent(text)}`);
    expect(page.querySelector("#found")?.textContent, text).toBe("0 Experts Found");
    expect(page.textContent, text).not.toContain("Did you mean");
  }
  const page = await readMain("/directory?search=deeming");
  expect(page.textContent).toContain("Did you mean Deming?");
});

test("D21 institutions are found by their initials wherever a record names them", async () => {
  expect((await ask("LSHTM")).slugs).toEqual(["alexandre-kalache"]);
  expect((await ask("House of Lords")).slugs.toSorted()).toEqual(["camilla-cavendish", "sally-greengross"]);
});

test("D21 joined words are found when written apart, and the other way round, in any field", async () => {
  for (const [text, slug] of [
    ["Found My Fitness", "rhonda-patrick"],
    ["Grim Age", "steve-horvath"],
    ["bluezones", "dan-buettner"],
    ["superagers", "eric-topol"],
  ] as const)
    expect((await ask(text)).slugs.slice(0, 3), text).toContain(slug);
  for (const person of [
    { name: "Jürgen Schröder", biography: "Works at the Østfold clinic." },
    { name: "Ilse van der Meer" },
    { name: "김민준" },
    { name: "王小明" },
  ])
    expect((await json(site, "POST", "/api/admin/experts", person, { headers })).status).toBe(201);
  for (const [text, name] of [
    ["Schroeder", "Jürgen Schröder"],
    ["oestfold", "Jürgen Schröder"],
    ["vandermeer", "Ilse van der Meer"],
    ["민준", "김민준"],
    ["Wang Xiaoming", "王小明"],
  ] as const) {
    const { body } = await getJson(site, `/api/experts/paginated?search=${encodeURIComponent(text)}`);
    expect(body.experts[0]?.name, text).toBe(name);
  }
});

test("D21 a search for somebody who is not listed does not show others with the same first name", async () => {
  expect(await ask("Andrew Huberman")).toMatchObject({ slugs: [] });
  expect((await ask("Andrew Steele")).slugs).toEqual(["andrew-steele"]);
  const page = await readMain("/directory?search=Andrew+Huberman");
  expect(page.textContent).toContain("Andrew Huberman is not listed here.");
  expect(page.querySelector("a[href='/submit?name=Andrew+Huberman']")?.textContent).toBe("Submit Expert for Review");
  for (const question of ["violin makers", "Who Knows Violins", "xqzvw"])
    expect((await readMain(`/directory?search=${encodeURIComponent(question)}`)).textContent).not.toContain(
      "is not listed",
    );
});

test("D21 an affiliation is found by its initials", async () => {
  const person = { name: "Ines Ibarra", affiliation: "Zenith University of Quito, Guayaquil (professor)" };
  expect((await json(site, "POST", "/api/admin/experts", person, { headers })).status).toBe(201);
  for (const text of ["ZUQG", "zuq"]) expect((await ask(text)).slugs, text).toEqual(["ines-ibarra"]);
});

test("D21 an exact title comes first, a phrase counts as one word, and a short word is not corrected to another", async () => {
  expect((await ask("author of Age Later")).slugs[0]).toBe("nir-barzilai");
  const { slugs } = await ask("who was the first head of the National Institute on Aging");
  expect(slugs.slice(0, 5)).toContain("robert-n-butler");
  expect((await ask("chile con carne")).corrected).toBeNull();
});

test("PB27 each result shows the line with the searched words unless name, title or contribution has them", async () => {
  const { experts } = await ask("The Patient Will See You Now");
  expect(experts).toMatchObject([
    { slug: "eric-topol", match: { field: "books", text: expect.stringContaining("The Patient Will See You Now") } },
  ]);
  expect((await ask("telomerase")).experts[0]).toMatchObject({ slug: "elizabeth-blackburn", match: null });
  const topicPage = await readMain("/directory?search=telomerase");
  const topics = Array.from(topicPage.querySelectorAll(".card"), (element) => element.textContent).filter((text) =>
    text?.includes("Leonard Hayflick"),
  );
  expect(topics).toMatchObject([expect.stringContaining("Topic: ")]);
  const page = await readMain("/directory?search=cilia");
  const card = Array.from(page.querySelectorAll(".card")).find((element) =>
    element.textContent?.includes("Cynthia Kenyon"),
  );
  expect(card?.textContent).toContain("Highlight: ");
  expect(Array.from(card?.querySelectorAll("mark") ?? [], (mark) => mark.textContent)).toContain("cilia");
});

test("D21 people are found by the continent, region and union of their country, and the line says so", async () => {
  const answerBefore = await ask("Nordic countries");
  const person = { name: "Nora Nordmann", longevityContribution: "Wrote on frailty.", country: "NO" };
  expect((await json(site, "POST", "/api/admin/experts", person, { headers })).status).toBe(201);
  const answer = await ask("who works on frailty in Scandinavia?");
  expect(answer).toMatchObject({ slugs: ["nora-nordmann"], leftOut: [] });
  expect(answer.experts[0]?.match).toEqual({
    field: "place",
    text: "Norway",
    condition: "scandinavia",
  });
  for (const text of ["Nordic frailty experts", "frailty in Northern Europe", "European frailty research"])
    expect((await ask(text)).slugs, text).toContain("nora-nordmann");
  for (const text of ["frailty in the European Union", "frailty in Asia"])
    expect((await ask(text)).slugs, text).not.toContain("nora-nordmann");
  expect((await ask("Nordic countries")).slugs.filter((slug) => !answerBefore.slugs.includes(slug))).toEqual([
    "nora-nordmann",
  ]);
  expect((await ask("East Asia")).slugs).toContain("shinya-yamanaka");
});

test("D21 people who work in a place are counted, people who only mention it stand apart, and an empty result says who works where", async () => {
  const { body } = await getJson(site, "/api/experts/paginated?search=senolytics+in+Germany");
  expect(body).toMatchObject({ experts: [], total: 0, nobody: { rest: "senolytics" } });
  expect(body.mentioned).toMatchObject([{ slug: "andrea-maier", match: { condition: "germany" } }]);
  expect(body.mentioned[0].match.text).toContain("Germany");
  expect(body.nobody.places.map(({ country }: { country: string }) => country)).toContain("SG");
  const page = await readMain("/directory?search=senolytics+in+Germany");
  expect(page.querySelector("#found")?.textContent).toBe("0 Experts Found");
  expect(page.querySelector("#mentioned")?.textContent).toBe("Mentioned: Germany");
  for (const text of ["senolytics+in+germany", "german+senolytics+researchers"])
    expect((await readMain(`/directory?search=${text}`)).querySelector("#mentioned")?.textContent, text).toBe(
      "Mentioned: Germany",
    );
  // The page also links to other people who work there.
  expect(body.nobody.there).toMatchObject({ search: "Germany", experts: 2 });
  const placeLink = page.querySelector<HTMLAnchorElement>('a[href="/directory?search=Germany"]');
  expect(placeLink?.closest("p")?.textContent).toBe("Everybody who works in this place: Germany (2).");
  const germanAnswer = await ask("german scientist");
  expect(germanAnswer.slugs.toSorted()).toEqual(["james-vaupel", "linda-partridge"]);
  expect(germanAnswer.mentions).toContain("andrea-maier");
  // Words of a name, a title, and an ordinary word are not taken for places.
  expect((await ask("University of Oxford")).slugs).toContain("tom-kirkwood");
  expect((await ask("reading")).slugs.length).toBeGreaterThan(0);
});

test("D21 a place of origin is not a workplace, and a name in capitals matches only its bearer", async () => {
  expect((await ask("researchers with roots in Chile")).slugs.toSorted()).toEqual([
    "felipe-sierra",
    "rosa-kornfeld-matte",
  ]);
  for (const [text, slug] of [
    ["born in Durban", "tom-kirkwood"],
    ["native of Australia", "elizabeth-blackburn"],
    ["who was raised in Texas", "celine-halioua"],
    ["someone who grew up in New Zealand", "laura-deming"],
  ] as const)
    expect([text, (await ask(text)).slugs[0]]).toEqual([text, slug]);
  // "leach" is an English word, and "Isabela" a town.
  const { body } = await getJson(site, "/api/experts/paginated?search=David+Leach");
  expect([body.total, body.nobody?.name]).toEqual([0, "David Leach"]);
  expect((await ask("Isabela Aboderin")).slugs).toEqual(["isabella-aboderin"]);
  expect((await ask("Lady Cavendish")).slugs).toEqual(["camilla-cavendish"]);
});

test("the featured people of the homepage call follow its search and filters, and categories are counted", async () => {
  const featured = (await getJson(site, "/api/experts/homepage")).body.featured as { slug: string; country: string }[];
  const { body } = await getJson(site, "/api/experts/homepage?country=GB&search=ageing&limit=100");
  const slugs = body.experts.map(({ slug }: MatchedExpert) => slug);
  expect(featured.length).toBeGreaterThan(body.featured.length);
  expect(body.featured.every(({ slug }: MatchedExpert) => slugs.includes(slug))).toBe(true);
  const narrowedAnswer = await getJson(site, "/api/experts/paginated?search=ageing&category=author");
  expect(narrowedAnswer.body.facets.category.author).toBe(narrowedAnswer.body.total);
});

test("D21 repeated words and common small words exclude nobody", async () => {
  const plainAnswer = await ask("frailty inflammation");
  expect(plainAnswer.slugs.length).toBeGreaterThan(0);
  expect((await ask("expert on both frailty and inflammation")).slugs).toEqual(plainAnswer.slugs);
  expect(await ask("frailty frailty frailty inflammation")).toMatchObject({ slugs: plainAnswer.slugs, leftOut: [] });
  const withoutFiller = await ask("never sick when old");
  expect(withoutFiller.slugs.length).toBeGreaterThan(0);
  expect((await ask("people who never get sick when old")).slugs).toEqual(withoutFiller.slugs);
});

test("D21 the position of a rare word in a question does not matter", async () => {
  const answer = await ask("centenarians umbrella");
  expect(answer.slugs.length).toBeGreaterThan(0);
  expect(answer.leftOut).toEqual(["umbrella"]);
  for (const text of ["umbrella centenarians", "whom could I invite with an umbrella to talk about centenarians?"])
    expect(await ask(text), text).toMatchObject({ slugs: answer.slugs, leftOut: ["umbrella"] });
});

test("D21 a filtered search counts only its own results, in the list, its pages and the JSON call", async () => {
  const { body } = await getJson(site, "/api/experts/paginated?search=ageing&country=GB&limit=100");
  expect(body.total).toBeGreaterThan(1);
  expect(body.facets.country).toEqual({ GB: body.total });
  for (const [topic, experts] of Object.entries(body.facets.topic).slice(0, 3)) {
    const filteredAnswer = await getJson(site, `/api/experts/paginated?search=ageing&country=GB&topic=${topic}`);
    expect(filteredAnswer.body.total, topic).toBe(experts);
  }
  const peopleInCountry = (await getJson(site, "/api/experts/paginated?country=GB&limit=100")).body
    .experts as MatchedExpert[];
  const narrowedSlugs = (body.experts as MatchedExpert[]).map(({ slug }) => slug);
  const searchResults = (await getJson(site, "/api/experts/paginated?search=ageing&limit=100")).body
    .experts as MatchedExpert[];
  const slugsInBoth = searchResults
    .map(({ slug }) => slug)
    .filter((slug) => peopleInCountry.some((person) => person.slug === slug));
  expect(narrowedSlugs).toEqual(slugsInBoth);
});

test("D21 if nobody matches all words, the best matches come, and the words left out are named", async () => {
  const { slugs, leftOut } = await ask("telomerase snorkel");
  expect(slugs[0]).toBe("elizabeth-blackburn");
  expect(leftOut).toEqual(["snorkel"]);
  const page = await readMain("/directory?search=telomerase+snorkel");
  expect(page.textContent).toContain("Nobody matches all of that.");
  expect(page.textContent).toContain("none of them has snorkel.");
  expect(await ask("telomerase")).toMatchObject({ leftOut: [], corrected: null });
  expect((await getJson(site, "/api/experts/paginated")).body).not.toHaveProperty("leftOut");
});

test("D21 records do not say who is a woman or a man: the word is left out, and the page says so", async () => {
  for (const [question, word, withoutWord] of [
    ["women working on frailty", "women", "working on frailty"],
    ["Which female stem cell researchers are there?", "female", "Which stem cell researchers are there?"],
    ["male geriatricians", "male", "geriatricians"],
    ["women in longevity biotech", "women", "in longevity biotech"],
  ] as const) {
    const { slugs, leftOut } = await ask(question);
    expect(slugs, question).toEqual((await ask(withoutWord)).slugs);
    expect(leftOut, question).toContain(word);
    const page = await readMain(`/directory?search=${encodeURIComponent(question)}`);
    expect(page.textContent).toContain(
      `Records here do not say who is a woman or a man, so the search left out ${word}.`,
    );
  }
  for (const subject of ["why do women live longer", "women's life expectancy", "female mice", "women"]) {
    const page = await readMain(`/directory?search=${encodeURIComponent(subject)}`);
    expect(page.textContent, subject).not.toContain("Records here do not say");
  }
});

test("D21 an English comparative is not corrected", async () => {
  for (const text of ["stronger", "faster", "healthiest", "bigger"])
    expect((await ask(`xqzvt ${text}`)).corrected, text).toBeNull();
});

test("PB20 an empty result suggests changes of the search before a submission", async () => {
  const text = (await readMain("/directory?search=xqzvt")).textContent ?? "";
  const places = ["No experts found", "Try fewer or more general words", "Submit Expert for Review"].map((sentence) =>
    text.indexOf(sentence),
  );
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("PB20 home page, category page and assistants suggest the same for an empty result: near topics, and filters to leave out", async () => {
  const suggestions = {
    topics: [expect.objectContaining({ slug: "telomere-biology" })],
    without: [expect.objectContaining({ filter: "search" }), expect.objectContaining({ filter: "category" })],
  };
  const parameters = "category=podcasters-media&search=telomerase";
  expect((await getJson(site, `/api/experts/paginated?${parameters}`)).body).toMatchObject({
    total: 0,
    nobody: suggestions,
  });
  const call = { name: "search_experts", arguments: { query: "telomerase", category: "podcasters-media" } };
  const { body } = await json(site, "POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  expect(body.result.structuredContent).toMatchObject({ total: 0, nobody: suggestions });
  for (const [path, withoutCategory] of [
    ["/?category=podcaster_media&search=telomerase", "/?search=telomerase"],
    ["/directory/podcasters-media?search=telomerase", "/directory?search=telomerase"],
  ] as const) {
    const page = await readMain(path);
    const addresses = Array.from(page.querySelectorAll("a"), (link) => link.getAttribute("href"));
    expect(addresses, path).toEqual(expect.arrayContaining(["/topics/telomere-biology", withoutCategory, "/submit"]));
    expect(page.textContent, path).toContain("No experts found");
    expect((await readMain(withoutCategory)).textContent, path).toContain("Elizabeth Blackburn");
  }
});

test("D21 a new highlight, book, article and synonym are found in the next answer", async () => {
  const person = {
    name: "Quilla Nextanswer",
    scienceHighlights: ["Snails|Zorbulin slows snails."],
    books: ["Plimsoll Nights|Q"],
  };
  const { body } = await json(site, "POST", "/api/admin/experts", person, { headers });
  for (const [text, field] of [
    ["zorbulin", "scienceHighlights"],
    ["plimsoll", "books"],
  ] as const)
    expect((await ask(text)).experts, text).toMatchObject([{ slug: body.slug, match: { field } }]);
  expect((await ask("gastropod")).slugs).toEqual([]);
  const settings = await form(site, "/admin/settings", { synonyms: "gastropod = snails" }, { headers });
  expect(settings.status).toBe(303);
  expect((await ask("gastropods")).slugs).toEqual([body.slug]);
  // The edited list replaces the starting list.
  expect((await ask("zombie cells")).slugs).toEqual([]);
  await form(site, "/admin/settings", { synonyms: "" }, { headers });
  expect((await ask("zombie cells")).slugs).toContain("judith-campisi");

  const article = {
    title: "Wobblefish observed",
    type: "research-insight",
    status: "published",
    body: "Text.",
    expertId: body.id,
  };
  const createAnswer = await json(site, "POST", "/api/admin/articles", { ...article, excerpt: "E" }, { headers });
  expect(createAnswer.status).toBe(201);
  expect((await ask("wobblefish")).experts).toMatchObject([{ slug: body.slug, match: { field: "articles" } }]);
});

test("D21 an article leads to the person whom it is about now, while it is published", async () => {
  const [firstPerson, secondPerson] = await Promise.all(
    ["Fay Firstly", "Sol Secondly"].map(async (name) => {
      const { body } = await json(site, "POST", "/api/admin/experts", { name }, { headers });
      return body as { id: string; slug: string };
    }),
  );
  const words = { title: "Quixotherium observed", type: "research-insight", body: "Text.", excerpt: "E" };
  const article = { ...words, status: "published", expertId: firstPerson?.id };
  const { body: created } = await json(site, "POST", "/api/admin/articles", article, { headers });
  const foundSlugs = async () => (await ask("quixotherium")).experts.map(({ slug }) => slug);
  expect(await foundSlugs()).toEqual([firstPerson?.slug]);
  for (const [changes, slugs] of [
    [{ expertId: secondPerson?.id }, [secondPerson?.slug]],
    [{ status: "draft" }, []],
    [{ status: "published" }, [secondPerson?.slug]],
    [{ title: "Something else" }, []],
    [{ title: "Quixotherium" }, [secondPerson?.slug]],
    [{ expertId: null }, []],
  ] as const) {
    const changeAnswer = await json(site, "PUT", `/api/admin/articles/${created.id}`, changes, { headers });
    expect([changes, changeAnswer.status, await foundSlugs()]).toEqual([changes, 200, slugs]);
  }
});

test("PB08 a search box suggests people, topics, institutions and articles in one answer of at most 3 KB", async () => {
  const suggestionsFor = async (q: string) => {
    const text = await (await get(site, `/api/offers?q=${encodeURIComponent(q)}`)).text();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3_000);
    return (JSON.parse(text) as { offers: { kind: string; name: string; address: string }[] }).offers;
  };
  const [firstSuggestion] = await suggestionsFor("kenyon");
  expect(firstSuggestion).toMatchObject({ kind: "expert", name: "Cynthia Kenyon", address: "/cynthia-kenyon" });
  expect(await suggestionsFor("epigenetic cl")).toContainEqual(
    expect.objectContaining({ kind: "topic", address: "/topics/epigenetic-clocks" }),
  );
  const buckInstitute = (await suggestionsFor("buck")).find(({ kind }) => kind === "institution");
  expect(buckInstitute).toMatchObject({
    name: "Buck Institute for Research on Aging",
    address: expect.stringContaining("/directory?institution="),
  });
  expect((await readMain(buckInstitute?.address as string)).textContent).toContain("Judith Campisi");
  // An institution without an identifier is found by the people's affiliation.
  const people = ["Ora Quayside", "Pia Quayside"].map((name) => ({ name, affiliation: "Zonal Harbour College" }));
  for (const person of people)
    expect((await json(site, "POST", "/api/admin/experts", person, { headers })).status).toBe(201);
  const college = (await suggestionsFor("zonal harb")).filter(({ kind }) => kind === "institution");
  expect(college).toEqual([
    {
      kind: "institution",
      name: "Zonal Harbour College",
      note: "2 people",
      address: "/directory?search=Zonal+Harbour+College",
    },
  ]);
  expect((await readMain(college[0]?.address as string)).textContent).toContain("Pia Quayside");
  expect((await suggestionsFor("calerie")).map(({ kind }) => kind)).toContain("article");
  expect(await suggestionsFor("")).toEqual([]);
  expect(await suggestionsFor("k")).toEqual([]);
  expect(await suggestionsFor("xqzvt")).toEqual([]);
  expect(await suggestionsFor("sirtuinz xqzvt")).toEqual([
    expect.objectContaining({
      kind: "topic",
      address: "/topics/sirtuins-and-nad",
      note: expect.stringMatching(/^near /),
    }),
  ]);
  await suggestionsFor("a ageing the study of");
});

test("D21 new word groups of a newer version are offered once for an edited list, on a page without scripts", async () => {
  const wordsPath = "/admin/settings/words";
  const readOfferedLines = async () => {
    const document = parsePage(await (await get(site, wordsPath, { headers })).text());
    return Array.from(document.querySelectorAll<HTMLInputElement>('input[name="lines[]"]'), ({ value }) => value);
  };
  const hasOffer = async () =>
    (await (await get(site, "/admin/settings", { headers })).text()).includes("groups of words came");
  const saveSynonyms = (text: string) => form(site, "/admin/settings", { synonyms: text }, { headers });
  expect([await readOfferedLines(), await hasOffer()]).toEqual([[], false]);
  // Whoever edits the current list has seen it, so nothing is offered.
  await saveSynonyms("gastropod = snails");
  expect([await readOfferedLines(), await hasOffer()]).toEqual([[], false]);
  // A former version did not record that decision.
  await inDatabase(site.dataDir, (db) => db.deleteFrom("settings").where("key", "=", "synonymsDecided").execute());
  const offeredLines = await readOfferedLines();
  const [firstLine = "", secondLine = ""] = offeredLines.filter((line) => /^(?:zombie cells|dogs) =/.test(line));
  expect([
    offeredLines.length > 100,
    firstLine.startsWith("zombie cells ="),
    secondLine.startsWith("dogs ="),
    await hasOffer(),
  ]).toEqual([true, true, true, true]);
  expect((await ask("zombie cells")).slugs).toEqual([]);
  await saveSynonyms("gastropod = snails\nsnails = slugs");
  expect((await readOfferedLines()).length).toBe(offeredLines.length);
  const addAnswer = await form(site, wordsPath, { "lines[]": firstLine }, { headers });
  expect([addAnswer.status, addAnswer.headers.get("Location")]).toEqual([303, `${wordsPath}?added=1`]);
  expect((await ask("zombie cells")).slugs).toContain("judith-campisi");
  expect(await (await get(site, "/admin/settings", { headers })).text()).toContain(`snails = slugs\n${firstLine}`);
  // Lines that were not ticked, or not offered, stay out.
  expect([await readOfferedLines(), await hasOffer()]).toEqual([[], false]);
  expect((await form(site, wordsPath, { "lines[]": "not = offered" }, { headers })).headers.get("Location")).toBe(
    `${wordsPath}?added=0`,
  );
  expect((await get(site, wordsPath)).status).toBe(401);
  await saveSynonyms("");
  expect([await readOfferedLines(), (await ask("zombie cells")).slugs.length > 0]).toEqual([[], true]);
});

test("D21 synonyms of one topic lead to it, as an address and as a filter value", async () => {
  const topicRedirect = await get(site, "/topics/senolytics");
  expect([topicRedirect.status, topicRedirect.headers.get("Location")]).toEqual([301, "/topics/cellular-senescence"]);
  expect((await get(site, "/topics/germany")).status).toBe(404);
  const pageOf = async (query: string) => (await getJson(site, `/api/experts/paginated?${query}`)).body;
  const { experts, total } = await pageOf("topic=cellular-senescence");
  expect(total).toBeGreaterThan(0);
  for (const name of ["senolytics", "Senescent+cells", "zombie-cells", "senolytics,cellular-senescence"])
    expect((await pageOf(`topic=${name}`)).experts, name).toEqual(experts);
  expect((await pageOf("topic=germany")).total).toBe(0);
  for (const path of ["/directory", "/directory/academic-researchers", "/"]) {
    const redirect = await get(site, `${path}?topic=zombie+cells&country=US`);
    expect([redirect.status, redirect.headers.get("Location")]).toEqual([
      302,
      `${path}?topic=cellular-senescence&country=US`,
    ]);
  }
});
