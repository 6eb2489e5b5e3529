import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { callerOf } from "~/auth/session.server";
import { QuestionFields } from "~/models/base/accounts/security-question.server";
import { askExpert, QUESTION_CHARACTERS, Question } from "~/models/readers/questions/questions.server";

export const { loader, action } = endpoint("/api/questions", {
  POST: call({
    subject: "Questions",
    summary: "Asks a question to a listed person, which is sent once the link in the mail is confirmed",
    access: "public",
    limit: { characters: QUESTION_CHARACTERS },
    body: Question.extend(QuestionFields),
    example: {
      slug: "somebody-known",
      name: "A reader",
      email: "reader@mail.example",
      purpose: "talks",
      subject: "A talk in May",
      text: "Would you speak to our students?",
      captchaAnswer: "12",
      captchaExpected: "The token that came with the question.",
    },
    answer: z.object({ sent: z.literal(true) }),
    status: 201,
    problems: [404, 409, 410, 503],
    handler: async ({ request, body, address }) => {
      await askExpert(body, callerOf(request, address));
      return { sent: true };
    },
  }),
});
