import { randomInt } from "node:crypto";
import { z } from "zod";
import { normalized } from "~/db.server";
import { AppError } from "~/errors";
import { isSigned, newSecret, sign } from "~/services/secrets.server";
import { isAhead } from "~/stored-times";
import { spendOnce } from "./one-time-tokens.server";

const MINUTES = 10;

export interface SecurityQuestion {
  question: string;
  expected: string;
}

export function newQuestion(): SecurityQuestion {
  const [a, b] = [randomInt(2, 13), randomInt(2, 10)];
  const nonce = newSecret();
  const expires = Date.now() + MINUTES * 60_000;
  const token = `${nonce}.${expires}.${sign("answer", `${nonce}.${a + b}`)}`;
  return { question: `What is ${a} plus ${b}?`, expected: `${token}.${sign("question", token)}` };
}

/** Checks an answer and uses up its token, whether the answer is right or not: otherwise somebody could try all sums. */
export async function checkQuestion(answer: unknown, expected: unknown): Promise<void> {
  if (typeof expected !== "string" || expected === "") throw refused("Please wait for CAPTCHA to load");
  // A call may send any JSON value.
  const written = typeof answer === "string" || typeof answer === "number" ? String(answer) : "";
  const trimmed = normalized(written, "NFKC").trim();
  if (!trimmed) throw refused("Please answer the security question.");

  const [nonce = "", expires = "", answerSignature = "", signature = ""] = expected.split(".");
  const isOurs = isSigned("question", `${nonce}.${expires}.${answerSignature}`, signature);
  if (
    !isOurs ||
    !isAhead(Number(expires), MINUTES * 60_000) ||
    !(await spendOnce("question", nonce, Number(expires)))
  ) {
    throw refused("This security question has expired. Please answer the new one.");
  }
  const sum = /^\d{1,3}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (!isSigned("answer", `${nonce}.${sum}`, answerSignature)) {
    throw refused("The answer to the security question is not right. Please answer the new one.");
  }
}

/** The fields of a form or call that `questionIn` reads. */
export const QuestionFields = {
  captchaAnswer: z
    .union([z.string(), z.number()], "Please answer the security question.")
    .describe("The sum that the security question asks for."),
  captchaExpected: z
    .string("Please wait for CAPTCHA to load")
    .describe("The token that came with the question, good for one try."),
};

/** Answer and token as the forms and calls name them, for `checkQuestion`. */
export function questionIn(input: unknown): [answer: unknown, expected: unknown] {
  const { captchaAnswer, captchaExpected } = Object(input) as Record<string, unknown>;
  return [captchaAnswer, captchaExpected];
}

function refused(message: string): AppError {
  return new AppError("invalid", message, { captchaAnswer: message });
}
