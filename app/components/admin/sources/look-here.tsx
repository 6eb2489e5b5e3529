import { BulletList } from "~/components/admin/text";
import { type Look, markedPieces } from "~/models/records/evidence/looks";

/** A text with the words marked that looks are about. */
export function Marked({ text, looks, side }: { text: string; looks: Look[]; side: "claim" | "quote" }) {
  const ranges = looks.flatMap((look) => look[side]);
  return (
    <>
      {markedPieces(text, ranges).map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other key, and are never sorted
        piece.isMarked ? <mark key={index}>{piece.text}</mark> : piece.text,
      )}
    </>
  );
}

/** Why somebody should compare a sentence with its quote; nothing where no rule found a reason. */
export function LookHere({ looks }: { looks: Look[] }) {
  if (looks.length === 0) return null;
  return (
    <div className="my-1 max-w-measure border-l-3 border-gold pl-3 text-sm">
      <strong>Look here</strong>
      <BulletList>
        {looks.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </BulletList>
    </div>
  );
}
