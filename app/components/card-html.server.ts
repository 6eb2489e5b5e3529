/**
 * The cards of a list as HTML text: what React makes of `ExpertCard`, written directly. A list is two thirds of the work on a page, and
 * nothing in it depends on anything but the cards. A test compares both to the letter; the browser goes on with `ExpertCard`.
 */
import { escaped } from "~/html.server";
import { initials, tint } from "~/models/expert-texts";
import type { ExpertCard, Marked } from "~/models/experts.cards.server";
import { faceSources } from "~/models/image-address";

const SIZE = 64;

/** All cards, one after the other. */
export function cardsHtml(cards: ExpertCard[]): string {
  return cards.map(cardHtml).join("");
}

function cardHtml({ slug, name, markedName, title, text, image, featured }: ExpertCard): string {
  const href = escaped(`/${slug}`);
  return (
    `<li class="card${featured ? " featured" : ""}">${faceHtml(name, image)}` +
    `<h3><a href="${href}">${marked(markedName ?? name)}</a></h3>` +
    `<p class="role">${marked(title)}</p><p class="gist">${marked(text)}</p>` +
    `<a class="more" aria-label="View Profile: ${escaped(name)}" href="${href}">View Profile</a></li>`
  );
}

function faceHtml(name: string, image: string | null): string {
  if (image === null)
    return `<span class="face tint-${tint(name)}" aria-hidden="true">${escaped(initials(name))}</span>`;
  const { src, srcSet } = faceSources(image, SIZE) ?? { src: image };
  const more = srcSet ? ` srcSet="${escaped(srcSet)}" sizes="${SIZE}px"` : "";
  return `<img src="${escaped(src)}"${more} alt="" width="${SIZE}" height="${SIZE}" loading="lazy" decoding="async" class="face"/>`;
}

function marked(text: Marked): string {
  if (typeof text === "string") return escaped(text);
  return text.map((piece, place) => (place % 2 ? `<mark>${escaped(piece)}</mark>` : escaped(piece))).join("");
}
