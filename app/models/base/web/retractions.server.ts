import { type AskOptions, OpenDataProblem } from "~/services/open-data.server";
import { findWork } from "~/services/openalex.server";

/** Returns whether OpenAlex reports one of these DOIs as retracted; null if it does not answer or does not know one. */
export async function isRetracted(dois: string[], options: AskOptions): Promise<boolean | null> {
  let result: boolean | null = false;
  for (const doi of new Set(dois)) {
    try {
      const work = await findWork(`doi:${doi}`, options);
      if (work?.retracted) return true;
      if (!work) result = null;
    } catch (error) {
      if (!(error instanceof OpenDataProblem)) throw error;
      result = null;
    }
  }
  return result;
}
