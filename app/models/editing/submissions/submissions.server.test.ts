import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { db, migrate, type UserRow } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { queueMail } from "~/models/base/mail/queue.server";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { BAD_LINK, INCOMPLETE, NO_WEBSITE, toFields } from "~/models/records/experts/submission-fields";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { findDraft, saveDraft } from "./drafts.server";
import { correctSubmission, findOwnSubmission, ownSubmission, submissionsOf } from "./own.server";
import { reviewOf } from "./review.server";
import { checkSubmission, queueDecisionMail, submitExpert } from "./submissions.server";

const origin = "https://site.example";
let user: UserRow;

beforeAll(async () => {
  await migrate(db);
  user = await addMember({ firstName: "Rosa", lastName: "Reader" });
  await importExperts(
    [
      {
        name: "Nils Known",
        slug: "nils-known",
        title: "Head of Knowledge",
        categories: ["author"],
        longevityContribution: "Is known.",
        biography: "Known early.",
        referenceLinks: ["His site|https://nils-known.example/"],
      },
    ],
    { origin: "editor" },
  );
});

afterEach(async () => {
  await db.deleteFrom("submissions").execute();
  await db.deleteFrom("mails").execute();
});

const submit = (input: unknown, options: { draftId?: string; seen?: string[] } = {}) =>
  submitExpert(user, input, { origin, ...options });
const readStored = () => db.selectFrom("submissions").selectAll().orderBy("rowId").execute();
const refusal = (input: unknown) => checkSubmission(input).catch((error) => error);

test("a proposal keeps what editors changed after its form was opened, and a correction too", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  const slug = "ed-edited";
  const links = ["https://ed.example/"];
  await importExperts([{ ...fullSubmission, name: "Ed Edited", slug, referenceLinks: links }], { origin: "editor" });
  const shown = await findExpert(slug);
  const [change, basedOn] = [slug, shown.updatedAt];
  const referenceLinks = [...links, "Label|https://label.example/"];
  await editExpert(admin, slug, { title: "Edited", referenceLinks }, { origin });
  const form = { ...toFields({ ...shown, change, basedOn }), biography: "Proposed.", newLink: "" };
  await submit({ ...form, referenceLinks: [...links, "https://proposed.example/", "https://label.example"] });
  const [row] = await readStored();
  expect(row).toMatchObject({ name: "Ed Edited", title: "Edited" });
  expect(JSON.parse(row?.record ?? "")).toEqual({
    biography: "Proposed.",
    referenceLinks: [...referenceLinks, "https://proposed.example/"],
  });
  await expect(submit({ ...form, biography: shown.biography })).rejects.toThrow("You have not changed anything yet.");

  // A time that is none would stand before or after all changes.
  for (const noTime of ["0", 0, "yesterday", "9999"])
    expect(await refusal({ ...form, basedOn: noTime })).toMatchObject({ problem: "invalid" });

  const own = await ownSubmission(user, row?.id ?? "");
  await editExpert(admin, slug, { longevityContribution: "Edited, too." }, { origin });
  const { record, basedOn: shownAt } = own;
  await correctSubmission(user, own.id, { ...record, biography: "Corrected.", basedOn: shownAt });
  const [corrected] = await readStored();
  expect(Object.keys(JSON.parse(corrected?.record ?? ""))).toEqual(["biography", "referenceLinks"]);
  // The reviewer reads that a proposed field was changed after it was proposed.
  await editExpert(admin, slug, { biography: "Edited by an editor." }, { origin });
  const { fields } = await reviewOf(admin, own.id);
  expect(fields.map(({ field, loss }) => [field, loss.startsWith("The profile was changed after")])).toEqual([
    ["biography", true],
    ["referenceLinks", false],
  ]);
});

describe("the requirements for a submission", () => {
  const inputWithout = (name: string) => ({ ...fullSubmission, [name]: undefined });

  test.each(["name", "title", "longevityContribution", "categories"])("SU05 %s is required", async (name) => {
    for (const emptyValue of [undefined, null, "", "   ", [], {}, 7, false]) {
      const error = await refusal({ ...fullSubmission, [name]: emptyValue });
      expect(error, JSON.stringify(emptyValue)).toMatchObject({ problem: "invalid", message: INCOMPLETE });
      expect(Object.keys(error.fieldErrors)).toEqual([name]);
    }
  });

  test("SU06 one website is required", async () => {
    for (const emptyValue of [undefined, null, "", [], {}]) {
      expect(
        await refusal({ ...fullSubmission, referenceLinks: emptyValue }),
        JSON.stringify(emptyValue),
      ).toMatchObject({
        problem: "invalid",
        message: NO_WEBSITE,
        fieldErrors: { referenceLinks: NO_WEBSITE },
      });
    }
  });

  test("SU05 SU06 reports all missing fields at once, required fields first", async () => {
    const error = await refusal({});
    expect(error.message).toBe(INCOMPLETE);
    const fields = ["name", "title", "categories", "longevityContribution", "referenceLinks"];
    expect(Object.keys(error.fieldErrors)).toEqual(fields);
  });

  test.each([
    ["no address", ["https://fine.example/", "her page"]],
    ["another scheme", ["ftp://nadia.example/"]],
    ["a script", ["javascript:alert(1)"]],
    ["a password in it", ["https://me:secret@nadia.example/"]],
    ["a label", ["Her site|https://nadia.example/"]],
    ["no text", [{ url: "https://nadia.example/" }]],
  ])("SU04 refuses anything but plain addresses as links: %s", async (_, referenceLinks) => {
    const error = await refusal({ ...fullSubmission, referenceLinks });
    expect(error).toMatchObject({ problem: "invalid", message: BAD_LINK, fieldErrors: { referenceLinks: BAD_LINK } });
  });

  test.each([
    ["the same", ["https://nadia.example/", "https://nadia.example/"]],
    ["the same, spelled otherwise", ["https://nadia.example", "https://NADIA.example/"]],
  ])("SU04 reports a repeated link: %s", async (_, referenceLinks) => {
    const error = await refusal({ ...fullSubmission, referenceLinks });
    expect(error).toMatchObject({ problem: "invalid", message: expect.stringContaining("twice") });
  });

  test("a change of another type is no suggestion of a new expert", async () => {
    const message = "Change must be the slug of a profile.";
    for (const change of [7, true, {}, ["somebody"]])
      expect(await refusal({ ...fullSubmission, change })).toMatchObject({
        problem: "invalid",
        fieldErrors: { change: message },
      });
    expect(await checkSubmission({ ...fullSubmission, change: null })).toMatchObject({ target: null });
  });

  test("SU03 categories are among the nine, each counted once", async () => {
    expect(await refusal({ ...fullSubmission, categories: ["academic", "astrologer"] })).toMatchObject({
      problem: "invalid",
      message: "Please choose categories from the list.",
    });
    const { fields } = await checkSubmission({ ...fullSubmission, categories: ["author", "academic", "author"] });
    expect(fields.categories).toEqual(["author", "academic"]);
  });

  test.each([
    ["name", 200],
    ["title", 300],
    ["longevityContribution", 10_000],
    ["biography", 100_000],
    ["submitterReason", 5_000],
  ])("SU10 %s has at most %d characters", async (name, limit) => {
    await checkSubmission({ ...fullSubmission, [name]: "x".repeat(limit) });
    const message = `At most ${limit.toLocaleString("en")} characters fit here.`;
    const error = await refusal({ ...fullSubmission, [name]: "x".repeat(limit + 1) });
    expect(error).toMatchObject({ problem: "invalid", message, fieldErrors: { [name]: message } });
  });

  test("SU10 accepts at most 100 links", async () => {
    const makeLinks = (count: number) => Array.from({ length: count }, (_, n) => `https://nadia.example/${n}`);
    await checkSubmission({ ...fullSubmission, referenceLinks: makeLinks(100) });
    expect(await refusal({ ...fullSubmission, referenceLinks: makeLinks(101) })).toMatchObject({
      message: "At most 100 links fit here.",
    });
  });

  test("SU07 biography and reason may be missing, but must be texts", async () => {
    const { fields, submitterReason } = await checkSubmission({ ...inputWithout("biography"), submitterReason: null });
    expect([fields.biography, submitterReason]).toEqual(["", ""]);
    expect(await refusal({ ...fullSubmission, biography: { html: "x" } })).toMatchObject({
      fieldErrors: { biography: expect.any(String) },
    });
  });

  test.each(["name", "title"])("SU10 the %s is one line", async (name) => {
    for (const text of ["a\nb", "a\u0000b", "a\u2028b"]) {
      expect(await refusal({ ...fullSubmission, [name]: text })).toMatchObject({ problem: "invalid" });
    }
  });

  test.each([null, undefined, 7, "text", [], [fullSubmission]])(
    "SU10 refuses anything that is not a submission: %j",
    async (input) => {
      expect(await refusal(input)).toMatchObject({ problem: "invalid", message: INCOMPLETE });
    },
  );
});

describe("storing", () => {
  test("SU07 SU08 SU10 D30 a submission is stored under the name of the signed-in account", async () => {
    const answer = await submit(fullSubmission);
    expect(answer).toEqual({ id: expect.any(String), status: "pending", statusLabel: "under review", duplicates: [] });
    const { name, title, categories, longevityContribution, biography, referenceLinks } = fullSubmission;
    const [row] = await readStored();
    expect(row).toMatchObject({
      id: answer.id,
      name,
      title,
      foldedName: "nadia newcomer",
      status: "pending",
      userId: user.id,
      submitterName: "Rosa Reader",
      submitterEmail: user.email,
      submitterReason: fullSubmission.submitterReason,
      draftId: null,
      expertRowId: null,
      changesExpertRowId: null,
      reviewedAt: null,
    });
    expect(JSON.parse(row?.record ?? "")).toEqual({
      name,
      title,
      categories,
      longevityContribution,
      biography,
      referenceLinks,
    });
  });

  test("SU10 ignores fields that submitters may not set", async () => {
    const evilInput = JSON.parse(
      `{"status":"approved","id":"mine","role":"admin","userId":"x","featured":true,"slug":"x","imageUrl":"x","__proto__":{"status":"approved"}}`,
    );
    const { id } = await submit({ ...evilInput, ...fullSubmission });
    const [row] = await readStored();
    expect(row).toMatchObject({ id, status: "pending", userId: user.id });
    expect(id).not.toBe("mine");
    expect(Object.keys(JSON.parse(row?.record ?? ""))).toEqual(
      Object.keys(fullSubmission).filter((name) => !name.startsWith("submitter")),
    );
  });

  test("SU10 stores texts unchanged, except for surrounding blanks and line ends", async () => {
    const hostileText = `<script>alert(1)</script> '; DROP TABLE experts; -- \u202E 山中 \\u0000 \${7*7} "&amp;`;
    await submit({
      ...fullSubmission,
      name: hostileText,
      biography: `  ${hostileText}\r\nnext\u0000 `,
      submitterReason: hostileText,
    });
    const [row] = await readStored();
    expect(row?.name).toBe(hostileText);
    expect(row?.submitterReason).toBe(hostileText);
    expect(JSON.parse(row?.record ?? "").biography).toBe(`${hostileText}\nnext\u0000`);
  });

  test("SU08 D33 queues the mail of receipt together with the submission, once", async () => {
    await submit(fullSubmission);
    await submit(fullSubmission);
    const mails = await db.selectFrom("mails").select(["kind", "recipient", "body"]).execute();
    expect(mails).toEqual([
      { kind: "submissionReceived", recipient: user.email, body: expect.stringContaining("Nadia Newcomer") },
    ]);
    expect(mails[0]?.body).toContain(`${origin}/my-submissions`);
  });

  test("SU08 queues the mail of receipt also within an hour of another mail to the account", async () => {
    await queueMail(db, { kind: "followConfirm", recipient: user.email, subject: "News", body: "News" });
    await submit(fullSubmission);
    const mails = await db.selectFrom("mails").select("kind").where("recipient", "=", user.email).execute();
    expect(mails).toContainEqual({ kind: "submissionReceived" });
  });

  test("SU10 an account can send 30 submissions an hour, and repetitions do not count", async () => {
    const eagerUser = await addMember();
    const send = (n: number) => submitExpert(eagerUser, { ...fullSubmission, name: `Person ${n}` }, { origin });
    for (let n = 0; n < 30; n++) await send(n);
    await expect(send(30)).rejects.toMatchObject({ problem: "limited", retryAfter: expect.any(Number) });
    await expect(send(29)).resolves.toMatchObject({ status: "pending" });
    await expect(submit({ ...fullSubmission, name: "Person 30" }), "somebody else").resolves.toBeDefined();
    const mails = await db.selectFrom("mails").select("id").where("recipient", "=", eagerUser.email).execute();
    // One mail is enough, because its link leads to all submissions.
    expect(mails).toHaveLength(1);
  });
});

describe("sending twice", () => {
  test("SU10 limits the undecided submissions of an account to 4,000,000 characters; decided submissions do not count", async () => {
    await submit(fullSubmission);
    const record = JSON.stringify({ biography: "a".repeat(3_999_900) });
    await db.updateTable("submissions").set({ record }).execute();
    const otherInput = { ...fullSubmission, name: "Another Newcomer" };
    await expect(submit(otherInput)).rejects.toMatchObject({
      problem: "conflict",
      message: expect.stringContaining("are waiting for review"),
    });
    await db.updateTable("submissions").set({ status: "rejected" }).execute();
    expect((await submit(otherInput)).status).toBe("pending");
  });

  test("D37 twenty simultaneous posts of one form store one row, and all answers have its id", async () => {
    const draftId = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(fullSubmission, { draftId, seen: [] })));
    const rows = await readStored();
    expect(rows).toHaveLength(1);
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([rows[0]?.id]));
    expect(rows[0]?.draftId).toBe(draftId);
    expect(await db.selectFrom("mails").select("id").execute()).toHaveLength(1);
  });

  test("D37 twenty calls with the same payload and no draft store one row", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(fullSubmission)));
    expect(await readStored()).toHaveLength(1);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  test("D37 a form that is sent again about another person is another submission", async () => {
    const draftId = newId();
    const firstSubmission = await submit(fullSubmission, { draftId });
    const secondSubmission = await submit(
      { ...fullSubmission, name: "Someone Else", referenceLinks: ["https://else.example/"] },
      { draftId },
    );
    expect(secondSubmission.id).not.toBe(firstSubmission.id);
    expect(await readStored()).toHaveLength(2);
  });

  test("D37 after the decision the same form is still the same submission, but a new form with the same words is not", async () => {
    const draftId = newId();
    const { id } = await submit(fullSubmission, { draftId });
    await db.updateTable("submissions").set({ status: "rejected" }).where("id", "=", id).execute();
    expect(await submit(fullSubmission, { draftId })).toMatchObject({
      id,
      status: "rejected",
      statusLabel: "not accepted",
    });
    expect((await submit(fullSubmission, { draftId: newId() })).id).not.toBe(id);
  });

  test("D37 the same words of two people are two submissions", async () => {
    const firstSubmission = await submit(fullSubmission);
    const secondSubmission = await submitExpert(await addMember(), fullSubmission, { origin });
    expect(secondSubmission.id).not.toBe(firstSubmission.id);
  });

  test("D37 the draft is deleted with the submission, and stays if that is refused", async () => {
    const owner = { browser: "b".repeat(64), userId: user.id, address: "192.0.2.1" };
    const draftId = newId();
    await saveDraft(draftId, toFields(fullSubmission), owner);
    await expect(submit({ ...fullSubmission, name: "" }, { draftId })).rejects.toThrow(INCOMPLETE);
    await expect(submit({ ...fullSubmission, name: "Nils Known" }, { draftId, seen: [] })).rejects.toThrow(
      "in the directory",
    );
    expect(await findDraft(owner, "")).toMatchObject({ id: draftId });
    await submit(fullSubmission, { draftId, seen: [] });
    expect(await findDraft(owner, "")).toBeNull();
  });
});

describe("people who are listed already", () => {
  const similarInput = { ...fullSubmission, name: "Dr. Nils KNÖWN, PhD" };
  const duplicate = { key: "nils-known", slug: "nils-known", name: "Nils Known", reason: "has the same name" };

  test("D38 the form asks before anything is stored, and continues after the answer", async () => {
    const conflict = { problem: "conflict", duplicates: [duplicate] };
    await expect(submit(similarInput, { seen: [] })).rejects.toMatchObject(conflict);
    await expect(submit(similarInput, { seen: ["somebody-else"] })).rejects.toMatchObject(conflict);
    expect(await readStored()).toEqual([]);
    expect(await submit(similarInput, { seen: ["nils-known"] })).toMatchObject({ status: "pending" });
  });

  test("D38 the JSON call stores at once, and names possible duplicates in its answer", async () => {
    expect(await submit(similarInput)).toMatchObject({ status: "pending", duplicates: [duplicate] });
  });

  test("D38 finds a waiting suggestion by another form of the name or by its website, without revealing the sender", async () => {
    const { id } = await submit(fullSubmission);
    const otherSuggestion = {
      ...fullSubmission,
      name: "N. Newcomer",
      referenceLinks: ["http://www.nadia-newcomer.example/cv"],
    };
    expect((await submit(otherSuggestion)).duplicates).toEqual([
      {
        key: id,
        slug: null,
        name: "A suggestion that is under review",
        reason: "may be of the same person",
        about: "",
      },
    ]);
    const inputWithOtherName = { ...otherSuggestion, name: "Somebody Else" };
    expect((await submit(inputWithOtherName)).duplicates).toContainEqual({
      key: id,
      slug: null,
      name: "A suggestion that is under review",
      reason: "has the same website, nadia-newcomer.example",
      about: "",
    });
  });
});

describe("changes to a profile", () => {
  const profile = {
    name: "Nils Known",
    title: "Head of Knowledge",
    categories: ["author"],
    longevityContribution: "Is known.",
    biography: "Known early.",
    referenceLinks: ["His site|https://nils-known.example/"],
    change: "nils-known",
  };

  test("D38 stores only the differing fields, as a change to that expert", async () => {
    await submit(
      { ...profile, title: "Emeritus", referenceLinks: [...profile.referenceLinks, "https://new.example/"] },
      { seen: [] },
    );
    const [row] = await readStored();
    const { rowId } = await db
      .selectFrom("experts")
      .select("rowId")
      .where("slug", "=", "nils-known")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ changesExpertRowId: rowId, name: "Nils Known", title: "Emeritus" });
    expect(JSON.parse(row?.record ?? "")).toEqual({
      title: "Emeritus",
      referenceLinks: ["His site|https://nils-known.example/", "https://new.example/"],
    });
    const [mail] = await db.selectFrom("mails").select("body").execute();
    expect(mail?.body).toContain("change to the profile of “Nils Known”");
  });

  test("D38 a change follows the same rules, names an existing profile, and changes something", async () => {
    await expect(submit({ ...profile, title: "" })).rejects.toThrow(INCOMPLETE);
    await expect(submit({ ...profile, referenceLinks: ["Other|https://x.example/"] })).rejects.toThrow(BAD_LINK);
    await expect(submit({ ...profile, change: "nobody-there" })).rejects.toMatchObject({ problem: "missing" });
    await expect(submit(profile)).rejects.toMatchObject({ message: "You have not changed anything yet." });
    expect(await readStored()).toEqual([]);
  });

  test("D37 the same change sent twice is stored once", async () => {
    const answers = [await submit({ ...profile, title: "X" }), await submit({ ...profile, title: "X" })];
    expect(answers[1]).toEqual(answers[0]);
    expect(await readStored()).toHaveLength(1);
  });
});

describe("decisions", () => {
  test("D33 users see their own submissions, newest first, in pages", async () => {
    const reader = await addMember();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++)
      ids.unshift((await submitExpert(reader, { ...fullSubmission, name: `Person ${n}` }, { origin })).id);
    await submit(fullSubmission);
    const readPage = (page: number) => submissionsOf(reader, { page, limit: 2 });
    const pages = [await readPage(1), await readPage(2), await readPage(3)];
    expect(pages.flatMap(({ submissions }) => submissions.map(({ id }) => id))).toEqual(ids);
    expect(pages[0]).toMatchObject({ total: 5, page: 1, pages: 3 });
    expect(await readPage(9), "past the end").toMatchObject({ page: 3, submissions: [{ name: "Person 0" }] });
    expect(await submissionsOf(await addMember(), { page: 1, limit: 2 })).toMatchObject({ total: 0, pages: 1 });
  });

  test("D33 D34 each submission shows its status, its date, its profile, and after a rejection the notes", async () => {
    const reader = await addMember();
    const published = db.selectFrom("experts").select("rowId").where("slug", "=", "nils-known");
    const { rowId } = await published.executeTakeFirstOrThrow();
    const send = (name: string) => submitExpert(reader, { ...fullSubmission, name }, { origin });
    const decide = async (name: string, decision: object) => {
      const { id } = await send(name);
      await db.updateTable("submissions").set(decision).where("id", "=", id).execute();
    };
    await send("Waits");
    await decide("Published", { status: "approved", expertRowId: rowId, reviewNotes: "Only for us" });
    await decide("Refused", { status: "rejected", reviewNotes: "No sources." });
    const { submissions } = await submissionsOf(reader, { page: 1, limit: 20 });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    const commonFields = { id: expect.any(String), part: null, isChange: false, submittedAt: time, reviewedAt: null };
    expect(submissions).toEqual([
      {
        ...commonFields,
        name: "Refused",
        status: "rejected",
        statusLabel: "not accepted",
        slug: null,
        reviewNotes: "No sources.",
      },
      {
        ...commonFields,
        name: "Published",
        status: "approved",
        statusLabel: "approved",
        slug: "nils-known",
        reviewNotes: "",
      },
      { ...commonFields, name: "Waits", status: "pending", statusLabel: "under review", slug: null, reviewNotes: "" },
    ]);
  });

  test("SU08 confirms only the user's own submission", async () => {
    const { id } = await submit(fullSubmission);
    expect(await findOwnSubmission(user, id)).toMatchObject({ statusLabel: "under review" });
    expect(await findOwnSubmission(await addMember(), id)).toBeNull();
    expect(await findOwnSubmission(user, "")).toBeNull();
  });

  test("D33 the mail about a decision is queued in its transaction", async () => {
    await submit(fullSubmission);
    await db.deleteFrom("mails").execute();
    const [submission] = await readStored();
    if (!submission) throw new Error("nothing was stored");
    const site = { siteName: "The Site", origin };
    const decide = (decision: Parameters<typeof queueDecisionMail>[2], changes = {}) =>
      db.transaction().execute((tx) => queueDecisionMail(tx, { ...submission, ...changes }, decision, site));
    await decide({ status: "approved", slug: "nadia-newcomer" });
    await decide({ status: "rejected", reviewNotes: "No sources." });
    await decide({ status: "rejected", reviewNotes: "" }, { submitterEmail: "" });
    const mails = await db.selectFrom("mails").select(["kind", "recipient", "body"]).orderBy("kind").execute();
    expect(mails).toEqual([
      { kind: "submissionApproved", recipient: user.email, body: expect.stringContaining(`${origin}/nadia-newcomer`) },
      { kind: "submissionRejected", recipient: user.email, body: expect.stringContaining("> No sources.") },
    ]);
  });
});
