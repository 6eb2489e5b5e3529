import { finishOrcid } from "~/auth/orcid.server";
import { api } from "~/http/api.server";

/** Where ORCID sends browsers back to. */
export const { loader, action } = api({ GET: ({ request }) => finishOrcid(request) });
