import { type FormAnswer, typedText } from "./form-answer";

interface Props {
  /** The hidden fields by their names, from `shownVersions`. */
  versions: Record<string, string>;
  /** A refused form keeps the versions that it was sent with; after a conflict it has those of the other editor. */
  answer?: FormAnswer;
}

/** Sends back which values a form showed, so that nobody overwrites what they have not seen. */
export function ShownVersions({ versions, answer }: Props) {
  return Object.entries(versions).map(([name, version]) => (
    <input key={name} type="hidden" name={name} value={typedText(answer, name) || version} />
  ));
}
