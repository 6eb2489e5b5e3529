import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { db, migrate } from "~/db.server";
import { solveQuestion } from "../../../../test/support/accounts";
import { checkQuestion, newQuestion } from "./security-question.server";

const EXPIRED = "This security question has expired. Please answer the new one.";
const WRONG = "The answer to the security question is wrong. Please answer the new one.";

beforeAll(async () => {
  await migrate(db);
});
afterEach(() => {
  vi.useRealTimers();
});

test("AC05 a question is a sum in words that differs each time, and its token does not reveal the answer", () => {
  const questions = Array.from({ length: 30 }, newQuestion);
  for (const { question, expected } of questions) {
    expect(question).toMatch(/^What is \d+ plus \d+\?$/);
    expect(expected).not.toContain(`.${solveQuestion(question)}.`);
  }
  expect(new Set(questions.map(({ question }) => question)).size).toBeGreaterThan(5);
  expect(new Set(questions.map(({ expected }) => expected)).size).toBe(30);
});

test("AC05 accepts the right answer once, with or without spaces around it", async () => {
  const { question, expected } = newQuestion();
  await checkQuestion(` ${solveQuestion(question)} `, expected);
  await expect(checkQuestion(solveQuestion(question), expected)).rejects.toThrow(EXPIRED);
});

test("AC05 accepts one of 20 right answers to the same question at the same time", async () => {
  const { question, expected } = newQuestion();
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => checkQuestion(solveQuestion(question), expected)),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("AC05 a wrong answer uses the question up, so that nobody can try all sums", async () => {
  const { question, expected } = newQuestion();
  await expect(checkQuestion(Number(solveQuestion(question)) + 1, expected)).rejects.toThrow(WRONG);
  await expect(checkQuestion(solveQuestion(question), expected)).rejects.toThrow(EXPIRED);
});

test.each(["", "   ", undefined, null])("AC05 a missing answer (%j) leaves the question open", async (answer) => {
  const { question, expected } = newQuestion();
  await expect(checkQuestion(answer, expected)).rejects.toThrow("Please answer the security question.");
  await checkQuestion(solveQuestion(question), expected);
});

test("AC05 a question is valid for ten minutes", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const [earlyQuestion, lateQuestion] = [newQuestion(), newQuestion()];
  vi.setSystemTime(Date.now() + 599_000);
  await checkQuestion(solveQuestion(earlyQuestion.question), earlyQuestion.expected);
  vi.setSystemTime(Date.now() + 2_000);
  await expect(checkQuestion(solveQuestion(lateQuestion.question), lateQuestion.expected)).rejects.toThrow(EXPIRED);
});

test("AC05 refuses a token with any part exchanged, and stores nothing about it", async () => {
  const [question, otherQuestion] = [newQuestion(), newQuestion()];
  const [nonce, expires, answer, signature] = question.expected.split(".");
  const parts = otherQuestion.expected.split(".");
  const earlierRows = await db.selectFrom("oneTimeTokens").selectAll().execute();
  for (const forgedParts of [
    [parts[0], expires, answer, signature],
    [nonce, Number(expires) + 1, answer, signature],
    [nonce, expires, parts[2], signature],
    [nonce, expires, answer, parts[3]],
    [nonce, expires, answer],
    ["x"],
  ]) {
    await expect(checkQuestion(solveQuestion(question.question), forgedParts.join("."))).rejects.toThrow(EXPIRED);
  }
  expect(await db.selectFrom("oneTimeTokens").selectAll().execute()).toEqual(earlierRows);
  await checkQuestion(solveQuestion(question.question), question.expected);
});

test.each([undefined, "", 7, {}, null])(
  "AC05 without a token (%j), asks the visitor to wait, with a message at the answer",
  async (token) => {
    await expect(checkQuestion("11", token)).rejects.toMatchObject({
      problem: "invalid",
      message: "Please wait for CAPTCHA to load",
      fieldErrors: { captchaAnswer: "Please wait for CAPTCHA to load" },
    });
  },
);
