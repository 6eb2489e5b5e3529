import { Check, FieldGroup } from "~/components/admin/field-group";
import { FieldValue } from "~/components/admin/field-value";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, typedText } from "~/components/forms/form-answer";
import { Notice } from "~/components/ui/notice";
import type { Choice, ShownDifference as Difference } from "~/models/whole/merge/merge.server";

interface Side {
  name: string;
  slug: string;
}

interface Props {
  fields: Difference[];
  keptExpert: Side;
  otherExpert: Side;
  /** The prefix of the names of the choices. */
  prefix: string;
  /** The answer to a refused form. */
  answer: FormAnswer | undefined;
}

/** Shows the fields in which two experts differ, with a choice for each. */
export function MergeFields({ fields, keptExpert, otherExpert, prefix, answer }: Props) {
  if (fields.length === 0) return <Notice>All fields of both profiles are the same.</Notice>;
  const valueFor: Record<Choice, (difference: Difference) => Difference["kept"] | null> = {
    kept: (difference) => difference.kept,
    other: (difference) => difference.other,
    both: () => null,
  };
  const choiceLabels: Record<Choice, string> = {
    kept: `/${keptExpert.slug}`,
    other: `/${otherExpert.slug}`,
    both: "Both together",
  };
  return fields.map((difference) => (
    <FieldGroup
      title={difference.label}
      className="max-w-form md:grid md:grid-cols-2 md:gap-x-8 [&>div]:pb-3"
      id={difference.field}
      tabIndex={-1}
      key={difference.field}
    >
      {difference.choices.map((choice) => {
        const id = `${difference.field}-${choice}`;
        return (
          <div key={choice}>
            <Check>
              <input
                id={id}
                type="radio"
                name={prefix + difference.field}
                value={choice}
                defaultChecked={choice === (typedText(answer, prefix + difference.field) || difference.proposed)}
              />{" "}
              <label htmlFor={id}>{choiceLabels[choice]}</label>
            </Check>
            <ChoiceValue difference={difference} value={valueFor[choice](difference)} />
          </div>
        );
      })}
    </FieldGroup>
  ));
}

function ChoiceValue({ difference, value }: { difference: Difference; value: Difference["kept"] | null }) {
  if (value === null) return null;
  if (value.length === 0) return <Hint>nothing</Hint>;
  return <FieldValue field={difference.field} value={value} />;
}
