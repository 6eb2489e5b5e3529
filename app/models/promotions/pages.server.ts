/** What the pages of the wizard show beside the promotion itself. */

import type { Admin } from "~/models/accounts/admin.server";
import { articlePreview } from "~/models/articles/preview.server";
import { listExperts } from "~/models/experts/lists.server";
import { contentCards } from "~/models/library/lists.server";
import { titleAndBody } from "~/models/text/content-text";
import type { Promotion } from "./promotions.server";
import { savedPieces } from "./state";

/** The most matches of a search for an expert (admin-side.md §9), and the saved texts that stand below the steps. */
const MOST_MATCHES = 8;
const MOST_SAVED = 8;

/** Experts found by name, title, contribution and categories (row PW02). */
export async function matchingExperts(_admin: Admin, search: string) {
  if (!search) return [];
  const { experts } = await listExperts({ page: 1, limit: MOST_MATCHES, search, category: "" });
  return experts.map(({ id, slug, name, title }) => ({ id, slug, name, title }));
}

export interface PiecePreview {
  id: string;
  title: string;
  html: string;
  minutes: number;
}

/** The saved pieces as readers will see them (row PW10). */
export function previewsOf(admin: Admin, { state }: Promotion): PiecePreview[] {
  return savedPieces(state.pieces).map(({ id, content }) => {
    const { title, body } = titleAndBody(content);
    return { id, title, ...articlePreview(admin, { title: title.slice(0, 1_000), body }) };
  });
}

/** The texts that were saved last, whoever they are about (row PW14). */
export async function lastSaved(admin: Admin) {
  return (await contentCards(admin, { page: 1, limit: MOST_SAVED, search: "", expert: "" })).items;
}
