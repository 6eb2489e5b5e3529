import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { callerOf } from "~/auth/session.server";
import { QuestionFields } from "~/models/base/accounts/security-question.server";
import { REPORT_CHARACTERS, Report, reportProfile } from "~/models/editing/requests/report.server";

export const { loader, action } = endpoint("/api/reports", {
  POST: call({
    subject: "Reports and corrections",
    summary: "Reports an error or asks for removal; the report counts once the link in the mail is confirmed",
    access: "public",
    limit: { characters: REPORT_CHARACTERS },
    body: Report.extend(QuestionFields),
    example: {
      slug: "somebody-known",
      kind: "error",
      field: "title",
      says: "Old",
      should: "New",
      source: "A book",
      message: "More",
      email: "finder@mail.example",
      captchaAnswer: "12",
      captchaExpected: "The token that came with the question.",
    },
    answer: z.object({ id: z.string() }),
    status: 201,
    problems: [404, 410],
    handler: ({ request, body, address }) => reportProfile(body, callerOf(request, address)),
  }),
});
