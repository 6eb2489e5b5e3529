/** In CSS pixels. */
export const EMBED = { width: 480, height: 190 };

/** Returns the HTML that shows a profile as a card on another page. */
export function embedHtml(
  { origin, slug, name }: { origin: string; slug: string; name: string },
  { width, height } = EMBED,
) {
  const title = name.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${origin}/${slug}/embed" title="${title}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`;
}
