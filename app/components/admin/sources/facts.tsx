import { BulletList } from "~/components/admin/text";
import { type Fact, factText, markedPieces } from "~/models/records/evidence/facts/fact";

/** Shows a text and marks the words that the facts are about. */
export function MarkedText({ text, facts, side }: { text: string; facts: Fact[]; side: "sentence" | "quote" }) {
  const ranges = facts.flatMap(({ marks }) => marks[side]);
  return (
    <>
      {markedPieces(text, ranges).map((piece, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other key, and are never sorted
        piece.isMarked ? <mark key={index}>{piece.text}</mark> : piece.text,
      )}
    </>
  );
}

/** Shows the facts that only the sentence or only the quote has, or nothing. */
export function Facts({ facts }: { facts: Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <div className="my-1 max-w-measure border-l-3 border-gold pl-3 text-sm">
      <BulletList>
        {facts.map((fact) => (
          <li key={fact.kind + fact.sentence + fact.quote}>{factText(fact)}</li>
        ))}
      </BulletList>
    </div>
  );
}
