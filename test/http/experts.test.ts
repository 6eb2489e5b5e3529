/** Tests the admin pages of experts over HTTP: forms without scripts, and JSON calls. */
import { parse as parseCsv } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REPEATED_LINK } from "~/models/records/experts/submission-fields";
import { signUp } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { parsePage } from "../support/parse-page";
import { adaFull, addPeople, makeCrowd } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import { testImage } from "../support/test-images";

type Person = Awaited<ReturnType<typeof signUp>>;

let site: Site;
let admin: Person;
let colleague: Person;

beforeAll(async () => {
  site = await startSite({ starter: false, env: { RATE_LIMIT: "off" } });
  [admin, colleague] = [
    await signUpAdmin(site, { firstName: "Carla", lastName: "Admin" }),
    await signUpAdmin(site, { firstName: "Otto", lastName: "Other" }),
  ];
});
afterAll(() => site?.stop());

let personCount = 0;
/** Creates an expert and returns the answer of the call. */
async function addPerson(record: object = {}) {
  personCount++;
  const person = { name: `Door Person ${personCount}`, ...record };
  const { body, status } = await json(site, "POST", "/api/admin/experts", person, { headers: admin.headers });
  expect(status).toBe(201);
  return body;
}

const put = (key: string, body: unknown, headers: Record<string, string> = admin.headers) =>
  json(site, "PUT", `/api/experts/${key}`, body, { headers });

async function page(path: string, headers: Record<string, string> = admin.headers) {
  const response = await get(site, path, { headers });
  const document = parsePage(await response.text());
  return { status: response.status, document, text: document.querySelector("main")?.textContent ?? "" };
}

/** Returns the names and values that a browser sends of the form with a save button, in the page's order. */
function fieldsOf(document: Document): [string, string][] {
  const forms = Array.from(document.querySelectorAll<HTMLFormElement>("main form"));
  const elements = forms
    .filter((form) => form.hasAttribute("novalidate") || form.querySelector("[name=other]"))
    .flatMap((form) => Array.from(form.querySelectorAll<HTMLInputElement>("input[name], textarea[name]")));
  return elements.flatMap((element): [string, string][] => {
    if (element.type === "file") return [];
    if (["checkbox", "radio"].includes(element.type) && !element.checked) return [];
    return [[element.name, element.value]];
  });
}

/** Opens a page, changes and adds fields, and sends its form as a browser without scripts does. */
async function send(
  path: string,
  changes: Record<string, string>,
  addedFields: [string, string | Blob][] = [],
  openedDocument?: Document,
) {
  const document = openedDocument ?? (await page(path)).document;
  const body = new FormData();
  for (const [name, value] of fieldsOf(document)) body.append(name, changes[name] ?? value);
  for (const [name, value] of addedFields) body.append(name, value);
  const response = await fetch(site.url + path, {
    method: "POST",
    body,
    headers: { Origin: site.url, ...admin.headers },
    redirect: "manual",
  });
  const answer = parsePage(await response.text());
  const errors = Array.from(answer.querySelectorAll('main p[id$="-error"]'), (element): [string, string] => [
    element.id.replace(/-error$/, ""),
    element.textContent ?? "",
  ]);
  return {
    status: response.status,
    location: response.headers.get("Location"),
    document: answer,
    title: answer.querySelector("[data-tone=problem] strong")?.textContent,
    message: answer.querySelector("[data-tone=problem] p")?.textContent,
    fieldErrors: Object.fromEntries(errors),
    value: (name: string) => answer.querySelector<HTMLInputElement>(`main [name="${name}"]`)?.value,
    values: (name: string) =>
      Array.from(answer.querySelectorAll<HTMLInputElement>(`main [name="${name}"]`), (element) => element.value),
  };
}

const expertOf = async (slug: string) => (await getJson(site, `/api/experts/${slug}`)).body;

describe("PL04 the admins' calls at public addresses", () => {
  test("turn away visitors and ordinary users, and change nothing", async () => {
    const { id, slug } = await addPerson();
    const user = await signUp(site);
    const calls = [
      ["PUT", `/api/experts/${id}`],
      ["DELETE", `/api/experts/${id}`],
      ["PATCH", `/api/experts/${id}/featured`],
    ] as const;
    for (const [method, path] of calls) {
      expect(await json(site, method, path, { name: "X", featured: true })).toMatchObject({
        status: 401,
        body: { message: "Authentication required" },
      });
      expect(await json(site, method, path, { name: "X", featured: true }, { headers: user.headers })).toMatchObject({
        status: 403,
        body: { message: "Admin access required" },
      });
    }
    expect(await expertOf(slug)).toMatchObject({ name: `Door Person ${personCount}`, featured: false });
  });
});

describe("EM13 D29 PUT /api/experts/{id}", () => {
  test("takes id or slug, the complete record or a part of it, and returns the updated record", async () => {
    const expert = await addPerson();
    const { name: _name, slug: _slug, youtubeEmbeds, scienceHighlights, categories, ...record } = adaFull;
    const completeRecord = {
      ...record,
      categories: categories.slice(0, 2),
      youtubeEmbeds: youtubeEmbeds.filter(Boolean).slice(0, 4),
      scienceHighlights: scienceHighlights.slice(0, 3),
    };
    const firstAnswer = await put(expert.id, { ...expert, ...completeRecord });
    expect(firstAnswer).toMatchObject({ status: 200, body: { ...completeRecord, id: expert.id, name: expert.name } });
    expect(await expertOf(expert.slug)).toEqual(firstAnswer.body);
    const secondAnswer = await put(expert.slug, { title: "Only this" });
    const { updatedAt, reviewedAt } = secondAnswer.body;
    expect(secondAnswer.body).toEqual({ ...firstAnswer.body, title: "Only this", updatedAt, reviewedAt });
  });

  test("ID02 links and identifiers are taken as the API returns them, beside the fields that hold the same", async () => {
    const [lab, uni] = ["https://lab.example/", "https://uni.example/ada"];
    const links = [
      { title: "Lab", url: lab, kind: "own" },
      { title: "Chair | Ageing", url: uni, kind: "about" },
    ];
    const identifiers = { orcid: null, wikidata: null, openalex: "A500", ror: "03vek6s52" };
    const createdExpert = await addPerson({ links, identifiers, compared: true });
    expect(createdExpert).toMatchObject({ links, identifiers, linkKinds: [`own|${lab}`], openalex: "A500" });
    expect(createdExpert.referenceLinks).toEqual([`Lab|${lab}`, `Chair | Ageing|${uni}`]);

    const reorderedLinks = [{ ...links[1], kind: "profile" }, links[0]];
    const changeAnswer = await put(createdExpert.id, { links: reorderedLinks, identifiers: { ror: null } });
    expect(changeAnswer.body).toMatchObject({ links: reorderedLinks, identifiers: { openalex: "A500", ror: null } });
    // Reads a record, changes it in one of the two forms, and sends it back complete.
    const answer = await put(createdExpert.id, { ...changeAnswer.body, referenceLinks: [`Lab|${lab}`] });
    expect(answer.body).toMatchObject({ links: [links[0]], linkKinds: [`own|${lab}`] });
    const bothForms = await put(createdExpert.id, {
      ...answer.body,
      links,
      identifiers: { ...answer.body.identifiers, openalex: null },
    });
    expect(bothForms.body).toMatchObject({ links, identifiers: { openalex: null } });

    const newLink = [{ title: "New", url: "https://new.example/", kind: "own" }];
    for (const [body, fields] of [
      [{ links: newLink, referenceLinks: ["https://newer.example/"] }, ["links", "referenceLinks"]],
      [{ links: newLink, linkKinds: [`profile|${lab}`] }, ["links", "referenceLinks"]],
      [{ identifiers: { ror: "042nb2s44" }, ror: "03vek6s52" }, ["identifiers", "ror"]],
      [{ links: [{ title: "X", url: "javascript:alert(1)", kind: "own" }] }, ["links"]],
      [{ links: [...newLink, ...newLink] }, ["links"]],
      [{ links: [{ ...newLink[0], kind: "mine" }] }, ["links"]],
      [{ links: "all" }, ["links"]],
    ] as const) {
      const refusal = await put(createdExpert.id, body);
      expect([refusal.status, Object.keys(refusal.body.fieldErrors)], JSON.stringify(body)).toEqual([400, fields]);
    }
    expect((await expertOf(createdExpert.slug)).links).toEqual(links);
    const contradictoryRecord = { name: "Two Forms", links: newLink, referenceLinks: ["https://newer.example/"] };
    const refusal = await json(site, "POST", "/api/admin/experts", contradictoryRecord, { headers: admin.headers });
    expect([refusal.status, Object.keys(refusal.body.fieldErrors)]).toEqual([400, ["links", "referenceLinks"]]);
  });

  test("ignores unknown and privileged fields", async () => {
    const expert = await addPerson();
    const privilegedFields = { id: "x", origin: "starter", createdAt: "2001-01-01T00:00:00.000Z", featuredPosition: 1 };
    const { status, body } = await put(expert.id, { ...privilegedFields, role: "admin", nonsense: {}, title: "T" });
    const { updatedAt, reviewedAt } = body;
    expect([status, body]).toEqual([200, { ...expert, title: "T", updatedAt, reviewedAt }]);
  });

  test("a field of one line has neither line breaks nor tabs, in any call that names a record", async () => {
    const call = async (path: string, body: object) =>
      (await json(site, "POST", path, body, { headers: admin.headers })).body;
    const broken = (text: string) => `\n${text}\r\n\t of\u2028 Ely\t`;
    const record = { name: broken("Ann"), title: broken("Reader"), books: [broken("A Life")], interests: "Two\nlines" };
    const positions = [{ role: broken("Reader"), institution: { name: broken("School") } }];
    const links = [{ title: broken("Page"), url: "https://ann.example/" }];
    const expert = await call("/api/admin/experts", { ...record, positions, links });
    const expectedRecord = {
      name: "Ann of Ely",
      title: "Reader of Ely",
      books: ["A Life of Ely"],
      interests: "Two\nlines",
    };
    expect(expert).toMatchObject({
      ...expectedRecord,
      positions: [{ role: "Reader of Ely", institution: { name: "School of Ely" } }],
      referenceLinks: ["Page of Ely|https://ann.example/"],
    });
    const { id } = await addPerson();
    const changedExpert = (await put(id, { ...record, positions })).body;
    expect(changedExpert).toMatchObject(expectedRecord);
    expect((await put(id, { ...record, positions })).body, "the same again is no change").toEqual(changedExpert);
    // Earlier versions stored what was sent.
    await query(site.dataDir, `UPDATE experts SET title = 'Reader\tof Ely' WHERE id = '${id}'`);
    await query(site.dataDir, `UPDATE experts SET books = '["A Life|A\\tB|see notes"]' WHERE id = '${id}'`);
    const { title, books, updatedAt } = (await put(id, { interests: "Two" })).body;
    expect(title).toBe("Reader\tof Ely");
    expect((await put(id, { title, books, interests: "Three" })).body.interests).toBe("Three");
    // The title is not what this editor changed.
    expect((await put(id, { title: "Of another editor" })).status).toBe(200);
    const staleEdit = { title: "Reader\nof Ely", interests: "Mine", updatedAt };
    expect((await put(id, staleEdit)).status).toBe(409);

    const topic = await call("/api/admin/topics", { name: broken("Wool"), otherNames: [broken("Yarn")] });
    expect(topic).toMatchObject({ name: "Wool of Ely", otherNames: ["Yarn of Ely"] });
    const article = await call("/api/admin/articles", { title: broken("News"), body: "Text.", tags: [broken("a")] });
    expect(article).toMatchObject({ title: "News of Ely", tags: ["a of Ely"] });
    const library = { content: "Text", expertName: broken("Bo"), seoTags: [broken("b")] };
    const content = await call("/api/library/content", { ...library, newProject: { name: broken("Spring") } });
    expect(content).toMatchObject({ expertName: "Bo of Ely", seoTags: ["b of Ely"], projectName: "Spring of Ely" });
  });

  test("EM10 EM11 refuses with 400, a message and the field", async () => {
    const { id } = await addPerson();
    for (const name of [7, [], {}, { toString: 1 }, null]) {
      const { status, body } = await put(id, { name });
      expect([JSON.stringify(name), status, Object.keys(body.fieldErrors)]).toEqual([
        JSON.stringify(name),
        400,
        ["name"],
      ]);
    }
    const link = "Please enter a valid URL starting with http:// or https://";
    for (const [change, field, message] of [
      [{ books: ["1", "2", "3", "4"] }, "books", "Books: at most 3."],
      [{ scienceHighlights: ["1", "2", "3", "4"] }, "scienceHighlights", "Science highlights: at most 3."],
      [{ youtubeEmbeds: ["1", "2", "3", "4", "5"] }, "youtubeEmbeds", "Videos: at most 4."],
      [{ referenceLinks: ["nowhere"] }, "referenceLinks", link],
      [{ referenceLinks: ["https://a.example/", "https://a.example/"] }, "referenceLinks", REPEATED_LINK],
    ] as const) {
      expect(await put(id, change)).toMatchObject({
        status: 400,
        body: { message, fieldErrors: { [field]: message } },
      });
    }
    expect((await put("nobody", { title: "x" })).status).toBe(404);
  });

  test("an outdated record gets 409 that says whose change it was, and nothing is overwritten", async () => {
    const expert = await addPerson();
    await put(expert.id, { title: "Theirs" }, colleague.headers);
    const { status, body } = await put(expert.id, { title: "Mine", updatedAt: expert.updatedAt });
    expect(status).toBe(409);
    expect(body.message).toMatch(
      /^Otto Other changed Door Person \d+ meanwhile .*: Title\. Nothing was overwritten\.$/,
    );
    expect(await expertOf(expert.slug)).toMatchObject({ title: "Theirs" });
  });

  test("D29 notes that somebody else wrote meanwhile are not replaced, although notes leave updatedAt alone", async () => {
    const { id, name, updatedAt } = await addPerson();
    const readListed = async () => {
      const path = `/api/admin/experts?limit=100&search=${encodeURIComponent(name)}`;
      const { body } = await getJson(site, path, { headers: admin.headers });
      return (body.experts as { id: string; version: string }[]).find((expert) => expert.id === id);
    };
    const formerVersion = (await readListed())?.version;
    expect((await put(id, { notes: "Theirs", updatedAt }, colleague.headers)).status).toBe(200);
    for (const fields of [{ updatedAt }, { version: formerVersion }, { title: "Mine", updatedAt }]) {
      const { status, body } = await put(id, { notes: "Mine", ...fields });
      expect([status, body.message], JSON.stringify(fields)).toEqual([
        409,
        expect.stringMatching(/^Otto Other changed Door Person \d+ meanwhile \(.+\)\. Nothing was overwritten\.$/),
      ]);
    }
    const currentRow = await readListed();
    expect(currentRow).toMatchObject({ notes: "Theirs", title: "", updatedAt });
    const { version } = currentRow ?? {};
    expect((await put(id, { notes: "Theirs and mine", updatedAt, version })).status).toBe(200);
    expect((await put(id, { title: "Mine", updatedAt })).status).toBe(200);
    expect(await readListed()).toMatchObject({ notes: "Theirs and mine", title: "Mine" });
  });

  test("stores one of 50 simultaneous saves by two admins; 49 get a conflict", async () => {
    const expert = await addPerson();
    const attempts = Array.from({ length: 50 }, (_, n) =>
      put(expert.id, { title: `T${n}`, updatedAt: expert.updatedAt }, n % 2 ? admin.headers : colleague.headers),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(49).fill(409)]);
  });

  test("D18 takes up to 25 MB, unlike other calls", async () => {
    const { id } = await addPerson();
    const filler = (megabytes: number) => ({ filler: "x".repeat(megabytes * 1024 * 1024 - 100), title: "Large" });
    expect(await put(id, filler(25))).toMatchObject({ status: 200, body: { title: "Large" } });
    expect((await put(id, { ...filler(25), more: "x".repeat(200) })).status).toBe(413);
    const otherCall = await json(site, "PATCH", `/api/experts/${id}/featured`, filler(2), { headers: admin.headers });
    expect(otherCall.status).toBe(413);
  });

  test("D16 D17 EM09 a data URL is stored as an image, and the marker keeps the stored image", async () => {
    const { id, slug } = await addPerson();
    const data = `data:image/png;base64,${(await testImage()).toString("base64")}`;
    const { body } = await put(id, { imageUrl: data });
    expect(body.imageUrl).toMatch(/^\/uploads\/.*\.webp$/);
    expect((await get(site, body.imageUrl)).headers.get("Content-Type")).toBe("image/webp");
    await put(id, { imageUrl: "has-base64-image", title: "Kept" });
    expect(await expertOf(slug)).toMatchObject({ imageUrl: body.imageUrl, title: "Kept" });
    expect(await put(id, { imageUrl: "data:image/png;base64,AAAA" })).toMatchObject({
      status: 415,
      body: { fieldErrors: { imageUrl: expect.any(String) } },
    });
  });

  test("the very next page shows the change", async () => {
    const { id, slug } = await addPerson({ categories: ["author"] });
    for (const title of ["First title", "Second title"]) {
      await put(id, { title });
      for (const path of [`/${slug}`, `/directory?search=Door+Person+${personCount}`, "/api/experts"]) {
        expect(await (await get(site, path)).text(), path).toContain(title);
      }
    }
  });

  test("D3 after a change of address the old one redirects permanently", async () => {
    const { id, slug } = await addPerson();
    await put(id, { slug: `moved-${slug}` });
    const answer = await get(site, `/${slug}`);
    expect([answer.status, answer.headers.get("Location")]).toEqual([301, `/moved-${slug}`]);
  });
});

/** Fields of the API that no input of the form holds. */
const FIELDS_WITHOUT_INPUT =
  "id origin createdAt reviewedAt claimedAt confirmedAt identifiers linkKinds links image works evidence".split(" ");

describe("EM08 the form of an expert", () => {
  test("sends the record back unchanged when nobody touches it", async () => {
    await addPeople(site, [{ ...adaFull, slug: "ada-untouched" }]);
    const expertBefore = await expertOf("ada-untouched");
    const path = `/admin/experts/${expertBefore.id}`;
    expect((await send(path, {})).status).toBe(303);
    expect(await expertOf("ada-untouched")).toEqual(expertBefore);
  });

  test("shows all 25 fields of the record and saves what was changed", async () => {
    const expert = await addPerson({
      ...adaFull,
      name: "Ada Form",
      slug: "ada-form",
      youtubeEmbeds: [],
      categories: [],
      scienceHighlights: [],
    });
    const path = `/admin/experts/${expert.id}`;
    const { document } = await page(path);
    for (const name of Object.keys(expert).filter((field) => !FIELDS_WITHOUT_INPUT.includes(field))) {
      const input = document.querySelector(`main [name="${name}"], main [name="${name}[]"], main fieldset#${name}`);
      expect(input, name).not.toBeNull();
    }
    const { status, location } = await send(path, { title: "Changed", "books.0[]": "One title" }, [
      ["categories[]", "author"],
      ["featured", "on"],
    ]);
    expect(status).toBe(303);
    const savedExpert = await expertOf("ada-form");
    expect(savedExpert).toMatchObject({
      title: "Changed",
      categories: ["author"],
      featured: true,
      biography: expert.biography,
    });
    expect(savedExpert.books.every((book: string) => book.startsWith("One title"))).toBe(true);
    expect((await page(location as string)).text).toContain("Saved.");
    expect((await page(path)).text).not.toContain("Saved.");
    await put(expert.id, { featured: false });
  });

  test("refuses with the messages and fields of the call, and keeps what was typed", async () => {
    const { id } = await addPerson();
    const path = `/admin/experts/${id}`;
    for (const [changes, addedFields, body] of [
      [{ name: "" }, [], { name: "" }],
      [{ slug: "login" }, [], { slug: "login" }],
      [{ customGptUrl: "nowhere" }, [], { customGptUrl: "nowhere" }],
      [
        {},
        [
          ["referenceLinks.0[]", "Label"],
          ["referenceLinks.1[]", "nowhere"],
        ],
        { referenceLinks: ["Label|nowhere"] },
      ],
    ] as [Record<string, string>, [string, string][], object][]) {
      const [refusal, answer] = [await send(path, { ...changes, title: "Typed" }, addedFields), await put(id, body)];
      expect([refusal.status, answer.status]).toEqual([400, 400]);
      expect(refusal.message).toBe(answer.body.message);
      expect(refusal.fieldErrors).toEqual(answer.body.fieldErrors);
      expect(refusal.title).toBe("Update Failed");
      expect(refusal.value("title")).toBe("Typed");
      for (const [name, value] of addedFields) expect(refusal.value(name)).toBe(value);
    }
  });

  test("EM10 an error stands at its row, and links jump to the sections of the form", async () => {
    const { id } = await addPerson({ referenceLinks: ["Home|https://home.example/"], books: ["A|X"] });
    const { document } = await send(`/admin/experts/${id}`, {}, [
      ["referenceLinks.0[]", "Label"],
      ["referenceLinks.1[]", "nowhere"],
    ]);
    const invalidInputs = [...document.querySelectorAll<HTMLInputElement>("main fieldset fieldset [aria-invalid]")];
    expect(invalidInputs.map(({ value }) => value)).toEqual(["Label", "nowhere"]);
    for (const input of invalidInputs)
      expect(document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent).toContain("valid URL");
    for (const path of [`/admin/experts/${id}`, "/admin/settings"]) {
      const openedPage = (await page(path)).document;
      const links = [...openedPage.querySelectorAll("nav[aria-label='Jump to'] a")];
      expect(links.length, path).toBeGreaterThan(2);
      for (const link of links) expect(openedPage.querySelector(link.getAttribute("href") ?? ""), path).toBeTruthy();
    }
  });

  test("EM10 rows are added, removed and moved without scripts; what was typed stays, and nothing is stored yet", async () => {
    const expert = await addPerson({ books: ["A|X", "B"] });
    const path = `/admin/experts/${expert.id}`;
    const step = (value: string, openedForm?: Document) =>
      send(path, { title: "Typed" }, [["step", value]], openedForm);
    const pageWithRow = await step("add books");
    expect([pageWithRow.status, pageWithRow.value("title")]).toEqual([200, "Typed"]);
    expect(pageWithRow.values("books.0[]")).toEqual(["A", "B", ""]);
    expect(pageWithRow.document.getElementById("books")?.textContent).toContain("3 of 3");
    expect(pageWithRow.document.querySelector("#books-add")).toBeNull();
    const movedRow = await step("up books 1", pageWithRow.document);
    expect(movedRow.values("books.0[]")).toEqual(["B", "A", ""]);
    const pageWithoutRow = await step("remove books 2", movedRow.document);
    expect(pageWithoutRow.values("books.0[]")).toEqual(["B", "A"]);
    expect(await expertOf(expert.slug)).toEqual(expert);
    expect((await send(path, {}, [], pageWithoutRow.document)).status).toBe(303);
    expect(await expertOf(expert.slug)).toMatchObject({ title: "Typed", books: ["B", "A|X"] });
  });

  test("D29 an outdated form gets 409, says whose change it was, and shows both changes", async () => {
    const expert = await addPerson({ title: "First", biography: "Old" });
    const path = `/admin/experts/${expert.id}`;
    const { document } = await page(path);
    await put(expert.id, { title: "Their title", biography: "Their biography" }, colleague.headers);
    const myChange = { longevityContribution: "Mine", biography: "My biography" };
    const refusal = await send(path, myChange, [], document);
    expect([refusal.status, refusal.title]).toEqual([409, "Update Failed"]);
    expect(refusal.message).toMatch(/^Otto Other changed .*: Title and Biography\. Nothing was overwritten\.$/);
    expect(refusal.value("title")).toBe("Their title");
    expect(refusal.value("biography")).toBe("My biography");
    const theirVersion = refusal.document.querySelector(".theirs")?.textContent;
    expect(theirVersion).toBe("BiographyMyTheir biographyTheirs in full: BiographyTheir biography");
    expect(await expertOf(expert.slug)).toMatchObject({ title: "Their title", biography: "Their biography" });
    expect((await send(path, {}, [], refusal.document)).status).toBe(303);
    expect(await expertOf(expert.slug)).toMatchObject({ title: "Their title", ...myChange });
  });

  test("EM09 takes an image as a file, shows it again after a refusal, and refuses a file that is too large", async () => {
    const { id, slug } = await addPerson();
    const path = `/admin/experts/${id}`;
    const file = (bytes: Buffer): [string, Blob] => ["imageUrlFile", new File([new Uint8Array(bytes)], "portrait.png")];
    const refusal = await send(path, { name: "" }, [file(await testImage())]);
    expect(refusal.status).toBe(400);
    expect(refusal.value("imageUrl")).toMatch(/^\/uploads\//);
    expect((await send(path, { name: "Portrayed" }, [], refusal.document)).status).toBe(303);
    expect(await expertOf(slug)).toMatchObject({ imageUrl: refusal.value("imageUrl"), name: "Portrayed" });
    const tooLarge = await send(path, {}, [file(Buffer.alloc(5 * 1024 * 1024 + 1))]);
    expect([tooLarge.status, tooLarge.fieldErrors.imageUrl]).toEqual([413, "File size must be less than 5MB"]);
  });
});

describe("creating an expert by hand", () => {
  test("form and call create the same expert, and refuse the same input", async () => {
    const createAnswer = await send("/admin/experts/new", { name: "Made By Form", title: "T" });
    expect([createAnswer.status, createAnswer.location]).toEqual([
      303,
      expect.stringMatching(/^\/admin\/experts\/\w+\?saved=/),
    ]);
    const expertByForm = await expertOf("made-by-form");
    const expertByCall = await addPerson({ name: "Made By Call", title: "T" });
    const { id, slug, name, createdAt, updatedAt, reviewedAt } = expertByForm;
    expect(expertByForm).toEqual({ ...expertByCall, id, slug, name, createdAt, updatedAt, reviewedAt });

    const refusal = await send("/admin/experts/new", { name: " ", title: "Typed" });
    const answer = await json(site, "POST", "/api/admin/experts", { name: " " }, { headers: admin.headers });
    expect([refusal.status, answer.status]).toEqual([400, 400]);
    expect(refusal.fieldErrors).toEqual(answer.body.fieldErrors);
    expect(refusal.value("title")).toBe("Typed");
  });

  test("D38 shows possible duplicates before it creates an expert", async () => {
    await addPerson({ name: "Dora Double" });
    const typedFields = { name: "Dora Double", title: "Another" };
    const duplicateAnswer = await send("/admin/experts/new", typedFields);
    expect(duplicateAnswer.status).toBe(409);
    expect(duplicateAnswer.document.querySelector("[aria-labelledby=same] li")?.textContent).toBe(
      "Dora Double has the same name.",
    );
    const button = duplicateAnswer.document.querySelector<HTMLButtonElement>("[aria-labelledby=same] button");
    const createAnswer = await send(
      "/admin/experts/new",
      {},
      [["seen", button?.value ?? ""]],
      duplicateAnswer.document,
    );
    expect(createAnswer.status).toBe(303);
    expect(await expertOf("dora-double-2")).toMatchObject({ title: "Another" });
  });

  test("a form that is sent 20 times at once is stored once", async () => {
    const { document } = await page("/admin/experts/new");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send("/admin/experts/new", { name: "Pressed Often" }, [], document)),
    );
    expect(new Set(answers.map(({ status, location }) => `${status} ${location}`)).size).toBe(1);
    const { body } = await getJson(site, "/api/experts/paginated?search=Pressed+Often");
    expect(body.total).toBe(1);
  });
});

describe("EM14 D28 DELETE /api/experts/{id} and the trash", () => {
  test("the call returns { success: true }, the profile is gone, and the restore call brings it back", async () => {
    const expert = await addPerson();
    const path = `/api/experts/${expert.id}`;
    expect(await json(site, "DELETE", path, undefined, { headers: admin.headers })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await get(site, `/${expert.slug}`)).status).toBe(404);
    expect((await put(expert.id, { title: "X" })).status).toBe(409);
    const restore = `/api/admin/experts/${expert.id}/restore`;
    const restoreAnswer = await json(site, "POST", restore, {}, { headers: admin.headers });
    expect([restoreAnswer.status, restoreAnswer.body]).toEqual([
      200,
      { ...expert, updatedAt: restoreAnswer.body.updatedAt },
    ]);
    expect((await get(site, `/${expert.slug}`)).status).toBe(200);
    const unknownExpert = await json(site, "DELETE", "/api/experts/nobody", undefined, { headers: admin.headers });
    expect(unknownExpert.status).toBe(404);
  });

  test("EM12 the page asks, the form deletes, and Undo restores", async () => {
    const { id, slug, name } = await addPerson();
    const deletePage = await page(`/admin/experts/${id}/delete`);
    expect(deletePage.text).toContain("Are you sure you want to delete this expert?");
    const { headers } = admin;
    const deleteAnswer = await form(
      site,
      `/admin/experts/${id}/delete`,
      { returnTo: "/admin/experts?page=1" },
      { headers },
    );
    expect([deleteAnswer.status, deleteAnswer.headers.get("Location")]).toEqual([
      303,
      `/admin/experts?page=1&deleted=${id}`,
    ]);
    expect((await get(site, `/${slug}`)).status).toBe(404);
    const secondDelete = await get(site, `/admin/experts/${id}/delete`, { headers });
    expect([secondDelete.status, secondDelete.headers.get("Location")]).toEqual([302, `/admin/experts/${id}`]);
    const list = await page(`/admin/experts?deleted=${id}`);
    expect(list.text).toContain(`${name} is in the trash.`);
    const undo = list.document.querySelector<HTMLFormElement>(`form[action="/admin/experts/${id}/restore"]`);
    const restoreAnswer = await form(
      site,
      undo?.getAttribute("action") ?? "",
      { returnTo: "/admin/experts" },
      { headers },
    );
    expect([restoreAnswer.status, restoreAnswer.headers.get("Location")]).toEqual([303, "/admin/experts?restored"]);
    expect((await get(site, `/${slug}`)).status).toBe(200);
    expect((await page(`/admin/experts?deleted=${id}`)).text).not.toContain(`${name} is in the trash`);
    const restorePage = await get(site, `/admin/experts/${id}/restore`, { headers });
    expect([restorePage.status, restorePage.headers.get("Location")]).toEqual([302, `/admin/experts/${id}`]);
  });

  test("D28 the trash lists who was deleted, and deletes for good", async () => {
    const { id, name } = await addPerson();
    const { headers } = admin;
    await json(site, "DELETE", `/api/experts/${id}`, undefined, { headers });
    const { text, document } = await page("/admin/experts/trash");
    expect(text).toContain(name);
    expect(text).toContain("by Carla Admin");
    expect(text).toContain("30 days");
    expect(document.querySelector(`form input[name=id][value="${id}"]`)).not.toBeNull();
    expect((await form(site, "/admin/experts/trash", { id }, { headers })).status).toBe(303);
    expect((await page("/admin/experts/trash")).text).not.toContain(name);
    expect((await form(site, "/admin/experts/trash", { id }, { headers })).status).toBe(404);
  });

  test("notes, sorting and state stay as they are in the trash", async () => {
    const { id, slug } = await addPerson({ state: "draft", notes: "Before" });
    const { headers } = admin;
    await json(site, "DELETE", `/api/experts/${id}`, undefined, { headers });
    const editorsPath = `/admin/experts/${id}/editors`;
    for (const fields of [{ notes: "After" }, { sortName: "Zz" }, { state: "public" }]) {
      const refusal = await form(
        site,
        editorsPath,
        { notes: "Before", sortName: "", state: "draft", ...fields },
        { headers },
      );
      expect([fields, refusal.status]).toEqual([fields, 409]);
      expect(await refusal.text()).toContain("is in the trash. Restore it first.");
    }
    expect((await json(site, "POST", `/api/admin/experts/${id}/restore`, {}, { headers })).status).toBe(200);
    expect((await get(site, `/${slug}`)).status).toBe(404);
    const editorsPage = (await page(editorsPath)).document;
    expect(editorsPage.querySelector("[name=notes]")?.textContent).toBe("Before");
  });

  test("deleting an image of a profile in the trash leaves who deleted it, its featured place, and its merge", async () => {
    const imageUrl = `data:image/png;base64,${(await testImage()).toString("base64")}`;
    const [featured, kept, merged] = [
      await addPerson({ imageUrl, featured: true }),
      await addPerson(),
      await addPerson({ imageUrl }),
    ];
    await json(site, "DELETE", `/api/experts/${featured.id}`, undefined, { headers: colleague.headers });
    const mergePath = `/admin/experts/${kept.id}/merge`;
    const mergeFields = fieldsOf((await page(`${mergePath}?with=${merged.slug}`)).document);
    expect((await form(site, mergePath, mergeFields, { headers: colleague.headers })).status).toBe(303);
    for (const { imageUrl: url } of [featured, merged]) {
      const imageId = /[0-9a-z]{16}/.exec(url)?.[0];
      const { headers } = admin;
      await json(site, "DELETE", `/api/admin/images/${imageId}?force=1`, undefined, { headers });
      expect((await get(site, url)).status).toBe(404);
    }
    const rows = [...(await page("/admin/experts/trash")).document.querySelectorAll("main li, main tr")];
    const textOf = (name: string) => rows.find(({ textContent }) => textContent?.includes(name))?.textContent;
    expect(textOf(featured.name)).toContain("by Otto Other");
    expect(textOf(merged.name)).toContain(`Merged into ${kept.name}`);
    const restorePath = `/api/admin/experts/${featured.id}/restore`;
    const restoreAnswer = await json(site, "POST", restorePath, {}, { headers: admin.headers });
    expect(restoreAnswer.body).toMatchObject({ featured: true, imageUrl: "" });
    await put(featured.id, { featured: false });
  });

  test("D5 a form leads back to this site only", async () => {
    const { id } = await addPerson();
    const { headers } = admin;
    const path = `/admin/experts/${id}/featured`;
    const response = await form(site, path, { featured: "false", returnTo: "//evil.example" }, { headers });
    expect(response.headers.get("Location")).toBe("/admin/experts");
  });
});

describe("EM15 EM17 D27 D68 featuring", () => {
  const homeNames = async () => {
    const { body } = await getJson(site, "/api/experts/homepage");
    return body.featured.map(({ name }: { name: string }) => name);
  };
  const idsByName: Record<string, string> = {};

  beforeAll(async () => {
    for (const name of ["Anna Feature", "Bert Feature", "Cleo Feature"])
      idsByName[name] = (await addPerson({ name })).id;
  });

  test("by call and by form is shown on the home page at once", async () => {
    const { headers } = admin;
    for (const id of Object.values(idsByName)) {
      const answer = await json(site, "PATCH", `/api/experts/${id}/featured`, { featured: true }, { headers });
      expect(answer).toMatchObject({ status: 200, body: { id, featured: true } });
    }
    expect(await homeNames()).toEqual(Object.keys(idsByName));
    const path = `/admin/experts/${idsByName["Bert Feature"]}/featured`;
    const unfeatureAnswer = await form(site, path, { featured: "false", returnTo: "/admin/featured" }, { headers });
    expect([unfeatureAnswer.status, unfeatureAnswer.headers.get("Location")]).toEqual([303, "/admin/featured"]);
    expect(await homeNames()).toEqual(["Anna Feature", "Cleo Feature"]);
    await form(site, path, { featured: "true", returnTo: "/admin/featured" }, { headers });
    expect(await homeNames()).toEqual(["Anna Feature", "Cleo Feature", "Bert Feature"]);
    const refusal = await json(site, "PATCH", `/api/experts/${idsByName["Bert Feature"]}/featured`, {}, { headers });
    expect(refusal.status).toBe(400);
  });

  test("is ordered by call, and by the buttons of the page", async () => {
    const { headers } = admin;
    const ids = ["Cleo Feature", "Anna Feature", "Bert Feature"].map((name) => idsByName[name]);
    const answer = await json(site, "PUT", "/api/admin/featured/order", { ids }, { headers });
    expect(answer.body.featured.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(await homeNames()).toEqual(["Cleo Feature", "Anna Feature", "Bert Feature"]);
    const moveResponse = await form(site, "/admin/featured", { id: ids[2] as string, to: "up" }, { headers });
    expect([moveResponse.status, moveResponse.headers.get("Location")]).toEqual([303, "/admin/featured"]);
    expect(await homeNames()).toEqual(["Cleo Feature", "Bert Feature", "Anna Feature"]);
    const { document } = await page("/admin/featured");
    const names = Array.from(document.querySelectorAll(".order a[href^='/admin']"), (link) => link.textContent);
    expect(names).toEqual(await homeNames());
    const outdatedAnswer = await json(site, "PUT", "/api/admin/featured/order", { ids: ids.slice(1) }, { headers });
    expect(outdatedAnswer.status).toBe(409);
  });

  test("stays in place where it cannot move: the first up, and the last down", async () => {
    for (const id of Object.values(idsByName))
      await json(site, "PATCH", `/api/experts/${id}/featured`, { featured: true }, admin);
    const names = await homeNames();
    expect(names).toHaveLength(3);
    for (const [name, to] of [
      [names[0], "up"],
      [names.at(-1), "down"],
    ] as const) {
      const move = await form(site, "/admin/featured", { id: idsByName[name ?? ""] ?? "", to }, admin);
      expect([name, move.status, await homeNames()]).toEqual([name, 303, names]);
    }
  });

  test("finds further experts to feature by a search", async () => {
    const { name, id } = await addPerson();
    const { document } = await page(`/admin/featured?search=${encodeURIComponent(name)}`);
    expect(document.querySelector(`.matches form[action="/admin/experts/${id}/featured"]`)).not.toBeNull();
    expect(
      (await page("/admin/featured?search=Anna+Feature")).document.querySelector(".matches .badge"),
    ).not.toBeNull();
  });
});

/** Returns form fields in which a name may repeat. */
function pairs(fields: Record<string, string | string[]>): [string, string][] {
  return Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
}

describe("EM07 the list", () => {
  test("shows counts, searches as the public list does, and has 20 experts a page", async () => {
    await addPeople(site, makeCrowd(25, { title: "Listed person" }));
    const { body } = await getJson(site, "/api/experts/paginated?limit=20");
    const { document, text } = await page("/admin/experts");
    const figures = Array.from(document.querySelectorAll(".figures > div"), (figure) => figure.textContent);
    const featured = (await getJson(site, "/api/experts/homepage")).body.featured.length;
    expect(figures).toEqual([`Total ${body.total}`, `Featured ${featured}`, "On Page 20"]);
    expect(text).toContain(`Page 1 of ${body.totalPages}`);
    const names = Array.from(document.querySelectorAll("tbody td:nth-child(2) a"), (link) => link.textContent);
    expect(names).toEqual(body.experts.map(({ name }: { name: string }) => name));
    const searchPage = await page("/admin/experts?search=persn+007");
    const rows = Array.from(searchPage.document.querySelectorAll("tbody tr"), (row) => row.textContent);
    expect(rows[0]).toContain("Person 007");
  });

  test("each row features, edits, deletes, and views in a new tab", async () => {
    const { id, slug, name } = await addPerson();
    const { document } = await page(`/admin/experts?search=${encodeURIComponent(name)}`);
    const row = document.querySelector("tbody tr");
    const featuredSwitch = row?.querySelector("button[aria-pressed]");
    expect([featuredSwitch?.getAttribute("aria-pressed"), featuredSwitch?.getAttribute("aria-label")]).toEqual([
      "false",
      `Featured: ${name}`,
    ]);
    const links = Array.from(row?.querySelectorAll("a") ?? [], (link) => [link.textContent, link.getAttribute("href")]);
    expect(links[0]).toEqual([name, `/admin/experts/${id}`]);
    const quickEditPath = `/admin/experts?search=${encodeURIComponent(name).replaceAll("%20", "+")}&edit=${id}`;
    expect(links.slice(1)).toEqual([
      // Edit stands beside the menu on a wide screen, and in it on a phone.
      ["Edit", quickEditPath],
      ["Quick edit", quickEditPath],
      ["View", `/${slug}`],
      ["Identifiers", `/admin/experts/${id}/identifiers`],
      ["Sources", `/admin/experts/${id}/sources`],
      ["Delete", expect.stringMatching(`^/admin/experts/${id}/delete\\?returnTo=`)],
    ]);
    expect(row?.querySelector("a[target=_blank]")?.textContent).toBe("View");
  });

  test("the number of each filter is the number of its rows, in the list and in its file", async () => {
    await addPeople(site, makeCrowd(3, { title: "", imageUrl: "" }));
    const { document } = await page("/admin/experts");
    const options = Array.from(document.querySelectorAll("select[name=gap] option:not([value=''])"));
    expect(options.length).toBeGreaterThan(5);
    for (const option of options) {
      const gap = option.getAttribute("value");
      const count = Number(/\((\d+)\)$/.exec(option.textContent ?? "")?.[1]);
      const names: (string | null | undefined)[] = [];
      for (let number = 1; number <= Math.ceil(count / 20); number++) {
        const rows = (await page(`/admin/experts?gap=${gap}&page=${number}`)).document.querySelectorAll("tbody tr");
        names.push(...Array.from(rows, (row) => row.querySelector("a")?.textContent));
      }
      expect([gap, names.length]).toEqual([gap, count]);
      const file = await get(site, `/admin/experts.csv?gap=${gap}`, { headers: admin.headers });
      const lines = parseCsv(await file.text(), { columns: true }) as { name: string }[];
      expect(lines.map(({ name }) => name)).toEqual(names);
    }
  });

  test("selected experts or all matches get a category, and Undo removes it; a refusal says why", async () => {
    const title = `Together ${process.pid}`;
    await addPeople(site, makeCrowd(25, { title, categories: ["author"] }));
    const list = `/admin/experts?search=${encodeURIComponent(title)}`;
    const post = async (fields: Record<string, string | string[]>) => {
      const answer = await form(site, list, pairs(fields), { headers: { ...admin.headers, Accept: "text/html" } });
      return { status: answer.status, document: parsePage(await answer.text()) };
    };
    const inCategory = async (key: string) =>
      (await getJson(site, `/api/experts/paginated?category=${key}&search=${encodeURIComponent(title)}`)).body.total;
    const { document } = await page(list);
    const [firstId, secondId] = Array.from(document.querySelectorAll("tbody input[type=checkbox]"), (box) =>
      box.getAttribute("value"),
    );
    const countBefore = await inCategory("investor");
    const selection = await post({
      "ids[]": [firstId ?? "", secondId ?? ""],
      intent: "change",
      choice: "addCategory:investor",
    });
    expect(selection.document.querySelector("main [role=status]")?.textContent).toContain(
      "2 profiles got the category",
    );
    expect(await inCategory("investor")).toBe(countBefore + 2);
    // Undo leaves experts alone that had the category before.
    const allMatches = await post({ all: "yes", intent: "change", choice: "addCategory:investor" });
    const undo = allMatches.document.querySelectorAll("main [role=status] input[name='ids[]']");
    expect(await inCategory("investor")).toBe(countBefore + 2 + undo.length);
    expect(undo.length).toBeGreaterThanOrEqual(23);
    const ids = Array.from(undo, (input) => input.getAttribute("value") ?? "");
    await post({ "ids[]": ids, intent: "change", choice: "removeCategory:investor" });
    expect(await inCategory("investor")).toBe(countBefore + 2);
    const withoutSelection = await post({ intent: "change", choice: "feature" });
    expect([withoutSelection.status, withoutSelection.document.body.textContent]).toEqual([
      400,
      expect.stringContaining("Select at least one expert."),
    ]);
    expect((await post({ "ids[]": ids, intent: "change", choice: "addTopic:nowhere" })).status).toBe(400);
    // One refused expert does not stop the others.
    const deletedExpert = await addPerson();
    await json(site, "DELETE", `/api/experts/${deletedExpert.id}`, undefined, { headers: admin.headers });
    const mixedIds = [ids[0] ?? "", deletedExpert.id, ids[1] ?? ""];
    const mixedAnswer = await post({ "ids[]": mixedIds, intent: "change", choice: "addCategory:investor" });
    expect(await inCategory("investor")).toBe(countBefore + 4);
    const message = mixedAnswer.document.querySelector("main [role=status]")?.textContent;
    expect(message).toContain("2 profiles got the category");
    expect(message).toContain(`${deletedExpert.name} was not changed`);
    await post({ "ids[]": mixedIds, intent: "change", choice: "removeCategory:investor" });
    expect((await post({ "ids[]": ids, intent: "change", choice: "constructor" })).status).toBe(400);
  });

  test("EM07 the file of ticked experts has only them, and that of all matches has all", async () => {
    const title = `Exported ${process.pid}`;
    await addPeople(site, makeCrowd(3, { title }));
    const search = ["search", title];
    const { document } = await page(`/admin/experts?${new URLSearchParams([search])}`);
    const names = Array.from(document.querySelectorAll("tbody td:nth-child(2) a"), (link) => link.textContent);
    const tickedField = ["ids[]", document.querySelector("tbody input[type=checkbox]")?.getAttribute("value") ?? ""];
    const namesIn = async (...fields: string[][]) => {
      const file = await get(site, `/admin/experts.csv?${new URLSearchParams(fields)}`, admin);
      return (parseCsv(await file.text(), { columns: true }) as { name: string }[]).map(({ name }) => name);
    };
    expect(names.length).toBeGreaterThan(2);
    expect(await namesIn(search, tickedField)).toEqual(names.slice(0, 1));
    expect(await namesIn(search, tickedField, ["all", "yes"])).toEqual(names);
  });

  test("EM07 a list longer than one change may be says so in advance, and a shorter one does not", async () => {
    await addPeople(site, makeCrowd(501, { title: `Many ${process.pid}`, imageUrl: "" }));
    const noteOn = async (list: string) => (await page(list)).document.getElementById("at-once")?.textContent ?? "";
    expect(await noteOn("/admin/experts?gap=portrait")).toMatch(/You can change 500 at once\. .*Export/);
    const change = { all: "yes", intent: "change", choice: "addCategory:investor" };
    const refusal = await form(site, "/admin/experts?gap=portrait", change, admin);
    expect(refusal.status).toBe(400);
    expect(await refusal.text()).toContain("Select at most 500 experts.");
    const shortTitle = `Few ${process.pid}`;
    await addPeople(site, makeCrowd(25, { title: shortTitle }));
    expect(await noteOn(`/admin/experts?search=${encodeURIComponent(shortTitle)}`)).toBe("");
  });

  test("a quick edit in the list and on a page of its own changes five fields, and overwrites nobody", async () => {
    const person = { title: "Profesor", biography: "Stays.", affiliation: "Here", categories: ["author"] };
    const { id, slug, name, updatedAt } = await addPerson(person);
    const list = `/admin/experts?search=${encodeURIComponent(name)}`;
    const formInList = (await page(`${list}&edit=${id}`)).document.querySelector(
      `form[action="/admin/experts/${id}/quick"]`,
    );
    expect(formInList?.querySelector("[name=returnTo]")?.getAttribute("value")).toBe(list.replaceAll("%20", "+"));
    expect(formInList?.querySelector("[name=title]")?.getAttribute("value")).toBe("Profesor");
    const quickEditPath = `/admin/experts/${id}/quick`;
    const fields = {
      name,
      title: "Professor",
      longevityContribution: "Found it.",
      topics: "",
      updatedAt,
      returnTo: list,
    };
    const post = (changes: object) =>
      form(site, quickEditPath, pairs({ ...fields, "categories[]": ["author", "investor"], ...changes }), {
        headers: { ...admin.headers, Accept: "text/html" },
      });
    const saveAnswer = await post({});
    expect([saveAnswer.status, saveAnswer.headers.get("Location")]).toEqual([
      303,
      expect.stringContaining(`saved=${id}`),
    ]);
    expect(await expertOf(slug)).toMatchObject({
      title: "Professor",
      categories: ["author", "investor"],
      longevityContribution: "Found it.",
      biography: "Stays.",
      affiliation: "Here",
    });
    expect((await page(saveAnswer.headers.get("Location") ?? "")).text).toContain(`${name} was saved.`);

    // A form of the former version overwrites nothing, and shows both versions.
    const outdatedAnswer = await post({ title: "Typed later" });
    const document = parsePage(await outdatedAnswer.text());
    expect(outdatedAnswer.status).toBe(409);
    expect(document.querySelector("[data-tone=problem]")?.textContent).toContain("Nothing was overwritten.");
    expect(document.querySelector("main [name=title]")?.getAttribute("value")).toBe("Typed later");
    expect((await expertOf(slug)).title).toBe("Professor");
    const refusal = await post({
      name: " ",
      topics: "Nowhere to be found",
      updatedAt: (await expertOf(slug)).updatedAt,
    });
    expect(refusal.status).toBe(400);
    expect(
      (await post({ returnTo: "//elsewhere.example", updatedAt: (await expertOf(slug)).updatedAt })).headers.get(
        "Location",
      ),
    ).toMatch(/^\/admin\/experts\?/);
    expect((await page("/admin/experts?edit=nobody&saved=nobody")).status).toBe(200);
    expect((await page("/admin/experts/nobody/quick")).status).toBe(404);
  });

  test("every admin page of experts has a title of its own, and slugs redirect to ids", async () => {
    const { id, slug } = await addPerson();
    const paths = ["", "/new", "/trash", `/${id}`, `/${id}/history`, `/${id}/merge`, `/${id}/delete`];
    const titles = [];
    for (const path of [...paths.map((path) => `/admin/experts${path}`), "/admin/featured"]) {
      const { status, document } = await page(path);
      expect(status, path).toBe(200);
      titles.push(document.title);
    }
    expect(new Set(titles).size).toBe(titles.length);
    const slugAnswer = await get(site, `/admin/experts/${slug}`, { headers: admin.headers });
    expect(slugAnswer.headers.get("Location")).toBe(`/admin/experts/${id}`);
    expect((await page("/admin/experts/nobody")).status).toBe(404);
  });
});

describe("the history of an expert", () => {
  test("shows who changed what and when, and Restore brings a version back", async () => {
    const { id, slug } = await addPerson({ title: "The quick fox" });
    await put(id, { title: "The slow fox" }, colleague.headers);
    const path = `/admin/experts/${id}/history`;
    const { document, text } = await page(path);
    expect(text).toContain("by Otto Other");
    expect(document.querySelector("del")?.textContent).toBe("quick");
    expect(document.querySelector("ins")?.textContent).toBe("slow");
    const restore = document.querySelector<HTMLFormElement>(".history form");
    const fields = Array.from(restore?.querySelectorAll("input") ?? [], ({ name, value }): [string, string] => [
      name,
      value,
    ]);
    const { headers } = admin;
    expect((await form(site, path, fields, { headers })).status).toBe(303);
    expect(await expertOf(slug)).toMatchObject({ title: "The quick fox" });
    expect((await form(site, path, fields, { headers })).status).toBe(409);
  });

  test("an earlier version comes back without a picture that was deleted since, and the present one stays", async () => {
    const picture = async (width: number) =>
      `data:image/png;base64,${(await testImage("png", width, 90)).toString("base64")}`;
    const { id, slug, imageUrl } = await addPerson({ title: "First", imageUrl: await picture(91) });
    const { body: changed } = await put(id, { title: "Second", imageUrl: await picture(92) });
    const imageId = /(\w{16})-/.exec(imageUrl)?.[1];
    const removal = await json(site, "DELETE", `/api/admin/images/${imageId}`, undefined, { headers: admin.headers });
    expect(removal.status).toBe(200);
    const path = `/admin/experts/${id}/history`;
    const revision = (await page(path)).document.querySelector<HTMLInputElement>(".history form [name=revision]");
    const fields = { revision: revision?.value ?? "", updatedAt: changed.updatedAt };
    expect((await form(site, path, fields, { headers: admin.headers })).status).toBe(303);
    expect(await expertOf(slug)).toMatchObject({ title: "First", imageUrl: changed.imageUrl });
  });
});

test("a refused Undo of several deletions is not called a failed deletion", async () => {
  const answer = await form(site, "/admin/experts", { intent: "undo" }, { headers: admin.headers });
  expect([answer.status, parsePage(await answer.text()).querySelector("[data-tone=problem]")?.textContent]).toEqual([
    400,
    expect.stringContaining("Update Failed"),
  ]);
});

describe("merging", () => {
  test("makes one profile of two: fields as chosen, a redirect from the old address, and a revision", async () => {
    const target = await addPerson({ title: "Kept title", categories: ["author"] });
    const otherExpert = await addPerson({ title: "Other title", categories: ["academic"], biography: "Other's" });
    const path = `/admin/experts/${target.id}/merge`;
    const searchPage = await page(`${path}?search=${encodeURIComponent(otherExpert.name)}`);
    expect(searchPage.document.querySelector(`a[href="${path}?with=${otherExpert.slug}"]`)).not.toBeNull();
    const { document } = await page(`${path}?with=${otherExpert.slug}`);
    const sides = Array.from(document.querySelectorAll("#title label"), (label) => label.textContent);
    expect(sides).toEqual([`/${target.slug}`, `/${otherExpert.slug}`]);
    const fields = fieldsOf(document).map(([name, value]): [string, string] => [
      name,
      name === "take.title" ? "other" : value,
    ]);
    const { headers } = admin;
    const stale = fields.map(([name, value]): [string, string] => [name, name === "otherUpdatedAt" ? "" : value]);
    const refusal = await form(site, `${path}?with=${otherExpert.slug}`, stale, { headers });
    const shownChoice = parsePage(await refusal.text()).querySelector("[name='take.title'][checked]");
    expect([refusal.status, shownChoice?.getAttribute("value")]).toEqual([409, "other"]);
    const mergeAnswer = await form(site, path, fields, { headers });
    expect(mergeAnswer.status).toBe(303);
    expect(await expertOf(target.slug)).toMatchObject({
      id: target.id,
      title: "Other title",
      categories: ["author", "academic"],
      biography: "Other's",
    });
    const answer = await get(site, `/${otherExpert.slug}`);
    expect([answer.status, answer.headers.get("Location")]).toEqual([301, `/${target.slug}`]);
    expect((await page("/admin/experts/trash")).text).toContain(`Merged into ${target.name}`);
    expect((await page(`/admin/experts/${target.id}/history`)).text).toContain(`Everything about ${otherExpert.name}`);
    expect((await form(site, path, fields, { headers })).status).toBe(409);
    // Neither somebody in the trash nor the same person can be chosen.
    for (const id of [otherExpert.id, target.id]) {
      const searchAgainPage = (await page(`${path}?with=${id}`)).document;
      expect([searchAgainPage.querySelector("#title"), searchAgainPage.querySelector("main [name=search]")]).toEqual([
        null,
        expect.anything(),
      ]);
    }
  });
});
