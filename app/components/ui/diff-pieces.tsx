import type { Piece } from "~/models/differences.server";

const TAGS = { added: "ins", removed: "del", same: "span" } as const;

/** A text before and after a change at once: what went is struck out, what came is marked. */
export function DiffPieces({ pieces }: { pieces: Piece[] }) {
  return (
    <span className="text">
      {pieces.map(({ kind, text }, place) => {
        const Tag = TAGS[kind];
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text stay in their places
        return <Tag key={place}>{text}</Tag>;
      })}
    </span>
  );
}
