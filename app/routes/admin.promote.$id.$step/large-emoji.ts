/** Emoji that a preview shows larger than the text. */
const LARGE_EMOJI = /(?:💡|🔬|🧬|🧠|💪|❤️|🌱|✨|🎯|⚡|✅|⭐)/gu;

/** Wraps emoji in the text of HTML from the Markdown renderer, but not in its tags. */
export function enlargeEmoji(html: string): string {
  return html
    .split(/(<[^<>]*>)/)
    .map((part) =>
      part.startsWith("<")
        ? part
        : part.replace(LARGE_EMOJI, '<span class="large-emoji text-[1.6em] leading-none">$&</span>'),
    )
    .join("");
}
