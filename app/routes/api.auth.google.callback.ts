import { call, endpoint } from "~/auth/endpoint.server";
import { finishGoogle } from "~/auth/google.server";

export const { loader, action } = endpoint("/api/auth/google/callback", {
  GET: call({
    subject: "Accounts",
    summary: "Receives browsers back from Google",
    access: "public",
    answer: null,
    status: 302,
    handler: ({ request, address }) => finishGoogle(request, address),
  }),
});
