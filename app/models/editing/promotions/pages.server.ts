import type { Editor } from "~/models/base/accounts/admin.server";
import { titleAndBody } from "~/models/base/text/content-text";
import { articlePreview } from "~/models/editing/articles/preview.server";
import { contentCards, contentCardsOf } from "~/models/editing/library/lists.server";
import { listExperts } from "~/models/records/directory/lists.server";
import type { Promotion } from "./promotions.server";
import { savedPieces } from "./state";
import { pagesAbout } from "./writing.server";

const MAX_MATCHES = 8;
const MAX_SAVED = 8;

export async function matchingExperts(_editor: Editor, search: string) {
  if (!search) return [];
  const { experts } = await listExperts({
    page: 1,
    limit: MAX_MATCHES,
    search,
    category: "",
    isStrict: true,
    asWords: true,
  });
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

/** Returns texts of the library: first the texts of this promotion, then the latest texts. */
export async function savedTexts(editor: Editor, { state }: Promotion) {
  const promotionCards = await contentCardsOf(
    editor,
    savedPieces(state.pieces)
      .map(({ contentId }) => contentId)
      .slice(0, MAX_SAVED),
  );
  const { items } = await contentCards(editor, { page: 1, limit: MAX_SAVED, search: "", expert: "" });
  const otherCards = items.filter(({ id }) => !promotionCards.some((card) => card.id === id));
  return [...promotionCards, ...otherCards].slice(0, MAX_SAVED);
}

/** Returns the pages about the chosen expert from which texts are written, in addition to the pages that editors enter. */
export async function knownPages(_editor: Editor, { expert }: Promotion): Promise<string[]> {
  return expert ? pagesAbout(expert.id) : [];
}
