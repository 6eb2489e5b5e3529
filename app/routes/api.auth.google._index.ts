import { startGoogle } from "~/auth/google.server";
import { api } from "~/http/api.server";

/** A browser's way to Google; `returnTo` is where it comes back to. */
export const { loader, action } = api({ GET: ({ request }) => startGoogle(request) });
