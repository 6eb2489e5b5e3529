import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { Paging, paged, search } from "~/http/openapi/operation.server";
import { AdminExpert, EXPERT_EXAMPLE, ExpertView, NewExpert } from "~/http/openapi/schemas/experts.server";
import { siteOrigin } from "~/http/origin.server";
import { pageIn, searchIn } from "~/models/base/input/paging.server";
import { parse } from "~/models/base/input/validation.server";
import { createExpert } from "~/models/editing/experts/admin-list.server";
import { adminExperts } from "~/models/editing/experts/drafts.server";
import { expertView } from "~/models/records/profiles/public-view.server";

/** The limit allows images as data URLs. */
const MAX_BYTES = 25 * 1024 * 1024;

const StateFilter = z.object({ state: z.enum(["draft", "scheduled", "public"]).optional() });

export const { loader, action } = endpoint("/api/admin/experts", {
  GET: call({
    subject: "Editing experts",
    summary: "One page of profiles in every state, including drafts; the search covers names and notes for editors",
    access: "editor",
    query: z.object({ ...paged(20), ...search, ...StateFilter.shape }),
    answer: z.object({ experts: z.array(AdminExpert), ...Paging }),
    handler: async ({ editor, url: { searchParams } }) => {
      const { page, limit } = pageIn(searchParams, { limit: 20 });
      const { state } = parse(StateFilter, { state: searchParams.get("state") ?? undefined });
      const experts = await adminExperts(editor, { search: searchIn(searchParams), state, page, limit });
      return { ...experts, currentPage: page };
    },
  }),
  POST: call({
    subject: "Editing experts",
    summary: "Adds an expert; images may come as data URLs",
    access: "editor",
    limit: MAX_BYTES,
    body: NewExpert,
    example: EXPERT_EXAMPLE,
    answer: ExpertView,
    status: 201,
    handler: async ({ editor, body, request }) => {
      return await createExpert(editor, body, { origin: siteOrigin(request) }, expertView);
    },
  }),
});
