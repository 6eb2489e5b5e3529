import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { searchIdentities } from "~/models/editing/identity/identity-search.server";
import { searchPortraits } from "~/models/editing/portraits/portrait-search.server";

/** In one press: looks for the identifiers and for the portraits of everybody without; what runs already goes on. */
export async function searchRegisters(editor: Editor): Promise<void> {
  const begun = await Promise.all([searchIdentities, searchPortraits].map((search) => search(editor).catch(refusal)));
  const [first] = begun;
  if (begun.every((one) => one instanceof AppError)) throw first;
}

function refusal(error: unknown): AppError {
  if (error instanceof AppError && error.problem === "conflict") return error;
  throw error;
}
