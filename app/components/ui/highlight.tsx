import { Fragment } from "react";
import type { Marked } from "~/models/experts.cards.server";

/** A text with the words that were searched for marked. */
export function Highlight({ text }: { text: Marked }) {
  if (typeof text === "string") return text;
  // Pieces never move, so their place is their key.
  return text.map((piece, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    place % 2 ? <mark key={place}>{piece}</mark> : <Fragment key={place}>{piece}</Fragment>,
  );
}
