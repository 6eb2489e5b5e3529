import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { startOrcid } from "~/auth/orcid.server";

export const { loader, action } = endpoint("/api/auth/orcid", {
  GET: call({
    subject: "Accounts",
    summary: "Redirects a browser to ORCID, to claim a profile",
    access: "public",
    query: z.object({ profile: z.string().describe("The slug of the profile.") }),
    answer: null,
    status: 302,
    problems: [401, 404, 410],
    handler: ({ request }) => startOrcid(request),
  }),
});
