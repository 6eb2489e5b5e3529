import { finishGoogle } from "~/auth/google.server";
import { api } from "~/http/api.server";

/** Where Google sends browsers back to. */
export const { loader, action } = api({ GET: ({ request, address }) => finishGoogle(request, address) });
