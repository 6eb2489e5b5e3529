import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp } from "../support/accounts";
import { parsePage } from "../support/parse-page";
import { fullSubmission } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

type Reader = Awaited<ReturnType<typeof signUp>>;
type Fields = Record<string, string | string[]>;

let site: Site;
let reader: Reader;

beforeAll(async () => {
  site = await startSite();
  reader = await signUp(site, { firstName: "Rosa", lastName: "Reader" });
});
afterAll(() => site?.stop());

const { submitterName: _name, submitterEmail: _email, ...requiredFields } = fullSubmission;
/** Returns a submission about a new person each time, so that none is a duplicate. */
let personCount = 0;
function newSubmission(changes: Fields = {}) {
  personCount++;
  const referenceLinks = [`https://person-${personCount}.example/`];
  return { ...requiredFields, name: `Door Person ${personCount}`, referenceLinks, ...changes };
}

const call = (body: unknown, headers = reader.headers) => json(site, "POST", "/api/submissions", body, { headers });

/** Sends the form as the page does. */
async function post(fields: Fields, { headers = reader.headers as Record<string, string>, path = "/submit" } = {}) {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((entry): [string, string] => [`${name}[]`, entry])
      : [[name, value] as [string, string]],
  );
  const response = await form(site, path, pairs, { headers });
  const document = parsePage(await response.text());
  const errors = Array.from(document.querySelectorAll('main p[id$="-error"]'), (element): [string, string] => [
    element.id.replace("-error", ""),
    element.textContent ?? "",
  ]);
  const refusal = document.querySelector("[data-tone=problem]");
  return {
    status: response.status,
    location: response.headers.get("Location"),
    document,
    title: refusal?.querySelector("strong")?.textContent,
    message: refusal?.querySelector("p")?.textContent,
    fieldErrors: Object.fromEntries(errors),
    value: (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value,
    values: (name: string) =>
      Array.from(document.querySelectorAll<HTMLInputElement>(`[name="${name}[]"]`), (e) => e.value),
  };
}

const BAD_LINK = "Please enter a valid URL starting with http:// or https://";
const INCOMPLETE = "Please fill in all required fields including at least one category.";
const NO_WEBSITE = "Please add at least one official website.";

describe("form and call follow the same rules", () => {
  test.each<[string, string, string, Fields]>([
    ["SU05 without a name", "Missing Information", INCOMPLETE, { name: "  " }],
    ["SU05 without a title", "Missing Information", INCOMPLETE, { title: "" }],
    ["SU05 without a contribution", "Missing Information", INCOMPLETE, { longevityContribution: "" }],
    ["SU05 without a category", "Missing Information", INCOMPLETE, { categories: [] }],
    ["SU05 SU06 without anything", "Missing Information", INCOMPLETE, { name: "", categories: [], referenceLinks: [] }],
    ["SU06 without a link", "Missing Official Website", NO_WEBSITE, { referenceLinks: [] }],
    ["SU04 with an invalid link", "Invalid URL", BAD_LINK, { referenceLinks: ["her page"] }],
    [
      "SU03 with an unknown category",
      "Submission Failed",
      "Please choose categories from the list.",
      { categories: ["x"] },
    ],
    ["SU10 with too long a name", "Submission Failed", "At most 200 characters fit here.", { name: "x".repeat(201) }],
  ])("%s: the same refusal", async (_, title, message, changes) => {
    const fields = newSubmission(changes);
    const [page, answer] = [await post(fields), await call(fields)];
    expect([page.status, answer.status]).toEqual([400, 400]);
    // A call names the field, which the page shows beside the message.
    expect([page.message, answer.body.message.replace("Name: at", "At")]).toEqual([message, message]);
    expect(page.fieldErrors).toEqual(answer.body.fieldErrors);
    expect(page.title).toBe(title);
  });

  test("SU08 SU10 form and call store the same", async () => {
    const [pageSubmission, callSubmission] = [newSubmission(), newSubmission()];
    const page = await post(pageSubmission);
    const answer = await call(callSubmission);
    expect(page.status).toBe(303);
    expect(page.location).toMatch(/^\/submit\?received=\w+$/);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      status: "pending",
      statusLabel: "under review",
      message:
        "Thank you for submitting an expert to our directory. We'll review your submission and get back to you soon.",
      duplicates: [],
    });
    const ownSubmissions = await (await get(site, "/my-submissions", { headers: reader.headers })).text();
    for (const { name } of [pageSubmission, callSubmission]) expect(ownSubmissions).toContain(name);
  });

  test("PL04 SU02 form and call refuse visitors", async () => {
    const fields = newSubmission();
    const [page, answer] = [await post(fields, { headers: {} }), await call(fields, {} as Reader["headers"])];
    expect([page.status, answer.status]).toEqual([401, 401]);
    expect(answer.body).toEqual({ message: "Unauthorized" });
    expect(page.title).toBe("Authentication Required");
    expect(page.message).toBe("You need to be logged in to submit an expert. Redirecting to login...");
    const signInLink = page.document.querySelector('main [data-tone] a[href^="/login"]');
    expect(signInLink?.getAttribute("href")).toBe("/login?returnTo=%2Fsubmit");
  });

  test("SU05 a visitor reads what is missing before having to sign in", async () => {
    expect(await post(newSubmission({ name: "" }), { headers: {} })).toMatchObject({
      status: 400,
      message: INCOMPLETE,
    });
  });

  test("D38 the form asks before it stores a duplicate, the call stores it and names the duplicates", async () => {
    const similarSubmission = (changes = {}) => ({ ...newSubmission(), name: "Cynthia Kenyon", ...changes });
    const duplicates = await post(similarSubmission());
    expect(duplicates.status).toBe(409);
    const question = duplicates.document.querySelector("main [aria-labelledby=same]");
    expect(question?.querySelector("li p")?.textContent).toBe("Cynthia Kenyon has the same name.");
    const links = Array.from(question?.querySelectorAll("a") ?? [], (link) => link.getAttribute("href"));
    expect(links).toEqual(["/cynthia-kenyon", "/submit?change=cynthia-kenyon"]);
    const someoneElse = question?.querySelector<HTMLButtonElement>("button");
    expect(someoneElse?.textContent).toBe("This is someone else");
    expect(duplicates.value("name")).toBe("Cynthia Kenyon");

    const confirmedPage = await post(similarSubmission({ [someoneElse?.name ?? ""]: someoneElse?.value ?? "" }));
    expect(confirmedPage.status).toBe(303);
    const answer = await call(similarSubmission({ submitterReason: "Another one" }));
    expect(answer.status).toBe(201);
    expect(answer.body.duplicates[0]).toEqual({
      name: "Cynthia Kenyon",
      slug: "cynthia-kenyon",
      reason: "has the same name",
    });
  });

  test("D38 a change to a profile uses the same form and the same call", async () => {
    const page = parsePage(await (await get(site, "/submit?change=cynthia-kenyon")).text());
    const value = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? "";
    const listValues = (name: string) =>
      Array.from(page.querySelectorAll<HTMLInputElement>(`[name="${name}[]"]`), (e) => e.value);
    const profile = {
      name: value("name"),
      title: value("title"),
      categories: listValues("categories"),
      longevityContribution: value("longevityContribution"),
      biography: value("biography"),
      referenceLinks: listValues("referenceLinks"),
      change: value("change"),
    };
    expect(profile).toMatchObject({ name: "Cynthia Kenyon", change: "cynthia-kenyon" });
    const path = page.querySelector("main form")?.getAttribute("action") ?? "";
    expect(path).toBe("/submit?change=cynthia-kenyon");

    expect(await post(profile, { path })).toMatchObject({
      status: 400,
      message: "You have not changed anything yet.",
    });
    expect((await post({ ...profile, title: "Somewhere else now" }, { path })).status).toBe(303);
    expect((await call({ ...profile, title: "Elsewhere by call" })).status).toBe(201);
    const ownSubmissions = parsePage(await (await get(site, "/my-submissions", { headers: reader.headers })).text());
    const changes = Array.from(ownSubmissions.querySelectorAll(".records li"), (item) => item.textContent ?? "").filter(
      (text) => text.includes("Change"),
    );
    expect(changes).toHaveLength(2);
  });
});

describe("the call", () => {
  test.each([
    ["no JSON", "not json", 400],
    ["nothing", "null", 400],
    ["a list", "[]", 400],
    ["wrong types", '{"name":{},"title":7,"categories":"academic","referenceLinks":{"length":1}}', 400],
    ["a forged prototype", '{"__proto__":{"name":"x"}}', 400],
    ["more than 1 MB", JSON.stringify({ biography: "x".repeat(1_100_000) }), 413],
  ])("SU10 %s is refused in JSON", async (_, body, status) => {
    const response = await fetch(`${site.url}/api/submissions`, {
      method: "POST",
      body,
      headers: { ...reader.headers, Origin: site.url, "Content-Type": "application/json" },
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ message: expect.any(String) });
  });

  test("SU10 PL04 other methods and other sites are refused", async () => {
    expect((await get(site, "/api/submissions")).status).toBe(405);
    const foreignAnswer = await call(newSubmission(), {
      ...reader.headers,
      Origin: "https://evil.example",
    } as Reader["headers"]);
    expect(foreignAnswer.status).toBe(403);
  });

  test("D30 no email address is in a public answer", async () => {
    await call(newSubmission());
    for (const path of ["/api/experts", "/api/experts/homepage", "/submit", "/"]) {
      expect(await (await get(site, path)).text()).not.toContain(reader.email);
    }
  });
});

describe("the form without scripts", () => {
  const asVisitor = { headers: {} };

  test("SU03 SU04 the small buttons keep everything that was typed", async () => {
    const submission = { ...newSubmission(), category: "clinician", newLink: "https://more.example/" };
    const addedPage = await post({ ...submission, intent: "add-category" }, asVisitor);
    expect(addedPage.status).toBe(200);
    expect(addedPage.values("categories")).toEqual([...requiredFields.categories, "clinician"]);
    expect(addedPage.value("newLink")).toBe("https://more.example/");
    for (const name of ["name", "title", "longevityContribution", "biography", "submitterReason"] as const) {
      expect(addedPage.value(name), name).toBe(submission[name]);
    }
    const removedPage = await post({ ...submission, intent: "remove-category author" }, asVisitor);
    expect(removedPage.values("categories")).toEqual(["academic"]);
    const linkedPage = await post({ ...submission, intent: "add-link" }, asVisitor);
    expect(linkedPage.values("referenceLinks")).toEqual([...submission.referenceLinks, "https://more.example/"]);
    expect(linkedPage.value("newLink")).toBe("");
    const unlinkedPage = await post(
      { ...submission, intent: `remove-link ${submission.referenceLinks[0]}` },
      asVisitor,
    );
    expect(unlinkedPage.values("referenceLinks")).toEqual([]);
  });

  test("SU04 an invalid link is refused beside the field, and stays in it", async () => {
    const refusedPage = await post({ ...newSubmission(), newLink: "nonsense", intent: "add-link" }, asVisitor);
    expect(refusedPage).toMatchObject({ status: 400, title: "Invalid URL", fieldErrors: { referenceLinks: BAD_LINK } });
    expect(refusedPage.value("newLink")).toBe("nonsense");
  });

  test("SU03 a category that is chosen but not added survives every refusal", async () => {
    const withChosenCategory = (changes: Fields = {}) =>
      newSubmission({ categories: [], category: "clinician", ...changes });
    const answers = [
      await post(withChosenCategory({ title: "" })),
      await post(withChosenCategory({ referenceLinks: [] })),
      await post(withChosenCategory({ newLink: "nonsense", intent: "add-link" })),
      await post(withChosenCategory(), asVisitor),
      await post(withChosenCategory({ name: "Cynthia Kenyon", seen: "" })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 401, 409]);
    for (const { document } of answers)
      expect(document.querySelector("[name=category] [selected]")?.getAttribute("value")).toBe("clinician");
  });

  test("reliability 10 a form with every field full is read in any script, and a longer one is refused", async () => {
    const fullFields = {
      name: "中".repeat(200),
      title: "中".repeat(300),
      longevityContribution: "中".repeat(10_000),
      biography: "中".repeat(100_000),
      submitterReason: "中".repeat(5_000),
    };
    expect((await post(newSubmission(fullFields))).status).toBe(303);
    const tooLongPage = await post(newSubmission({ biography: "中".repeat(350_000) }));
    expect(tooLongPage.status).toBe(413);
    expect(tooLongPage.value("biography")).toBe("");
    expect((await post({ email: "中".repeat(20_001) }, { path: "/login", ...asVisitor })).status).toBe(413);
  });

  test("reliability 10 a long form that is refused is in the page only once, and can be sent from it", async () => {
    const refusedPage = await post(newSubmission({ title: "", biography: "long ".repeat(19_000) }));
    expect(refusedPage.status).toBe(400);
    expect(refusedPage.document.documentElement.outerHTML.match(/long /g)).toHaveLength(19_000);
    expect(refusedPage.document.querySelector("script")).toBeNull();
    const shortPage = await post(newSubmission({ title: "", biography: "short" }));
    expect(shortPage.document.querySelector("script")).not.toBeNull();
  });

  test("SU01 the first button, which Enter presses, sends the form", async () => {
    const page = parsePage(await (await get(site, "/submit")).text());
    const firstButton = page.querySelector<HTMLButtonElement>("main form button");
    expect([firstButton?.name, firstButton?.value]).toEqual(["intent", "enter"]);
    expect((await post({ ...newSubmission(), intent: "enter" })).status).toBe(303);
    const addPage = await post({ ...newSubmission(), newLink: "https://more.example/", intent: "enter" });
    expect(addPage.values("referenceLinks")).toContain("https://more.example/");
  });

  test("D37 what a visitor typed returns after signing in, and is gone once it was sent", async () => {
    const openedPage = await get(site, "/submit");
    const cookie = openedPage.headers.getSetCookie().find((text) => text.startsWith("draft=")) ?? "";
    expect(cookie).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/);
    const draftId = parsePage(await openedPage.text()).querySelector<HTMLInputElement>("[name=draftId]")?.value;
    const browser = { Cookie: cookie.split(";")[0] as string };
    const fields = { ...newSubmission(), draftId: draftId as string };
    expect((await post(fields, { headers: browser })).status).toBe(401);

    const sessionHeaders = { Cookie: `${browser.Cookie}; ${reader.headers.Cookie}` };
    const read = async (headers: Record<string, string>) => {
      const document = parsePage(await (await get(site, "/submit", { headers })).text());
      return (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value;
    };
    const restoredValue = await read(sessionHeaders);
    for (const name of ["name", "title", "longevityContribution", "biography", "submitterReason", "draftId"] as const) {
      expect(restoredValue(name), name).toBe(fields[name]);
    }
    expect((await read({}))("name"), "another browser").toBe("");

    const answers = await Promise.all(Array.from({ length: 20 }, () => post(fields, { headers: sessionHeaders })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(303));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    const newValue = await read(sessionHeaders);
    expect(newValue("name")).toBe("");
    expect(newValue("draftId")).not.toBe(draftId);
  });

  test("D37 a draft is saved while typing, and takes nothing but fields of the form", async () => {
    const draftCookie = (await get(site, "/submit")).headers.getSetCookie()[0]?.split(";")[0] as string;
    const headers = { Cookie: draftCookie };
    const id = "0123456789abcdef";
    const save = (body: unknown) => json(site, "PUT", `/api/drafts/${id}`, body, { headers });
    expect((await save({ name: "Half a na", status: "approved" })).status).toBe(204);
    const invalidBodies = [
      null,
      [],
      "text",
      7,
      { name: 7 },
      { name: null },
      { categories: "academic" },
      { referenceLinks: [{}] },
    ];
    for (const body of invalidBodies) expect([body, (await save(body)).status]).toEqual([body, 400]);
    await save({ name: "Half a name", __proto__: { x: 1 } });
    const page = await (await get(site, "/submit", { headers })).text();
    expect(page).toContain("Half a name");
    expect((await get(site, `/api/drafts/${id}`, { headers })).status).toBe(405);
    expect((await getJson(site, "/api/drafts")).status).toBe(404);
  });

  test("D37 a browser without cookies keeps what was typed in the page", async () => {
    const refusedPage = await post({ ...newSubmission({ title: "" }), submitterReason: "Because" }, asVisitor);
    expect(refusedPage.value("submitterReason")).toBe("Because");
    expect(refusedPage.value("name")).toBe(`Door Person ${personCount}`);
  });
});

describe("pages", () => {
  test("SU01 /submit-expert is the same page, with /submit as its canonical address", async () => {
    for (const path of ["/submit", "/submit-expert"]) {
      const document = parsePage(await (await get(site, path)).text());
      const headings = Array.from(document.querySelectorAll("main :is(h1, h2)"), (heading) => heading.textContent);
      expect(headings).toEqual([
        "Submit an Expert",
        "Submission Guidelines",
        "Expert Information",
        "Submission Details",
      ]);
      expect(document.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(`${site.url}/submit`);
    }
    expect((await post(newSubmission(), { path: "/submit-expert" })).status).toBe(303);
  });

  test("SU08 the thanks are for one's own submissions only", async () => {
    const { body } = await call(newSubmission());
    const path = `/submit?received=${body.id}`;
    expect(await (await get(site, path, { headers: reader.headers })).text()).toContain("Submission Received!");
    expect(await (await get(site, path)).text()).not.toContain("Submission Received!");
    const otherReader = await signUp(site);
    expect(await (await get(site, path, { headers: otherReader.headers })).text()).not.toContain(
      "Submission Received!",
    );
  });

  test("D38 a change to an unknown person is not found", async () => {
    expect((await get(site, "/submit?change=nobody-there")).status).toBe(404);
  });

  test("D33 D38 a profile links to a change of it, and every page to one's own submissions when signed in", async () => {
    const links = async (headers: Record<string, string>) => {
      const document = parsePage(await (await get(site, "/cynthia-kenyon", { headers })).text());
      return Array.from(document.querySelectorAll("a"), (link) => link.getAttribute("href"));
    };
    expect(await links({})).toContain("/submit?change=cynthia-kenyon");
    expect(await links({})).not.toContain("/my-submissions");
    expect(await links(reader.headers)).toContain("/my-submissions");
  });

  test("D33 PL04 my submissions need an account", async () => {
    const answer = await get(site, "/my-submissions");
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login?returnTo=/my-submissions"]);
    const ownSubmissions = await get(site, "/my-submissions", { headers: reader.headers });
    expect(ownSubmissions.headers.get("Cache-Control")).toBe("private, no-store");
  });

  test("D33 a pending submission is opened, corrected and withdrawn by its owner only", async () => {
    const { body } = await call(newSubmission());
    const path = `/my-submissions/${body.id}`;
    const stranger = await signUp(site, { firstName: "Sid" });
    for (const address of [path, `${path}/edit`]) {
      expect((await get(site, address, { headers: stranger.headers })).status, address).toBe(404);
      expect((await get(site, address)).headers.get("Location"), address).toMatch(/^\/login/);
    }
    const document = parsePage(await (await get(site, `${path}/edit`, { headers: reader.headers })).text());
    const fieldValue = (name: string) => document.querySelector<HTMLInputElement>(`main [name="${name}"]`)?.value ?? "";
    const names = ["name", "longevityContribution", "biography", "submitterReason", "updatedAt"];
    const referenceLinks = [fieldValue("referenceLinks[]")];
    const lists = { categories: ["author"], referenceLinks };
    const fields: Fields = { ...Object.fromEntries(names.map((name) => [name, fieldValue(name)])), ...lists };
    const refusedPage = await post({ ...fields, title: "" }, { path: `${path}/edit` });
    expect(refusedPage.status).toBe(400);
    expect(refusedPage.fieldErrors.title).toBe("Please enter a professional title.");
    const correction = { ...fields, title: "Corrected" };
    expect((await post(correction, { path: `${path}/edit`, headers: stranger.headers })).status).toBe(404);
    expect((await post(correction, { path: `${path}/edit` })).location).toBe(`${path}?saved`);
    expect((await post(correction, { path: `${path}/edit` })).status).toBe(409);
    const { body: submission } = await getJson(site, `/api/submissions/${body.id}`, { headers: reader.headers });
    expect(submission).toMatchObject({ status: "pending", record: { title: "Corrected", categories: ["author"] } });
    expect((await post({ updatedAt: fields.updatedAt as string }, { path })).status).toBe(409);
    expect((await post({ updatedAt: submission.updatedAt }, { path })).location).toBe("/my-submissions?withdrawn");
    expect((await get(site, path, { headers: reader.headers })).status).toBe(404);
  });

  test("SU04 D33 a correction takes links one by one, as the submission did", async () => {
    const fields = newSubmission();
    const { body } = await call(fields);
    const path = `/my-submissions/${body.id}/edit`;
    const addedPage = await post({ ...fields, newLink: "https://more.example/", intent: "add-link" }, { path });
    const links = [...fields.referenceLinks, "https://more.example/"];
    expect([addedPage.status, addedPage.values("referenceLinks"), addedPage.value("newLink")]).toEqual([
      200,
      links,
      "",
    ]);
    const refusal = await post({ ...fields, newLink: "nonsense", intent: "enter" }, { path });
    expect(refusal).toMatchObject({ status: 400, fieldErrors: { referenceLinks: BAD_LINK } });
    expect(refusal.value("newLink")).toBe("nonsense");
    expect((await post({ ...fields, referenceLinks: links, category: "clinician" }, { path })).status).toBe(303);
    const { body: submission } = await getJson(site, `/api/submissions/${body.id}`, { headers: reader.headers });
    expect(submission.record).toMatchObject({
      categories: [...requiredFields.categories, "clinician"],
      referenceLinks: links,
    });
  });

  test("D38 a change has texts of its own", async () => {
    const { document } = await post({ change: "" }, { path: "/submit" });
    expect(document.querySelector("h1")?.textContent).toBe("Submit an Expert");
    const [expert] = (await getJson(site, "/api/experts")).body;
    const page = await (await get(site, `/submit?change=${expert.slug}`, { headers: reader.headers })).text();
    expect(page).toContain("Why should this be changed?");
    expect(page).toContain("Send the change");
    expect(page).not.toContain(">Submit Expert</button>");
  });

  test("D37 only the browser may cache the form and its answers, for Back", async () => {
    for (const headers of [{}, reader.headers]) {
      const answers = [
        await get(site, "/submit", { headers }),
        await form(site, "/submit", { name: "x" }, { headers }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 400]);
      for (const answer of answers) expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
    }
  });
});
