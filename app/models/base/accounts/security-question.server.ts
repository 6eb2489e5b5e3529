import { randomInt } from "node:crypto";
import { z } from "zod";
import { normalized } from "~/db.server";
import { AppError } from "~/errors";
import { isSigned, newSecret, sign } from "~/services/secrets.server";
import { isAhead } from "~/stored-times";
import { consumeOnce } from "./one-time-tokens.server";

const QUESTION_MINUTES = 10;

export interface SecurityQuestion {
  question: string;
  expected: string;
}

export function newQuestion(): SecurityQuestion {
  const [a, b] = [randomInt(2, 13), randomInt(2, 10)];
  const nonce = newSecret();
  const expires = Date.now() + QUESTION_MINUTES * 60_000;
  const token = `${nonce}.${expires}.${sign("answer", `${nonce}.${a + b}`)}`;
  return { question: `What is ${a} plus ${b}?`, expected: `${token}.${sign("question", token)}` };
}

/** Checks an answer and uses up its token even if the answer is wrong, so that nobody can try all sums. */
export async function checkQuestion(answer: unknown, expected: unknown): Promise<void> {
  if (typeof expected !== "string" || expected === "") throw invalidAnswer("Please wait for CAPTCHA to load");
  // Accepts a number, because a call may send any JSON value.
  const answerText = typeof answer === "string" || typeof answer === "number" ? String(answer) : "";
  const trimmedAnswer = normalized(answerText, "NFKC").trim();
  if (!trimmedAnswer) throw invalidAnswer("Please answer the security question.");

  const [nonce = "", expires = "", answerSignature = "", signature = ""] = expected.split(".");
  const isAuthentic = isSigned("question", `${nonce}.${expires}.${answerSignature}`, signature);
  if (
    !isAuthentic ||
    !isAhead(Number(expires), QUESTION_MINUTES * 60_000) ||
    !(await consumeOnce("question", nonce, Number(expires)))
  ) {
    throw invalidAnswer("This security question has expired. Please answer the new one.");
  }
  const sum = /^\d{1,3}$/.test(trimmedAnswer) ? Number(trimmedAnswer) : Number.NaN;
  if (!isSigned("answer", `${nonce}.${sum}`, answerSignature)) {
    throw invalidAnswer("The answer to the security question is wrong. Please answer the new one.");
  }
}

/** The schema of the fields that `questionIn` reads. */
export const QuestionFields = {
  captchaAnswer: z
    .union([z.string(), z.number()], "Please answer the security question.")
    .describe("The sum that the security question asks for."),
  captchaExpected: z
    .string("Please wait for CAPTCHA to load")
    .describe("The token that came with the question; it is valid for one attempt."),
};

/** Returns the answer and the token from the fields of a form or call, for `checkQuestion`. */
export function questionIn(input: unknown): [answer: unknown, expected: unknown] {
  const { captchaAnswer, captchaExpected } = Object(input) as Record<string, unknown>;
  return [captchaAnswer, captchaExpected];
}

function invalidAnswer(message: string): AppError {
  return new AppError("invalid", message, { captchaAnswer: message });
}
