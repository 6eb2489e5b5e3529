import { editorApi } from "~/auth/guards.server";
import { publicRecord } from "~/models/experts/public-view.server";
import { acceptIdentifiers } from "~/models/identity/accept.server";
import { findCandidates } from "~/models/identity/candidates.server";

/** GET `?name=`: candidates with what speaks for each. PUT `{ orcid, wikidata, openalex, ror, affiliation, name, compared }`. */
export const { loader, action } = editorApi({
  GET: async ({ editor, id, url }) => findCandidates(editor, id, { name: url.searchParams.get("name") }),
  PUT: async ({ editor, id, body }) => publicRecord(await acceptIdentifiers(editor, id, await body())),
});
