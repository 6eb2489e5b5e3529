import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { ExpertView, ImageCredit } from "~/http/openapi/schemas/experts.server";
import { siteOrigin } from "~/http/origin.server";
import { Choice, findPortraits, recordPortraitCredit, takePortrait } from "~/models/editing/portraits/portraits.server";
import { UploadCredit } from "~/models/records/images/upload-licences.server";
import { expertView } from "~/models/records/profiles/public-view.server";

const Candidate = ImageCredit.extend({
  file: z.string(),
  width: z.int(),
  height: z.int(),
  from: z.enum(["wikidata", "commons"]).describe("commons: only the name on its page matches."),
});

export const { loader, action } = endpoint("/api/admin/experts/{id}/portraits", {
  GET: call({
    subject: "Editing experts",
    summary: "Pictures at Wikidata and Wikimedia Commons that are free to use",
    access: "editor",
    answer: z.object({
      candidates: z.array(Candidate),
      refused: z.array(z.object({ file: z.string(), source: z.string(), reason: z.string() })),
      problems: z.array(z.string()),
    }),
    problems: [502],
    handler: ({ editor, id, request }) => findPortraits(editor, id, request.signal),
  }),
  POST: call({
    subject: "Editing experts",
    summary: "Stores a picture with its author and licence, and shows it on the profile",
    access: "editor",
    body: Choice,
    example: { file: "File:Somebody.jpg" },
    answer: ExpertView,
    status: 201,
    problems: [502],
    handler: ({ editor, id, body, request }) =>
      takePortrait(editor, id, body, { origin: siteOrigin(request), signal: request.signal }, expertView),
  }),
  PUT: call({
    subject: "Editing experts",
    summary: "Records the author and licence of the profile's picture",
    access: "editor",
    body: UploadCredit,
    example: { licence: "permission", author: "Fay Photo", permission: "Example Institute" },
    answer: ExpertView,
    problems: [409],
    handler: ({ editor, id, body }) => recordPortraitCredit(editor, id, body, expertView),
  }),
});
