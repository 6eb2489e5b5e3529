import { callerOf } from "~/auth/session.server";
import { api, created } from "~/http/api.server";
import { REPORT_CHARACTERS, reportProfile } from "~/models/requests/report.server";

/** POST /api/reports: it counts after the link in the mail is used. */
export const { loader, action } = api({
  POST: async ({ request, body, address }) =>
    created(await reportProfile(await body({ characters: REPORT_CHARACTERS }), callerOf(request, address))),
});
