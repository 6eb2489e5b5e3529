import { ShortDate } from "~/components/ui/dates";
import type { Opinion } from "~/models/records/evidence/opinion";

const VERDICTS = {
  yes: "the quote supports the sentence",
  partly: "the quote supports part of the sentence",
  no: "the quote does not support the sentence",
};

/** Shows whether a text model thinks that the quote supports the sentence. */
export function ModelOpinion({ opinion: { says, words, model, at } }: { opinion: Opinion }) {
  return (
    <p className="my-1 max-w-measure border-l-3 border-line pl-3 text-sm">
      Opinion of {model} on <ShortDate time={at} />: {VERDICTS[says]}
      {words.length > 0 && `, not ${words.map((word) => `“${word}”`).join(", ")}`}. A model may be wrong; you decide.
    </p>
  );
}
