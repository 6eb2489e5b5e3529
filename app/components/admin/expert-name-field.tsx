import { descriptionProps, FieldFrame } from "~/components/forms/field";
import { ARTICLE_LABELS } from "~/models/records/articles/fields";
import { ExpertCombobox, useExpertCombobox } from "./expert-combobox";
import type { ExpertMatch } from "./use-expert-matches";

interface Props {
  defaultValue: string;
  error?: string;
  autoFocus?: boolean;
}

const NAME = "expert";
const HINT =
  "A name from the directory. If several people share it, enter the address of the profile, such as /ada-full.";

/** Asks for the expert of an article by name. With scripts it offers matches while somebody types. */
export function ExpertNameField({ error, ...field }: Props) {
  const combobox = useExpertCombobox();
  return (
    <FieldFrame label={ARTICLE_LABELS.expert} name={NAME} error={error} hint={HINT}>
      <div className="relative">
        <ExpertCombobox
          combobox={combobox}
          id={NAME}
          name={NAME}
          className="w-full"
          onChoose={fillWithMatch}
          {...descriptionProps(NAME, error, HINT)}
          {...field}
        />
      </div>
    </FieldFrame>
  );
}

/** Fills the field and sends an input event, at which the form saves its draft. */
function fillWithMatch({ name, slug }: ExpertMatch, input: HTMLInputElement, matches: ExpertMatch[]): void {
  const isShared = matches.filter((other) => other.name === name).length > 1;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, isShared ? `/${slug}` : name);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
