import { call, endpoint } from "~/auth/endpoint.server";
import { finishOrcid } from "~/auth/orcid.server";

export const { loader, action } = endpoint("/api/auth/orcid/callback", {
  GET: call({
    subject: "Accounts",
    summary: "Receives browsers back from ORCID",
    access: "public",
    answer: null,
    status: 302,
    problems: [400, 401],
    handler: ({ request }) => finishOrcid(request),
  }),
});
