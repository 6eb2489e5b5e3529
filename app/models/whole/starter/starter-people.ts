/** Defines a starter person: the fields of the record, works, and the sources of the sentences. */

import type { ExpertInput } from "~/models/records/experts/input.server";
import type { Work } from "~/models/records/works/works.server";
import type { Sourced } from "./starter-texts";

export interface StarterPerson extends ExpertInput, Sourced {
  slug: string;
  works: { title: string; year: number | null; venue: string; doi: string }[];
}

export function worksOf({ works }: StarterPerson): Work[] {
  return works.map((work) => {
    return { ...work, openalex: "", citations: 0, retracted: false, highlighted: false, subjects: [] };
  });
}
