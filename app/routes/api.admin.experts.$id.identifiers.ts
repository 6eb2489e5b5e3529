import { adminApi } from "~/auth/guards.server";
import { publicRecord } from "~/models/experts/public-record";
import { acceptIdentifiers } from "~/models/identity/accept.server";
import { findCandidates } from "~/models/identity/candidates.server";

/** GET `?name=`: candidates with what speaks for each. PUT `{ orcid, wikidata, openalex, ror, affiliation, name, compared }`. */
export const { loader, action } = adminApi({
  GET: async ({ admin, id, url }) => findCandidates(admin, id, { name: url.searchParams.get("name") }),
  PUT: async ({ admin, id, body }) => publicRecord(await acceptIdentifiers(admin, id, await body())),
});
