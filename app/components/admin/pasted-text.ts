/** The blocks of a copied document that have text of their own. */
const BLOCKS = "p, li, h1, h2, h3, h4, h5, h6";

/**
 * Returns a copied plain text with a blank line between its paragraphs, as Markdown needs it; undefined if it can stay as it is. Office
 * programs end each paragraph with a single line break. The words are those of the plain text: the HTML beside it only tells which line
 * breaks end a paragraph, so that verses stay together. If the numbers of lines differ, it returns undefined.
 */
export function addBlankLines(plainText: string, document: Document): string | undefined {
  const blocks = Array.from(document.querySelectorAll(BLOCKS)).filter((block) => !block.querySelector(BLOCKS));
  const lines = plainText.split(/\r\n?|[\n\v]/);
  while (lines.at(-1) === "") lines.pop();
  const counts = blocks.map((block) => block.querySelectorAll("br").length + 1);
  const isParagraph = (index: number) => blocks[index] !== undefined && blocks[index].localName !== "li";
  if (!blocks.some((_, index) => index > 0 && isParagraph(index)) || sum(counts) !== lines.length) return undefined;
  let end = 0;
  const texts = counts.map((count) => {
    end += count;
    return lines.slice(end - count, end).join("\n");
  });
  const text = texts.reduce((joined, nextText, index) => {
    return joined + (isParagraph(index - 1) || isParagraph(index) ? "\n\n" : "\n") + nextText;
  });
  return text.replace(/\n(?:[^\S\n]*\n){2,}/g, "\n\n");
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
