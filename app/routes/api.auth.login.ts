import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { signInWithPassword } from "~/auth/sign-in.server";
import { AppError } from "~/errors";
import { json } from "~/http/api.server";
import { SignInAnswer } from "~/http/openapi/schemas/accounts.server";
import { QuestionFields } from "~/models/base/accounts/security-question.server";
import { Credentials } from "~/models/base/accounts/sign-in.server";
import { accountView } from "~/models/base/accounts/users.server";

const CODE_NEEDED =
  "This account has a second factor. Send the same call again with a `code` of its app or a recovery code.";

export const { loader, action } = endpoint("/api/auth/login", {
  POST: call({
    subject: "Accounts",
    summary:
      "Signs in; the answer sets the session cookie. After 401 with the code second_factor_required send the same call with a code",
    access: "public",
    body: Credentials.extend({
      ...QuestionFields,
      code: z.string().optional().describe("A code of the authenticator app, or a recovery code."),
    }),
    example: {
      email: "ada@mail.example",
      password: "a long and quiet river",
      captchaAnswer: "12",
      captchaExpected: "The token that came with the question.",
    },
    answer: SignInAnswer,
    problems: [401],
    handler: async ({ request, body, address }) => {
      const { user, headers, isComplete } = await signInWithPassword(request, body, address);
      if (!isComplete) throw new AppError("secondFactor", CODE_NEEDED);
      return json({ user: accountView(user), message: "You are signed in" }, { headers });
    },
  }),
});
