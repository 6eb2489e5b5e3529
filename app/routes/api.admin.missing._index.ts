import { editorApi } from "~/auth/guards.server";
import { missedSearches } from "~/models/site/missed-searches.server";

export const { loader, action } = editorApi({
  GET: async ({ editor }) => ({ searches: await missedSearches(editor) }),
});
