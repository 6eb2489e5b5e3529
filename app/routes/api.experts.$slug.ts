import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { siteOrigin } from "~/http/origin.server";
import { claimOf } from "~/models/claims/holders.server";
import { evidenceOfExpert } from "~/models/evidence/evidence.server";
import { publicEvidence } from "~/models/evidence/support";
import { editExpert } from "~/models/experts/admin-list.server";
import { findExpert } from "~/models/experts/experts.server";
import { publicRecord } from "~/models/experts/public-record";
import { trashExpert } from "~/models/experts/trash.server";
import { publicWorks } from "~/models/works/works.server";

/** Images come as data URLs: only here and with submissions is a body this large. */
const MAX_BYTES = 25 * 1024 * 1024;

/**
 * GET /api/experts/{slug}: the whole public view. PUT and DELETE are the admins'
 * and take an id or a slug.
 */
export const { loader, action } = api({
  GET: async ({ params }) => {
    const expert = await findExpert(params.slug ?? "");
    const [works, claim, evidence] = await Promise.all([
      publicWorks(expert.id),
      claimOf(expert.id),
      evidenceOfExpert(expert.id),
    ]);
    return { ...publicRecord(expert), ...claim, works, evidence: publicEvidence({ ...expert }, evidence) };
  },
  PUT: async ({ body, context, params, request }) => {
    const admin = await requireAdmin(request, context);
    return editExpert(admin, params.slug ?? "", await body(MAX_BYTES), { origin: siteOrigin(request) });
  },
  DELETE: async ({ context, params, request }) => {
    await trashExpert(await requireAdmin(request, context), params.slug ?? "");
    return { success: true };
  },
});
