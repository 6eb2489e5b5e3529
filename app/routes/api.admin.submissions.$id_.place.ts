import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { leavePlace, PlaceInput, takePlace } from "~/models/editing/submissions/places.server";

export const { loader, action } = endpoint("/api/admin/submissions/{id}/place", {
  PUT: call({
    subject: "Review",
    summary: "Reserves a submission for you for a minute, and answers which other editor has it",
    access: "editor",
    body: PlaceInput,
    example: { takeOver: false },
    answer: z.object({ by: z.string().nullable(), since: z.string().nullable() }),
    handler: ({ editor, id, body }) => takePlace(editor, id, { isTakingOver: body.takeOver }),
  }),
  DELETE: call({
    subject: "Review",
    summary: "Ends your reservation of a submission",
    access: "editor",
    answer: Success,
    handler: async ({ editor, id }) => {
      await leavePlace(editor, id);
      return { success: true };
    },
  }),
});
