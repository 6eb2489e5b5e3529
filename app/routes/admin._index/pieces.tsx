import { Fragment } from "react";
import { Age } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import type { Piece } from "~/models/base/parts/matter";

/** Shows a sentence that consists of pieces. */
export function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map((piece, position) => {
    const key = `${position}`;
    if (typeof piece === "string") return <Fragment key={key}>{piece}</Fragment>;
    if ("age" in piece) return <Age key={key} time={piece.age} />;
    if ("code" in piece) return <code key={key}>{piece.code}</code>;
    return (
      <Link key={key} to={piece.to} dir="auto">
        {piece.text}
      </Link>
    );
  });
}
