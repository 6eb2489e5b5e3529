import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Paging, paged } from "~/http/openapi/operation.server";
import { Correction } from "~/http/openapi/schemas/submissions.server";
import { pageIn } from "~/models/base/input/paging.server";
import { CORRECTIONS_PAGE_SIZE, correctionsPage } from "~/models/editing/requests/corrections.server";

export const { loader, action } = endpoint("/api/corrections", {
  GET: call({
    subject: "Reports and corrections",
    summary: "The corrections of profiles, the latest first",
    access: "public",
    cors: true,
    query: z.object(paged(CORRECTIONS_PAGE_SIZE)),
    answer: z.object({ corrections: z.array(Correction), ...Paging, medianAnswerMs: z.number().nullable() }),
    handler: ({ url }) => correctionsPage(pageIn(url.searchParams, { limit: CORRECTIONS_PAGE_SIZE })),
  }),
});
