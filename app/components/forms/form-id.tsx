import { type FormAnswer, typedText } from "./form-answer";

/** Names a form that creates something, so that it creates one thing although it is sent twice. A refused form keeps its id. */
export function FormId({ id, answer }: { id: string; answer: FormAnswer | undefined }) {
  return <input type="hidden" name="id" value={typedText(answer, "id") || id} />;
}
