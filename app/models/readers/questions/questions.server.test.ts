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
  const [person, reader, unverifiedReader] = [
    await addMember(),
    await addMember({ emailVerifiedAt: at }),
    await addMember({ emailVerifiedAt: null }),
  ];
  const rowIds: number[] = [];
  for (const [id, { email }, status] of [
    ["q1", reader, "answered"],
    ["q2", unverifiedReader, "open"],
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

  const readTexts = async (user: typeof person) => {
    let file = "";
    for await (const chunk of downloadMyData(user)) file += chunk;
    return (JSON.parse(file).questions as { text: string }[]).map(({ text }) => text);
  };
  expect(await readTexts(person)).toEqual([
    "first of q1",
    "first of q2",
    "second of q1",
    "second of q2",
    "third of q1",
  ]);
  expect(await readTexts(reader)).toEqual(["first of q1", "first of q3", "second of q1", "third of q1"]);
  expect(await readTexts(unverifiedReader), "an unverified address proves nothing").toEqual([]);
});

test("RC07 the present holder of a profile sees none of the questions to its former holder", async () => {
  await importExperts([{ name: "Hilda Handed", slug: "hilda" }], { origin: "import" });
  const experts = db.selectFrom("experts").select("rowId").where("slug", "=", "hilda");
  const { rowId: expertRowId } = await experts.executeTakeFirstOrThrow();
  const [formerHolder, presentHolder] = [await addMember(), await addMember()];
  const at = "2026-01-01T00:00:00.000Z";
  const proof = { proof: "mail", requestId: null, page: "", isStrong: 1, evidence: "", tokenHash: null } as const;
  const times = { createdAt: at, expiresAt: at, claimedAt: at, confirmedAt: at, remindedAt: null };
  const commonFields = { email: "reader@mail.example", purpose: "", createdAt: at, changedAt: at };
  for (const [user, status, name] of [
    [formerHolder, "ended", "Of the former"],
    [presentHolder, "confirmed", "Of the present"],
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
        .values({ ...question, ...commonFields })
        .execute();
    }
  }
  await expect(questionsForProfile(formerHolder, "hilda")).rejects.toMatchObject({ problem: "missing" });
  const { waiting, answered, latest } = await questionsForProfile(presentHolder, "hilda");
  expect([waiting, answered, ...latest.map(({ from }) => from)]).toEqual([1, 1, "Of the present", "Of the present"]);

  const storedFields = { expertRowId, userId: presentHolder.id, subject: "", ...commonFields };
  for (const [status, name, year] of [
    ["open", "Waits longest", 2024],
    ["open", "Waits longer", 2025],
    ["answered", "Answered first", 2024],
    ["answered", "Answered second", 2025],
  ] as const) {
    const question = { ...storedFields, id: name, status, name, changedAt: `${year}-01-01T00:00:00.000Z` };
    await db.insertInto("questions").values(question).execute();
  }
  expect((await questionsForProfile(presentHolder, "hilda")).latest.map(({ from }) => from)).toEqual([
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
  let conversationCount = 0;

  async function addConversation(): Promise<Conversation> {
    const [slug, id] = [`person-${++conversationCount}`, `question${String(conversationCount).padStart(8, "0")}`];
    await importExperts([{ name: `Person ${conversationCount}`, slug }], { origin: "import" });
    const experts = db.selectFrom("experts").select("rowId").where("slug", "=", slug);
    const { rowId: expertRowId } = await experts.executeTakeFirstOrThrow();
    const [holder, asker, at] = [await addMember(), `asker-${conversationCount}@mail.example`, daysAgo(1)];
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

  const readStored = async ({ rowId, expertRowId }: Conversation) => ({
    question: await db.selectFrom("questions").selectAll().where("rowId", "=", rowId).executeTakeFirst(),
    texts: await db.selectFrom("questionTexts").selectAll().where("questionRowId", "=", rowId).execute(),
    blocks: await db.selectFrom("questionBlocks").selectAll().where("expertRowId", "=", expertRowId).execute(),
    claims: await db.selectFrom("claims").selectAll().where("expertRowId", "=", expertRowId).execute(),
  });

  let [otherConversation, conversation]: Conversation[] = [];
  const setStatus = async (status: QuestionRow["status"]) => {
    const questions = [otherConversation as Conversation, conversation as Conversation];
    const rowIds = questions.map(({ rowId }) => rowId);
    await db.updateTable("questions").set({ status }).where("rowId", "in", rowIds).execute();
    if (status === "answered") for (const rowId of rowIds) await addText(rowId, "expert");
  };

  beforeEach(async () => {
    await db.deleteFrom("mails").execute();
    [otherConversation, conversation] = [await addConversation(), await addConversation()];
  });

  type Change = (conversation: Conversation) => Promise<unknown>;
  const askerLink = (conversation: Conversation) => linkOf("asker", conversation);
  const expertLink = (conversation: Conversation) => linkOf("expert", conversation);
  const followUp = { text: "And so?" };
  const pause: Change = (conversation) => applyChoice(expertLink(conversation), "pause");
  const close: Change = (conversation) => setAcceptsQuestions(conversation.holder, conversation.slug, false);
  const changes: Record<string, [status: QuestionRow["status"], change: Change, effect: string]> = {
    "confirming it": [
      "unconfirmed",
      (conversation) => confirmQuestion(askerLink(conversation), origin),
      "open; mail to holder",
    ],
    "confirming it again": ["open", (conversation) => confirmQuestion(askerLink(conversation), origin), "open"],
    "answering it": [
      "open",
      (conversation) => reply(expertLink(conversation), followUp, origin),
      "answered; mail to asker",
    ],
    "asking again": [
      "answered",
      (conversation) => reply(askerLink(conversation), followUp, origin),
      "open; mail to holder",
    ],
    "settling it once it was ended": [
      "ended",
      (conversation) => applyChoice(expertLink(conversation), "answered"),
      "ended",
    ],
    "settling it": ["open", (conversation) => applyChoice(expertLink(conversation), "answered"), "answered"],
    "reporting it": ["open", (conversation) => applyChoice(expertLink(conversation), "reported"), "reported; blocked"],
    "ending it": ["answered", (conversation) => applyChoice(expertLink(conversation), "ended"), "ended; blocked"],
    "taking no more": ["open", pause, "open; closed"],
    "closing one's profile": ["open", close, "open; closed"],
  };
  test.each(Object.keys(changes))("%s leaves the other question as it is", async (name) => {
    const [status, change, effect] = changes[name] as (typeof changes)[string];
    await setStatus(status);
    const { asker, holder } = conversation as Conversation;
    const storedBefore = await readStored(otherConversation as Conversation);
    await change(conversation as Conversation);
    expect(await readStored(otherConversation as Conversation)).toEqual(storedBefore);
    const { question, blocks, claims } = await readStored(conversation as Conversation);
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
      await reply(askerLink(conversation), followUp, origin);
    };
    return ["answered", ask];
  }
  const refusals: Record<string, [status: QuestionRow["status"], change: Change]> = {
    "confirming as the person asked": [
      "unconfirmed",
      (conversation) => confirmQuestion(expertLink(conversation), origin),
    ],
    "ending as the sender": ["open", (conversation) => applyChoice(askerLink(conversation), "ended")],
    "writing twice as the sender": ["open", (conversation) => reply(askerLink(conversation), followUp, origin)],
    "sending the same answer again": [
      "answered",
      (conversation) => reply(expertLink(conversation), { text: "Text." }, origin),
    ],
    "writing before it is confirmed": [
      "unconfirmed",
      (conversation) => reply(expertLink(conversation), followUp, origin),
    ],
    "writing after the end": ["ended", (conversation) => reply(expertLink(conversation), followUp, origin)],
    "closing somebody else's profile": [
      "open",
      (conversation) => setAcceptsQuestions(conversation.holder, (otherConversation as Conversation).slug, false),
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
  test.each(Object.keys(refusals))("%s is refused, and changes nothing", async (name) => {
    const [status, change] = refusals[name] as (typeof refusals)[string];
    await setStatus(status);
    const readBoth = async () => [
      await readStored(otherConversation as Conversation),
      (await readStored(conversation as Conversation)).question,
    ];
    const bothBefore = await readBoth();
    await expect(change(conversation as Conversation)).rejects.toMatchObject({
      problem: expect.stringMatching(/missing|conflict/),
    });
    expect(await readBoth()).toEqual(bothBefore);
    expect(await db.selectFrom("mails").select("recipient").execute()).toEqual([]);
  });

  test("reliability 51 its pages and mails do not name a profile that became a draft", async () => {
    await setStatus("open");
    const { expertRowId } = conversation as Conversation;
    const draft = { state: "draft", name: "Hidden Newname", slug: "hidden-newname" } as const;
    await db.updateTable("experts").set(draft).where("rowId", "=", expertRowId).execute();
    const asker = askerLink(conversation as Conversation);
    expect(await questionPage(asker)).toMatchObject({ expert: "this person", slug: "" });
    await reply(expertLink(conversation as Conversation), { text: "Yes." }, origin);
    const mails = await db.selectFrom("mails").select(["subject", "body"]).execute();
    expect(mails).toHaveLength(1);
    expect(JSON.stringify([mails, await questionPage(asker)])).not.toMatch(/newname/i);
  });

  test("the page of its sender names the other unconfirmed questions of the same address about public people, newest first", async () => {
    const { expertRowId, holder, asker: email } = conversation as Conversation;
    const questionFields = { expertRowId, userId: holder.id, email };
    const hiddenConversation = await addConversation();
    await db
      .updateTable("experts")
      .set({ state: "draft" })
      .where("rowId", "=", hiddenConversation.expertRowId)
      .execute();
    await addQuestion({ id: "second0000000000", ...questionFields });
    await addQuestion({ id: "third00000000000", ...questionFields });
    await addQuestion({ id: "open000000000000", ...questionFields, status: "open" });
    await addQuestion({ id: "old0000000000000", ...questionFields, createdAt: daysAgo(8) });
    await addQuestion({ id: "hidden0000000000", ...questionFields, expertRowId: hiddenConversation.expertRowId });
    const { waiting } = await questionPage(askerLink(conversation as Conversation));
    expect(waiting.map(({ subject }) => subject)).toEqual(["About third00000000000", "About second0000000000"]);
    expect((await questionPage(expertLink(conversation as Conversation))).waiting).toEqual([]);
  });

  test("a choice leaves the time of the last text, after which texts are deleted; a report has a time of its own", async () => {
    await setStatus("open");
    const readTime = async () => (await readStored(conversation as Conversation)).question?.changedAt;
    const textTime = await readTime();
    for (const choice of ["answered", "ended"] as const) {
      await applyChoice(expertLink(conversation as Conversation), choice);
      expect(await readTime()).toBe(textTime);
    }
    await applyChoice(expertLink(conversation as Conversation), "reported");
    expect(Date.parse((await readTime()) ?? "")).toBeGreaterThan(Date.parse(textTime ?? ""));
  });

  test("questions are deleted after seven days without a confirmation, and 90 days after the last text", async () => {
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
    const questionFields = { expertRowId, userId: holder.id, email };
    for (const [index, [status, days]] of ages.entries())
      await addQuestion({
        id: `aged${String(index).padStart(12, "0")}`,
        ...questionFields,
        status,
        changedAt: daysAgo(days),
      });
    expect(await removeOldQuestions()).toBe(ages.filter(([, , stays]) => !stays).length);
    const remainingQuestions = await db.selectFrom("questions").select("status").orderBy("rowId").execute();
    expect(remainingQuestions.map(({ status }) => status)).toEqual(
      ages.filter(([, , stays]) => stays).map(([status]) => status),
    );
  });
});
