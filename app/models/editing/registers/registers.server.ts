import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { searchIdentities } from "~/models/editing/identity/identity-search.server";
import { searchPortraits } from "~/models/editing/portraits/portrait-search.server";

/** Starts the searches for missing identifiers and portraits. Throws "conflict" only if neither could start. */
export async function searchRegisters(editor: Editor): Promise<void> {
  const problems = await Promise.all(
    [searchIdentities, searchPortraits].map((search) => search(editor).catch(returnConflict)),
  );
  const [firstProblem] = problems;
  if (problems.every((problem) => problem instanceof AppError)) throw firstProblem;
}

function returnConflict(error: unknown): AppError {
  if (error instanceof AppError && error.problem === "conflict") return error;
  throw error;
}
