import { startOrcid } from "~/auth/orcid.server";
import { api } from "~/http/api.server";

/** GET ?profile={slug}: a browser's way to ORCID. */
export const { loader, action } = api({ GET: ({ request }) => startOrcid(request) });
