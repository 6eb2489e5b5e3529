import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { linkOrigin } from "~/http/origin.server";
import { InformInput, informPerson, letterFor } from "~/models/readers/notices/inform.server";

const letterKind = z.enum(["mail", "otherwise"]);

export const { loader, action } = endpoint("/api/admin/experts/{id}/letter", {
  GET: call({
    subject: "Editing experts",
    summary: "The message that informs a person that they are listed, and when they were informed",
    access: "editor",
    answer: z.object({
      subject: z.string(),
      text: z.string(),
      toldAt: z.string().nullable(),
      way: letterKind.nullable(),
      isMailed: z.boolean(),
    }),
    problems: [409],
    handler: ({ editor, id, request }) => letterFor(editor, id, linkOrigin(request)),
  }),
  POST: call({
    subject: "Editing experts",
    summary:
      "Sends the message to an address that is not stored, or records that the person was informed in another way",
    access: "editor",
    body: InformInput,
    example: { email: "somebody@mail.example" },
    answer: z.object({ toldAt: z.string(), way: letterKind }),
    problems: [409],
    handler: ({ editor, id, request, body }) => informPerson(editor, id, body, linkOrigin(request)),
  }),
});
