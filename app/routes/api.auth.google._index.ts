import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { startGoogle } from "~/auth/google.server";

export const { loader, action } = endpoint("/api/auth/google", {
  GET: call({
    subject: "Accounts",
    summary: "Redirects a browser to the sign-in with Google",
    access: "public",
    query: z.object({ returnTo: z.string().optional() }),
    answer: null,
    status: 302,
    handler: ({ request }) => startGoogle(request),
  }),
});
