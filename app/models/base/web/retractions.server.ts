import { type AskOptions, OpenDataProblem } from "~/services/open-data.server";
import { findWork } from "~/services/openalex.server";

/** Returns whether OpenAlex reports one of these DOIs as retracted; null if it gave no answer. */
export async function isRetracted(dois: string[], options: AskOptions): Promise<boolean | null> {
  let result: boolean | null = false;
  for (const doi of new Set(dois)) {
    try {
      if ((await findWork(`doi:${doi}`, options))?.retracted) return true;
    } catch (error) {
      if (!(error instanceof OpenDataProblem)) throw error;
      result = null;
    }
  }
  return result;
}
