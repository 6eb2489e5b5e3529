import { described, FieldFrame } from "~/components/forms/field";
import { ARTICLE_LABELS } from "~/models/records/articles/fields";
import { ExpertCombobox, useExpertCombobox } from "./expert-combobox";
import type { ExpertMatch } from "./use-expert-matches";

interface Props {
  defaultValue: string;
  error?: string;
  autoFocus?: boolean;
}

const NAME = "expert";
const HINT = "A name from the directory, or empty. If several have this name, enter the address, such as /ada-full.";

/** Asks for the expert of an article by name; with scripts, matches are offered while somebody types. */
export function ExpertNameField({ error, ...field }: Props) {
  const box = useExpertCombobox();
  return (
    <FieldFrame label={ARTICLE_LABELS.expert} name={NAME} error={error} hint={HINT}>
      <div className="relative">
        <ExpertCombobox
          box={box}
          id={NAME}
          name={NAME}
          className="w-full"
          onChoose={write}
          {...described(NAME, error, HINT)}
          {...field}
        />
      </div>
    </FieldFrame>
  );
}

/** Sends an input event, because the form keeps drafts by it. */
function write({ name, slug }: ExpertMatch, input: HTMLInputElement, matches: ExpertMatch[]): void {
  const isShared = matches.filter((other) => other.name === name).length > 1;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, isShared ? `/${slug}` : name);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
