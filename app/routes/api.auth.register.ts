import { call, endpoint } from "~/auth/endpoint.server";
import { signUp } from "~/auth/sign-in.server";
import { json } from "~/http/api.server";
import { SignInAnswer } from "~/http/openapi/schemas/accounts.server";
import { NewAccount } from "~/models/base/accounts/input.server";
import { QuestionFields } from "~/models/base/accounts/security-question.server";
import { accountView } from "~/models/base/accounts/users.server";

export const { loader, action } = endpoint("/api/auth/register", {
  POST: call({
    subject: "Accounts",
    summary: "Creates an account and signs in",
    access: "public",
    body: NewAccount.extend(QuestionFields),
    example: {
      email: "ada@mail.example",
      password: "a long and quiet river",
      confirmPassword: "a long and quiet river",
      firstName: "Ada",
      lastName: "Reader",
      captchaAnswer: "12",
      captchaExpected: "The token that came with the question.",
    },
    answer: SignInAnswer,
    status: 201,
    problems: [409],
    handler: async ({ request, body, address }) => {
      const { user, headers } = await signUp(request, body, address);
      return json({ user: accountView(user), message: "Your account is ready" }, { status: 201, headers });
    },
  }),
});
