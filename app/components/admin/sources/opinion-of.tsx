import { ShortDate } from "~/components/ui/dates";
import type { Opinion } from "~/models/records/evidence/opinion";

const SAYS = {
  yes: "the quote says the sentence",
  partly: "the quote says a part of the sentence",
  no: "the quote does not say the sentence",
};

/** Shows the opinion of a model. */
export function OpinionOf({ opinion: { says, words, model, at } }: { opinion: Opinion }) {
  return (
    <p className="my-1 max-w-measure border-l-3 border-line pl-3 text-sm">
      Opinion of {model} on <ShortDate time={at} />: {SAYS[says]}
      {words.length > 0 && `, not ${words.map((word) => `“${word}”`).join(", ")}`}. A model may be wrong; you decide.
    </p>
  );
}
