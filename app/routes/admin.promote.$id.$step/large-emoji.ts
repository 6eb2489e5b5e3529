/** Emoji that a preview shows larger than the text. */
const LARGE = /(?:💡|🔬|🧬|🧠|💪|❤️|🌱|✨|🎯|⚡|✅|⭐)/gu;

/** @param html as models/text/markdown.server.ts makes it; only its words are looked at. */
export function withLargeEmoji(html: string): string {
  return html
    .split(/(<[^<>]*>)/)
    .map((part) =>
      part.startsWith("<")
        ? part
        : part.replace(LARGE, '<span class="large-emoji text-[1.6em] leading-none">$&</span>'),
    )
    .join("");
}
