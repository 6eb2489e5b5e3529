import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUp, solveCaptcha } from "../support/accounts";
import { signUpAdmin } from "../support/admin";
import { onPostgres, query } from "../support/database";
import { makeEmptyDirectory } from "../support/empty-directory";
import { fieldsOfForm } from "../support/form-fields";
import { parsePage } from "../support/parse-page";
import { fullSubmission } from "../support/people";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";

type Person = Awaited<ReturnType<typeof signUp>>;

let site: Site;
let reader: Person;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT: "off" } });
  reader = await signUp(site, { firstName: "Rosa" });
  ada = await signUpAdmin(site, { firstName: "Ada", lastName: "Admin" });
  bob = await signUpAdmin(site, { firstName: "Bob", lastName: "Boss" });
});
afterAll(() => site?.stop());

let submissionCount = 0;
async function addSubmission(changes: object = {}): Promise<string> {
  submissionCount++;
  const referenceLinks = [`https://door-review-${submissionCount}.example/`];
  const body = { ...fullSubmission, name: `Door Review ${submissionCount}`, referenceLinks, ...changes };
  const answer = await json(site, "POST", "/api/submissions", body, { headers: reader.headers });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const call = (method: "POST" | "PUT", path: string, body: unknown, headers = ada.headers) =>
  json(site, method, `/api/admin/submissions/${path}`, body, { headers });

async function open(path: string, headers: Record<string, string> = ada.headers) {
  const response = await get(site, path, { headers });
  return { status: response.status, document: parsePage(await response.text()) };
}

async function post(path: string, fields: Record<string, string> | [string, string][], headers = ada.headers) {
  const response = await form(site, path, fields, { headers });
  const document = parsePage(await response.text());
  const refusal = document.querySelector("[data-tone=problem]");
  return {
    status: response.status,
    location: response.headers.get("Location"),
    document,
    title: refusal?.querySelector("strong")?.textContent,
    message: refusal?.querySelector("p")?.textContent,
  };
}

test("MO02 shows a link whose address contains a bar as readers will see it", async () => {
  const url = "https://bar.example/wiki/Foo_(bar)|x";
  const { document } = await open(`/admin/submissions/${await addSubmission({ referenceLinks: [url] })}`);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="https://bar.example/"]')];
  expect(links.map((link) => [link.getAttribute("href"), link.textContent])).toEqual([[url, url]]);
});

describe("MO11 visitors and ordinary users", () => {
  test("are refused by the calls in the specified words", async () => {
    const id = await addSubmission();
    const visitorCalls = [
      () => getJson(site, "/api/admin/submissions"),
      () => getJson(site, "/api/admin/submissions/paginated"),
      () => call("PUT", id, { title: "x" }, {} as Person["headers"]),
      () => call("POST", `${id}/approve`, {}, {} as Person["headers"]),
      () => call("POST", `${id}/reject`, {}, {} as Person["headers"]),
    ];
    for (const makeCall of visitorCalls)
      expect(await makeCall()).toMatchObject({ status: 401, body: { message: "Authentication required" } });
    const userCalls = [
      () => getJson(site, "/api/admin/submissions", { headers: reader.headers }),
      () => getJson(site, "/api/admin/submissions/paginated", { headers: reader.headers }),
      () => call("PUT", id, { title: "x" }, reader.headers),
      () => call("POST", `${id}/approve`, {}, reader.headers),
      () => call("POST", `${id}/reject`, {}, reader.headers),
    ];
    for (const makeCall of userCalls)
      expect(await makeCall()).toMatchObject({ status: 403, body: { message: "Admin access required" } });
    for (const path of ["", `/${id}`, `/${id}/edit`, `/${id}/undo`]) {
      expect((await open(`/admin/submissions${path}`, {})).status, path).toBe(401);
      expect((await open(`/admin/submissions${path}`, reader.headers)).status, path).toBe(403);
    }
    const { body } = await getJson(site, "/api/admin/submissions", { headers: ada.headers });
    expect(body.find((entry: { id: string }) => entry.id === id)).toMatchObject({ status: "pending" });
  });
});

describe("the lists of submissions", () => {
  test("MO06 MO07 return all submissions, and ten pending ones a page", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) ids.push(await addSubmission({ title: "Listed Title" }));
    const { body: submissions } = await getJson(site, "/api/admin/submissions", { headers: ada.headers });
    expect(submissions.filter(({ title }: { title: string }) => title === "Listed Title")).toHaveLength(12);
    const path = "/api/admin/submissions/paginated?search=listed+title";
    const { body } = await getJson(site, path, { headers: ada.headers });
    expect(Object.keys(body).sort()).toEqual(["currentPage", "submissions", "total", "totalPages"]);
    expect(body).toMatchObject({ total: 12, totalPages: 2, currentPage: 1 });
    expect(body.submissions.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 10));
    const { body: secondPage } = await getJson(site, `${path}&page=2&limit=10`, { headers: ada.headers });
    expect(secondPage.submissions.map(({ id }: { id: string }) => id)).toEqual(ids.slice(10));
    for (const invalidQuery of ["page=x", "limit=0", "limit=101", "status=odd"])
      expect((await getJson(site, `${path}&${invalidQuery}`, { headers: ada.headers })).status, invalidQuery).toBe(400);

    const page = await open("/admin/submissions?search=Listed+Title");
    expect(page.document.querySelectorAll("main tbody tr")).toHaveLength(10);
    expect(page.document.querySelector("nav[aria-label=Pages] a[rel=next]")?.getAttribute("href")).toBe(
      "/admin/submissions?search=Listed+Title&page=2",
    );
  });
});

describe("forms and calls follow the same rules", () => {
  test("MO08 MO09 D31 a submission is decided by call, and only once", async () => {
    const [firstId, otherId] = [
      await addSubmission({ name: "Called In" }),
      await addSubmission({ name: "Called Out" }),
    ];
    const approval = await call("POST", `${firstId}/approve`, { reviewNotes: "Good." });
    expect(approval).toMatchObject({
      status: 200,
      body: { message: "The submission of Called In was approved.", slug: "called-in" },
    });
    expect((await get(site, "/called-in")).status).toBe(200);
    expect(await call("POST", `${otherId}/reject`, { reviewNotes: "No." })).toMatchObject({
      status: 200,
      body: { message: "The submission of Called Out was rejected." },
    });
    for (const verb of ["approve", "reject"])
      expect((await call("POST", `${firstId}/${verb}`, {}, bob.headers)).status, verb).toBe(409);
    expect((await call("PUT", firstId, { title: "x" })).status).toBe(409);
    expect((await call("POST", "nothing/approve", {})).status).toBe(404);
    expect((await get(site, `/api/admin/submissions/${firstId}/approve`, { headers: ada.headers })).status).toBe(405);
  });

  test("MO02 MO05 a decision by form opens the next pending submission, with Undo", async () => {
    const [firstId, nextId] = [await addSubmission({ name: "Formed In" }), await addSubmission()];
    const { document } = await open(`/admin/submissions/${firstId}`);
    const fields = fieldsOfForm(document, "form.review");
    const decisionAnswer = await post(`/admin/submissions/${firstId}`, [
      ...fields,
      ["intent", "approve"],
      ["reviewNotes", "Yes."],
    ]);
    expect([decisionAnswer.status, decisionAnswer.location]).toEqual([
      303,
      `/admin/submissions/${nextId}?decided=${firstId}`,
    ]);
    const nextPage = await open(decisionAnswer.location ?? "");
    expect(nextPage.document.querySelector(".decision [role=status]")?.textContent).toBe(
      "The submission of Formed In was approved.",
    );
    const undo = nextPage.document.querySelector<HTMLFormElement>(".decision form")?.getAttribute("action") ?? "";
    expect((await get(site, "/formed-in")).status).toBe(200);
    const undoAnswer = await post(undo, {});
    expect([undoAnswer.status, undoAnswer.location]).toEqual([303, `/admin/submissions/${firstId}?undone=1`]);
    expect((await get(site, "/formed-in")).status).toBe(404);
    expect((await open(undoAnswer.location ?? "")).document.querySelector("form.review")).not.toBeNull();
    const secondUndo = await post(undo, {});
    expect([secondUndo.status, secondUndo.title]).toEqual([409, "Update Failed"]);
  });

  test("MO05 a rejection by form asks once for notes but does not require them, sends the chosen reason, and can be reopened", async () => {
    const id = await addSubmission();
    const { document } = await open(`/admin/submissions/${id}`);
    const fields = fieldsOfForm(document, "form.review").filter(
      ([name]) => name !== "reason" && name !== "reviewNotes",
    );
    const reject = (addedFields: [string, string][], submission = id, entries = fields) =>
      post(`/admin/submissions/${submission}`, [...entries, ["intent", "reject"], ...addedFields]);
    const reasonAndNotes: [string, string][] = [
      ["reason", "sources"],
      ["reviewNotes", "Ask us."],
    ];
    expect((await reject(reasonAndNotes)).status).toBe(303);
    const notes = (await getJson(site, "/api/admin/submissions", { headers: ada.headers })).body.find(
      (entry: { id: string }) => entry.id === id,
    ).reviewNotes;
    expect(notes).toMatch(/^We found no sources .+\n\nAsk us\.$/s);
    const withoutNotes = await addSubmission();
    const formFields = fieldsOfForm((await open(`/admin/submissions/${withoutNotes}`)).document, "form.review");
    const withoutReviewNotes = formFields.filter(([name]) => name !== "reviewNotes");
    const refusal = await reject([["reviewNotes", ""]], withoutNotes, withoutReviewNotes);
    expect([refusal.status, refusal.title]).toEqual([400, "Not Sent Yet"]);
    const returnedFields = fieldsOfForm(refusal.document, "form.review");
    expect((await post(`/admin/submissions/${withoutNotes}`, [...returnedFields, ["intent", "reject"]])).status).toBe(
      303,
    );
    expect((await post(`/admin/submissions/${id}/reopen`, {})).location).toBe(`/admin/submissions/${id}`);
    expect((await open(`/admin/submissions/${id}`)).document.querySelector("form.review")).not.toBeNull();
    expect((await post(`/admin/submissions/${id}/reopen`, {})).status).toBe(409);
  });

  test("MO05 selected submissions are decided together; a refused one stays with its reason, and one Undo reverts all", async () => {
    const ids = [await addSubmission({ title: "Bulk Title" }), await addSubmission({ title: "Bulk Title" })];
    const queue = "/admin/submissions?search=Bulk+Title";
    const { document } = await open(queue);
    const queueFields = fieldsOfForm(document, "form[method=post][action^='/admin/submissions']");
    const selection = [...queueFields, ...ids.map((id): [string, string] => ["ids[]", id])];
    await call("PUT", ids[1] as string, { title: "Bulk Title changed" });
    const bulkAnswer = await post(queue, [...selection, ["intent", "approve"]]);
    expect(bulkAnswer.status).toBe(409);
    expect(bulkAnswer.document.querySelector("tbody [role=alert]")?.textContent).toContain("changed this submission");
    expect(bulkAnswer.document.querySelector(".decision")?.textContent).toContain("was approved");
    const reloadedFields = fieldsOfForm(
      (await open(queue)).document,
      "form[method=post][action^='/admin/submissions']",
    );
    const secondBulkAnswer = await post(queue, [...reloadedFields, ["ids[]", ids[1] as string], ["intent", "approve"]]);
    expect(secondBulkAnswer).toMatchObject({ status: 303, location: `/admin/submissions?decided=${ids[1]}` });
    const decidedPage = await open(`/admin/submissions?decided=${ids.join(",")}`);
    expect(decidedPage.document.querySelector(".decision")?.textContent).toContain("2 submissions were approved.");
    const undo = fieldsOfForm(decidedPage.document, ".decision form");
    expect(await post("/admin/submissions", [...undo, ["intent", "undo"]])).toMatchObject({ status: 303 });
    expect((await open(queue)).document.querySelectorAll("main tbody tr")).toHaveLength(2);
    const callAnswer = await call("POST", "bulk", { decision: "reject", ids, reviewNotes: "No." });
    expect(callAnswer.body).toEqual({ done: ids, refused: [] });
  });

  test("MO05 a possible duplicate becomes a change of the profile by form and by call", async () => {
    const submittedId = await addSubmission({ name: "Double Door" });
    await call("POST", `${submittedId}/approve`, {});
    const [firstId, secondId] = [
      await addSubmission({ name: "Double Door" }),
      await addSubmission({ name: "Double Door" }),
    ];
    const button = (await open(`/admin/submissions/${firstId}`)).document.querySelector("button[value^=change]");
    expect(button?.textContent).toBe("Merge into Double Door");
    const answer = await post(`/admin/submissions/${firstId}`, { intent: button?.getAttribute("value") ?? "" });
    expect(answer).toMatchObject({ status: 303, location: `/admin/submissions/${firstId}?changed` });
    expect((await call("POST", `${secondId}/change`, { expert: "double-door" })).status).toBe(200);
    for (const id of [firstId, secondId])
      expect(
        (await open(`/admin/submissions/${id}`)).document.querySelector("main a[href='/double-door']"),
      ).not.toBeNull();
  });

  test("MO12 D31 a second decision by form is refused with its title, and keeps what was typed", async () => {
    const id = await addSubmission();
    const { document } = await open(`/admin/submissions/${id}`);
    const fields = fieldsOfForm(document, "form.review");
    expect((await call("PUT", id, { title: "Bob's title" }, bob.headers)).status).toBe(200);
    for (const [intent, title] of [
      ["approve", "Approval Failed"],
      ["reject", "Rejection Failed"],
    ] as const) {
      const typedFields: [string, string][] = [...fields, ["intent", intent], ["reviewNotes", "Typed notes"]];
      const refusal = await post(`/admin/submissions/${id}`, typedFields);
      expect([refusal.status, refusal.title]).toEqual([409, title]);
      expect(refusal.message).toContain("Bob Boss changed this submission meanwhile");
      expect(refusal.document.querySelector<HTMLTextAreaElement>("#reviewNotes")?.value).toBe("Typed notes");
      expect(refusal.document.querySelector("main")?.textContent).toContain("Bob's title");
    }
  });

  test("MO03 MO10 form and call store the same, and refuse the same", async () => {
    const [firstId, otherId] = [await addSubmission(), await addSubmission()];
    const { document } = await open(`/admin/submissions/${firstId}/edit`);
    const change = (name: string, value: string) =>
      fieldsOfForm(document, "main form").map(([key, oldValue]): [string, string] => [
        key,
        key === name ? value : oldValue,
      ]);
    const saveAnswer = await post(`/admin/submissions/${firstId}/edit`, [
      ...change("title", "Same title"),
      ["intent", "save"],
    ]);
    expect([saveAnswer.status, saveAnswer.location]).toEqual([303, `/admin/submissions/${firstId}?saved`]);
    expect((await call("PUT", otherId, { title: "Same title" })).status).toBe(200);
    const { body } = await getJson(site, "/api/admin/submissions", { headers: ada.headers });
    const [a, b] = [firstId, otherId].map((id) => body.find((entry: { id: string }) => entry.id === id));
    const { biography, categories } = fullSubmission;
    for (const submission of [a, b])
      expect(submission).toMatchObject({
        title: "Same title",
        biography,
        books: [],
        categories,
        status: "pending",
      });

    const [page, answer] = [
      await post(`/admin/submissions/${firstId}/edit`, [
        ...fieldsOfForm((await open(`/admin/submissions/${firstId}/edit`)).document, "main form").map(
          ([key, oldValue]): [string, string] => [key, key === "customGptUrl" ? "nowhere" : oldValue],
        ),
        ["intent", "approve"],
      ]),
      await call("PUT", firstId, { customGptUrl: "nowhere" }),
    ];
    expect([page.status, answer.status]).toEqual([400, 400]);
    expect(page.title).toBe("Save & Approve Failed");
    expect(page.message).toBe(answer.body.message);
    expect(page.document.querySelector<HTMLInputElement>("#customGptUrl")?.value).toBe("nowhere");
  });

  test("MO04 Save & Approve is one step", async () => {
    const id = await addSubmission({ name: "Saved Approved" });
    const { document } = await open(`/admin/submissions/${id}/edit`);
    const fields = fieldsOfForm(document, "main form").map(([key, oldValue]): [string, string] => [
      key,
      key === "title" ? "Edited by Ada" : oldValue,
    ]);
    expect((await post(`/admin/submissions/${id}/edit`, [...fields, ["intent", "approve"]])).status).toBe(303);
    const { body } = await getJson(site, "/api/experts/saved-approved");
    expect(body.title).toBe("Edited by Ada");
    const { document: decidedPage } = await open(`/admin/submissions/${id}`);
    expect(decidedPage.querySelector("main")?.textContent).toContain("Approved after editing by admin");
  });

  test("MO02 MO09 Save & Reject by form stores the same as two calls", async () => {
    const [firstId, otherId] = [await addSubmission(), await addSubmission()];
    const { document } = await open(`/admin/submissions/${firstId}/edit`);
    const fields = fieldsOfForm(document, "main form")
      .filter(([key]) => key !== "reviewNotes")
      .map(([key, oldValue]): [string, string] => [key, key === "title" ? "Edited by Ada" : oldValue]);
    const send = (notes: string) =>
      post(`/admin/submissions/${firstId}/edit`, [...fields, ["intent", "reject"], ["reviewNotes", notes]]);
    const [refusal, answer] = [
      await send("x".repeat(5_001)),
      await call("POST", `${otherId}/reject`, { reviewNotes: "x".repeat(5_001) }),
    ];
    expect([refusal.status, refusal.title, answer.status]).toEqual([400, "Rejection Failed", 400]);
    expect(refusal.document.querySelector("#reviewNotes-error")?.textContent).toBe(answer.body.fieldErrors.reviewNotes);
    expect(refusal.document.querySelector<HTMLInputElement>("#title")?.value).toBe("Edited by Ada");

    const rejectAnswer = await send("No sources.");
    expect([rejectAnswer.status, rejectAnswer.location]).toEqual([
      303,
      expect.stringMatching(new RegExp(`decided=${firstId}$`)),
    ]);
    expect((await call("PUT", otherId, { title: "Edited by Ada" })).status).toBe(200);
    expect((await call("POST", `${otherId}/reject`, { reviewNotes: "No sources." })).status).toBe(200);
    const { body } = await getJson(site, "/api/admin/submissions", { headers: ada.headers });
    for (const id of [firstId, otherId])
      expect(body.find((entry: { id: string }) => entry.id === id)).toMatchObject({
        title: "Edited by Ada",
        status: "rejected",
        reviewNotes: "No sources.",
      });
    expect((await send("Again.")).title).toBe("Rejection Failed");
  });

  test("MO12 D29 an outdated edit keeps what was typed and shows what is stored", async () => {
    const id = await addSubmission();
    const { document } = await open(`/admin/submissions/${id}/edit`);
    const fields = fieldsOfForm(document, "main form").map(([key, oldValue]): [string, string] => [
      key,
      key === "biography" ? "Ada typed this." : oldValue,
    ]);
    await call("PUT", id, { biography: "Bob stored this." }, bob.headers);
    const refusal = await post(`/admin/submissions/${id}/edit`, [...fields, ["intent", "save"]]);
    expect([refusal.status, refusal.title]).toEqual([409, "Update Failed"]);
    expect(refusal.document.querySelector<HTMLTextAreaElement>("#biography")?.value).toBe("Ada typed this.");
    expect(refusal.document.querySelector("[aria-labelledby=meanwhile] dd")?.textContent).toBe("Bob stored this.");
    const reloadedFields = fieldsOfForm(refusal.document, "main form");
    expect((await post(`/admin/submissions/${id}/edit`, [...reloadedFields, ["intent", "save"]])).status).toBe(303);
  });

  test("MO12 an edit of a submission that was decided meanwhile keeps what was typed", async () => {
    const id = await addSubmission();
    const { document } = await open(`/admin/submissions/${id}/edit`);
    const fields = fieldsOfForm(document, "main form").map(([key, oldValue]): [string, string] => [
      key,
      key === "biography" ? "Ada typed this." : oldValue,
    ]);
    await call("POST", `${id}/reject`, {}, bob.headers);
    const refusal = await post(`/admin/submissions/${id}/edit`, [...fields, ["intent", "approve"]]);
    expect([refusal.status, refusal.title]).toEqual([409, "Save & Approve Failed"]);
    expect(refusal.message).toContain("rejected already by Bob Boss");
    expect(refusal.document.querySelector<HTMLTextAreaElement>("#biography")?.value).toBe("Ada typed this.");
  });

  test("MO05 a change is accepted field by field by form and call", async () => {
    const { body: profile } = await getJson(site, "/api/experts/cynthia-kenyon");
    const changedRecord = { ...fullSubmission, ...profile, title: "Form title", change: "cynthia-kenyon" };
    const id = await addSubmission({ ...changedRecord, biography: "Form biography." });
    const { document } = await open(`/admin/submissions/${id}`);
    const boxes = document.querySelectorAll<HTMLInputElement>("input[type=checkbox][name='acceptedFields[]']");
    expect(Array.from(boxes, ({ value, checked }) => [value, checked])).toEqual([
      ["title", false],
      ["biography", false],
    ]);
    expect(document.querySelector(".changes ins")?.textContent).toBe("Form title");
    const withoutChoice = fieldsOfForm(document, "form.review").filter(
      ([name, value]) => name !== "acceptedFields[]" || !value,
    );
    const refusal = await post(`/admin/submissions/${id}`, [...withoutChoice, ["intent", "approve"]]);
    expect([refusal.status, refusal.message]).toEqual([400, "Accept at least one field, or reject the change."]);
    expect(refusal.document.querySelectorAll("input[type=checkbox]:checked")).toHaveLength(0);
    const titleOnly: [string, string][] = [...withoutChoice, ["acceptedFields[]", "title"], ["intent", "approve"]];
    expect((await post(`/admin/submissions/${id}`, titleOnly)).status).toBe(303);
    const { body } = await getJson(site, "/api/experts/cynthia-kenyon");
    expect(body).toMatchObject({ title: "Form title", biography: profile.biography });
  });

  test("MO10 hostile bodies are refused in JSON", async () => {
    const id = await addSubmission();
    for (const [body, status] of [
      ["not json", 400],
      ["null", 400],
      ["[]", 400],
      ['{"name":{},"books":7}', 400],
      ['{"__proto__":{"status":"approved"}}', 200],
    ] as const) {
      const response = await fetch(`${site.url}/api/admin/submissions/${id}`, {
        method: "PUT",
        body,
        headers: { ...ada.headers, Origin: site.url, "Content-Type": "application/json" },
      });
      expect(response.status, body).toBe(status);
      await response.json();
    }
    expect((await call("PUT", id, { biography: "x".repeat(2_000_000) })).status).toBe(400);
  });
});

describe("a restart between a decision and its undo", () => {
  test.skipIf(onPostgres)("MO05 the mail is still held back, and Undo still reverts decision and mail", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "longevity-restart-"));
    await makeEmptyDirectory(dataDir);
    const firstSite = await startSite({ dataDir, env: { RATE_LIMIT: "off" } });
    const admin = await signUpAdmin(firstSite, { firstName: "Cara" });
    const sender = await signUp(firstSite, { firstName: "Sam" });
    const submitAnswer = await json(firstSite, "POST", "/api/submissions", fullSubmission, { headers: sender.headers });
    const { id } = submitAnswer.body;
    await json(firstSite, "POST", `/api/admin/submissions/${id}/approve`, {}, { headers: admin.headers });
    await firstSite.stop();
    const mail = () => query(dataDir, "SELECT status, nextAttemptAt FROM mails WHERE kind = 'submissionApproved'");
    // The mail's time must not come during the test, and must not look like one of a wrong clock.
    const inAnHour = new Date(Date.now() + 60 * 60_000).toISOString();
    await query(dataDir, `UPDATE mails SET nextAttemptAt = '${inAnHour}' WHERE kind = 'submissionApproved'`);
    const mailBefore = await mail();
    expect(mailBefore).toMatchObject([{ status: "queued" }]);

    const secondSite = await startSite({ dataDir, env: { RATE_LIMIT: "off" } });
    // Another mail is sent meanwhile, which proves that the mailer has worked through the queue.
    await json(secondSite, "POST", "/api/auth/forgot-password", {
      email: sender.email,
      ...(await solveCaptcha(secondSite)),
    });
    const outbox = join(dataDir, "outbox");
    const writtenMails = () =>
      existsSync(outbox) ? readdirSync(outbox).map((name) => readFileSync(join(outbox, name), "utf8")) : [];
    await expect.poll(() => writtenMails().some((text) => text.includes("/reset-password?token="))).toBe(true);
    expect(await mail()).toEqual(mailBefore);
    expect(writtenMails().filter((text) => text.includes("/nadia-newcomer"))).toEqual([]);
    const undoAnswer = await form(secondSite, `/admin/submissions/${id}/undo`, {}, { headers: admin.headers });
    expect([undoAnswer.status, undoAnswer.headers.get("Location")]).toEqual([303, `/admin/submissions/${id}?undone=1`]);
    expect(await mail()).toEqual([]);
    expect((await get(secondSite, "/nadia-newcomer")).status).toBe(404);
    await secondSite.stop();
    rmSync(dataDir, { recursive: true });
  });
});
