import type { Editor } from "~/models/accounts/admin.server";
import { articlePreview } from "~/models/articles/preview.server";
import { listExperts } from "~/models/experts/lists.server";
import { contentCards } from "~/models/library/lists.server";
import { titleAndBody } from "~/models/text/content-text";
import type { Promotion } from "./promotions.server";
import { savedPieces } from "./state";

const MAX_MATCHES = 8;
const MAX_SAVED = 8;

export async function matchingExperts(_editor: Editor, search: string) {
  if (!search) return [];
  const { experts } = await listExperts({ page: 1, limit: MAX_MATCHES, search, category: "", isStrict: true });
  return experts.map(({ id, slug, name, title }) => ({ id, slug, name, title }));
}

export interface PiecePreview {
  id: string;
  title: string;
  html: string;
  minutes: number;
}

export function previewsOf(editor: Editor, { state }: Promotion): PiecePreview[] {
  return savedPieces(state.pieces).map(({ id, content }) => {
    const { title, body } = titleAndBody(content);
    return { id, title, ...articlePreview(editor, { title: title.slice(0, 1_000), body }) };
  });
}

export async function lastSaved(editor: Editor) {
  return (await contentCards(editor, { page: 1, limit: MAX_SAVED, search: "", expert: "" })).items;
}
