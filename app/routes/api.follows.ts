import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { callerOf } from "~/auth/session.server";
import { QuestionFields } from "~/models/base/accounts/security-question.server";
import { Follow, followByMail } from "~/models/readers/follows/follow.server";

export const { loader, action } = endpoint("/api/follows", {
  POST: call({
    subject: "Following",
    summary:
      "Follows a person, a topic, a list of the directory or the articles by mail, once the link in the mail is confirmed",
    access: "public",
    body: Follow.extend(QuestionFields),
    example: {
      what: "/topics/somewhere",
      email: "reader@mail.example",
      rhythm: "weekly",
      captchaAnswer: "12",
      captchaExpected: "The token that came with the question.",
    },
    answer: z.object({ sent: z.literal(true) }),
    status: 201,
    problems: [404, 410, 503],
    handler: async ({ request, body, address }) => {
      await followByMail(body, callerOf(request, address));
      return { sent: true };
    },
  }),
});
