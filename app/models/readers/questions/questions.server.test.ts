import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, migrate, type QuestionRow, type UserRow } from "~/db.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { downloadMyData } from "~/models/whole/transfer/my-data.server";
import { keyedHash } from "~/services/secrets.server";
import { DAY_MS } from "~/stored-times";
import { addMember } from "../../../../test/support/members";
import {
  applyChoice,
  confirmQuestion,
  questionPage,
  questionsForProfile,
  removeOldQuestions,
  reply,
  setAcceptsQuestions,
} from "./questions.server";

beforeAll(() => migrate(db));

test("AC10 RC07 the download of an account contains questions in the order of writing; questions to it only after they are confirmed", async () => {
  await importExperts([{ name: "Clara Claimed", slug: "clara" }], { origin: "import" });
  const { rowId: expertRowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  const at = "2026-01-01T00:00:00.000Z";
  const [person, reader, unproven] = [
    await addMember(),
    await addMember({ emailVerifiedAt: at }),
    await addMember({ emailVerifiedAt: null }),
  ];
  const rowIds: number[] = [];
  for (const [id, { email }, status] of [
    ["q1", reader, "answered"],
    ["q2", unproven, "open"],
    ["q3", reader, "unconfirmed"],
  ] as const) {
    const question = { id, email, status, name: id, purpose: "", subject: "A talk", createdAt: at, changedAt: at };
    const row = { ...question, expertRowId, userId: person.id };
    const { rowId } = await db.insertInto("questions").values(row).returning("rowId").executeTakeFirstOrThrow();
    rowIds.push(rowId);
  }
  for (const [index, author, text] of [
    [0, "asker", "first of q1"],
    [1, "asker", "first of q2"],
    [2, "asker", "first of q3"],
    [0, "expert", "second of q1"],
    [1, "expert", "second of q2"],
    [0, "asker", "third of q1"],
  ] as const)
    await db
      .insertInto("questionTexts")
      .values({ questionRowId: rowIds[index] as number, author, text, at })
      .execute();

  const texts = async (user: typeof person) => {
    let file = "";
    for await (const chunk of downloadMyData(user)) file += chunk;
    return (JSON.parse(file).questions as { text: string }[]).map(({ text }) => text);
  };
  expect(await texts(person)).toEqual(["first of q1", "first of q2", "second of q1", "second of q2", "third of q1"]);
  expect(await texts(reader)).toEqual(["first of q1", "first of q3", "second of q1", "third of q1"]);
  expect(await texts(unproven), "an unverified address proves nothing").toEqual([]);
});

test("RC07 who holds a profile now sees none of the questions to its former holder", async () => {
  await importExperts([{ name: "Hilda Handed", slug: "hilda" }], { origin: "import" });
  const experts = db.selectFrom("experts").select("rowId").where("slug", "=", "hilda");
  const { rowId: expertRowId } = await experts.executeTakeFirstOrThrow();
  const [former, present] = [await addMember(), await addMember()];
  const at = "2026-01-01T00:00:00.000Z";
  const proof = { proof: "mail", requestId: null, page: "", isStrong: 1, evidence: "", tokenHash: null } as const;
  const times = { createdAt: at, expiresAt: at, claimedAt: at, confirmedAt: at, remindedAt: null };
  const none = { email: "reader@mail.example", purpose: "", createdAt: at, changedAt: at };
  for (const [user, status, name] of [
    [former, "ended", "Of the former"],
    [present, "confirmed", "Of the present"],
  ] as const) {
    const claim = { id: user.id, expertRowId, userId: user.id, status };
    await db
      .insertInto("claims")
      .values({ ...claim, ...proof, ...times })
      .execute();
    for (const status of ["open", "answered"] as const) {
      const question = { id: `${user.id}${status}`, expertRowId, userId: user.id, status, name, subject: name };
      await db
        .insertInto("questions")
        .values({ ...question, ...none })
        .execute();
    }
  }
  await expect(questionsForProfile(former, "hilda")).rejects.toMatchObject({ problem: "missing" });
  const { waiting, answered, latest } = await questionsForProfile(present, "hilda");
  expect([waiting, answered, ...latest.map(({ from }) => from)]).toEqual([1, 1, "Of the present", "Of the present"]);

  const stored = { expertRowId, userId: present.id, subject: "", ...none };
  for (const [status, name, year] of [
    ["open", "Waits longest", 2024],
    ["open", "Waits longer", 2025],
    ["answered", "Answered first", 2024],
    ["answered", "Answered second", 2025],
  ] as const) {
    const question = { ...stored, id: name, status, name, changedAt: `${year}-01-01T00:00:00.000Z` };
    await db.insertInto("questions").values(question).execute();
  }
  expect((await questionsForProfile(present, "hilda")).latest.map(({ from }) => from)).toEqual([
    "Waits longest",
    "Waits longer",
    "Of the present",
    "Of the present",
    "Answered second",
    "Answered first",
  ]);
});

describe("RC07 a link reaches only its own question:", () => {
  const origin = { origin: "https://site.example" };
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  interface Conversation {
    id: string;
    rowId: number;
    expertRowId: number;
    slug: string;
    asker: string;
    holder: UserRow;
  }
  let count = 0;

  async function addConversation(): Promise<Conversation> {
    const [slug, id] = [`person-${++count}`, `question${String(count).padStart(8, "0")}`];
    await importExperts([{ name: `Person ${count}`, slug }], { origin: "import" });
    const experts = db.selectFrom("experts").select("rowId").where("slug", "=", slug);
    const { rowId: expertRowId } = await experts.executeTakeFirstOrThrow();
    const [holder, asker, at] = [await addMember(), `asker-${count}@mail.example`, daysAgo(1)];
    const proof = { proof: "mail", requestId: null, page: "", isStrong: 1, evidence: "", tokenHash: null } as const;
    const times = { createdAt: at, expiresAt: at, claimedAt: at, confirmedAt: at, remindedAt: null };
    const claim = { id: holder.id, expertRowId, userId: holder.id, status: "confirmed" as const, takesQuestions: 1 };
    await db
      .insertInto("claims")
      .values({ ...claim, ...proof, ...times })
      .execute();
    const rowId = await addQuestion({ id, expertRowId, userId: holder.id, email: asker });
    return { id, rowId, expertRowId, slug, asker, holder };
  }

  type NewQuestion = Pick<QuestionRow, "id" | "expertRowId" | "userId" | "email"> &
    Partial<Pick<QuestionRow, "status" | "createdAt" | "changedAt">>;
  async function addQuestion(fields: NewQuestion): Promise<number> {
    const texts = { name: "A reader", purpose: "", subject: `About ${fields.id}`, status: "unconfirmed" as const };
    const question = { ...texts, createdAt: daysAgo(1), changedAt: daysAgo(1), ...fields };
    const { rowId } = await db.insertInto("questions").values(question).returning("rowId").executeTakeFirstOrThrow();
    await addText(rowId, "asker");
    return rowId;
  }

  const addText = (questionRowId: number, author: "asker" | "expert") =>
    db
      .insertInto("questionTexts")
      .values({ questionRowId, author, text: "Text.", at: daysAgo(1) })
      .execute();

  const linkOf = (side: "asker" | "expert", { id }: { id: string }) => `${id}${keyedHash(`question ${side}`, id)}`;

  const stored = async ({ rowId, expertRowId }: Conversation) => ({
    question: await db.selectFrom("questions").selectAll().where("rowId", "=", rowId).executeTakeFirst(),
    texts: await db.selectFrom("questionTexts").selectAll().where("questionRowId", "=", rowId).execute(),
    blocks: await db.selectFrom("questionBlocks").selectAll().where("expertRowId", "=", expertRowId).execute(),
    claims: await db.selectFrom("claims").selectAll().where("expertRowId", "=", expertRowId).execute(),
  });

  let [other, conversation]: Conversation[] = [];
  const bringTo = async (status: QuestionRow["status"]) => {
    const questions = [other as Conversation, conversation as Conversation];
    const rowIds = questions.map(({ rowId }) => rowId);
    await db.updateTable("questions").set({ status }).where("rowId", "in", rowIds).execute();
    if (status === "answered") for (const rowId of rowIds) await addText(rowId, "expert");
  };

  beforeEach(async () => {
    await db.deleteFrom("mails").execute();
    [other, conversation] = [await addConversation(), await addConversation()];
  });

  type Change = (conversation: Conversation) => Promise<unknown>;
  const asker = (conversation: Conversation) => linkOf("asker", conversation);
  const expert = (conversation: Conversation) => linkOf("expert", conversation);
  const text = { text: "And so?" };
  const pause: Change = (conversation) => applyChoice(expert(conversation), "pause");
  const close: Change = (conversation) => setAcceptsQuestions(conversation.holder, conversation.slug, false);
  const changes: Record<string, [from: QuestionRow["status"], change: Change, effect: string]> = {
    "confirming it": [
      "unconfirmed",
      (conversation) => confirmQuestion(asker(conversation), origin),
      "open; mail to holder",
    ],
    "confirming it again": ["open", (conversation) => confirmQuestion(asker(conversation), origin), "open"],
    "answering it": ["open", (conversation) => reply(expert(conversation), text, origin), "answered; mail to asker"],
    "asking again": ["answered", (conversation) => reply(asker(conversation), text, origin), "open; mail to holder"],
    "settling it": ["open", (conversation) => applyChoice(expert(conversation), "answered"), "answered"],
    "reporting it": ["open", (conversation) => applyChoice(expert(conversation), "reported"), "reported; blocked"],
    "ending it": ["answered", (conversation) => applyChoice(expert(conversation), "ended"), "ended; blocked"],
    "taking no more": ["open", pause, "open; closed"],
    "closing one's profile": ["open", close, "open; closed"],
  };
  test.each(Object.keys(changes))("%s", async (name) => {
    const [from, change, effect] = changes[name] as (typeof changes)[string];
    await bringTo(from);
    const { asker, holder } = conversation as Conversation;
    const before = await stored(other as Conversation);
    await change(conversation as Conversation);
    expect(await stored(other as Conversation)).toEqual(before);
    const { question, blocks, claims } = await stored(conversation as Conversation);
    const mails = await db.selectFrom("mails").select("recipient").execute();
    const people = new Map([
      [asker, "asker"],
      [holder.email, "holder"],
    ]);
    const effects = [
      question?.status,
      ...blocks.map(() => "blocked"),
      ...claims.filter(({ takesQuestions }) => !takesQuestions).map(() => "closed"),
      ...mails.map(({ recipient }) => `mail to ${people.get(recipient)}`),
    ];
    expect(effects.join("; ")).toBe(effect);
  });

  function afterChange(change: Change): ["answered", Change] {
    const ask: Change = async (conversation) => {
      await change(conversation);
      await reply(asker(conversation), text, origin);
    };
    return ["answered", ask];
  }
  const refusals: Record<string, [from: QuestionRow["status"], change: Change]> = {
    "confirming as the person asked": ["unconfirmed", (conversation) => confirmQuestion(expert(conversation), origin)],
    "ending as the sender": ["open", (conversation) => applyChoice(asker(conversation), "ended")],
    "writing twice as the sender": ["open", (conversation) => reply(asker(conversation), text, origin)],
    "writing before it is confirmed": ["unconfirmed", (conversation) => reply(expert(conversation), text, origin)],
    "writing after the end": ["ended", (conversation) => reply(expert(conversation), text, origin)],
    "closing somebody else's profile": [
      "open",
      (conversation) => setAcceptsQuestions(conversation.holder, (other as Conversation).slug, false),
    ],
    "asking again, once blocked": afterChange(({ expertRowId, asker }) => {
      const block = { expertRowId, hash: keyedHash("question from", asker), at: daysAgo(0) };
      return db.insertInto("questionBlocks").values(block).execute();
    }),
    "asking again, once the claim has ended": afterChange(({ expertRowId }) =>
      db.updateTable("claims").set({ status: "ended" }).where("expertRowId", "=", expertRowId).execute(),
    ),
    "asking again, once the account is disabled": afterChange(({ holder }) =>
      db.updateTable("users").set({ status: "disabled" }).where("id", "=", holder.id).execute(),
    ),
    "asking again, once the profile is a draft": afterChange(({ expertRowId }) =>
      db.updateTable("experts").set({ state: "draft" }).where("rowId", "=", expertRowId).execute(),
    ),
  };
  test.each(Object.keys(refusals))("refused: %s", async (name) => {
    const [from, change] = refusals[name] as (typeof refusals)[string];
    await bringTo(from);
    const read = async () => [
      await stored(other as Conversation),
      (await stored(conversation as Conversation)).question,
    ];
    const before = await read();
    await expect(change(conversation as Conversation)).rejects.toMatchObject({
      problem: expect.stringMatching(/missing|conflict/),
    });
    expect(await read()).toEqual(before);
    expect(await db.selectFrom("mails").select("recipient").execute()).toEqual([]);
  });

  test("its page names the other unconfirmed questions of the same address about public people, newest first", async () => {
    const { expertRowId, holder, asker: email } = conversation as Conversation;
    const to = { expertRowId, userId: holder.id, email };
    const hidden = await addConversation();
    await db.updateTable("experts").set({ state: "draft" }).where("rowId", "=", hidden.expertRowId).execute();
    await addQuestion({ id: "second0000000000", ...to });
    await addQuestion({ id: "third00000000000", ...to });
    await addQuestion({ id: "open000000000000", ...to, status: "open" });
    await addQuestion({ id: "old0000000000000", ...to, createdAt: daysAgo(8) });
    await addQuestion({ id: "hidden0000000000", ...to, expertRowId: hidden.expertRowId });
    const { waiting } = await questionPage(asker(conversation as Conversation));
    expect(waiting.map(({ subject }) => subject)).toEqual(["About third00000000000", "About second0000000000"]);
    expect((await questionPage(expert(conversation as Conversation))).waiting).toEqual([]);
  });

  test("questions go after seven days without a confirmation, and 90 days after the last text", async () => {
    await db.deleteFrom("questions").execute();
    const { expertRowId, holder, asker: email } = conversation as Conversation;
    const ages: [status: QuestionRow["status"], days: number, stays: boolean][] = [
      ["unconfirmed", 6.9, true],
      ["unconfirmed", 7.1, false],
      ["unconfirmed", -1, false],
      ...(["open", "answered", "reported", "ended"] as const).flatMap((status): (typeof ages)[number][] => [
        [status, 89.9, true],
        [status, 90.1, false],
      ]),
    ];
    const to = { expertRowId, userId: holder.id, email };
    for (const [index, [status, days]] of ages.entries())
      await addQuestion({ id: `aged${String(index).padStart(12, "0")}`, ...to, status, changedAt: daysAgo(days) });
    expect(await removeOldQuestions()).toBe(ages.filter(([, , stays]) => !stays).length);
    const left = await db.selectFrom("questions").select("status").orderBy("rowId").execute();
    expect(left.map(({ status }) => status)).toEqual(ages.filter(([, , stays]) => stays).map(([status]) => status));
  });
});
