import { Notice } from "~/components/ui/notice";
import { categoryLabel } from "~/models/experts/categories";
import type { Choice, Difference } from "~/models/experts/merge.server";

interface Side {
  name: string;
  slug: string;
}

interface Props {
  fields: Difference[];
  kept: Side;
  other: Side;
  /** What the names of the choices begin with. */
  prefix: string;
}

/** The fields in which two experts differ, side by side, with a choice for each. */
export function MergeFields({ fields, kept, other, prefix }: Props) {
  if (fields.length === 0) return <Notice>Both say the same in every field.</Notice>;
  const says: Record<Choice, (difference: Difference) => Difference["kept"] | null> = {
    kept: (difference) => difference.kept,
    other: (difference) => difference.other,
    both: () => null,
  };
  const whose: Record<Choice, string> = { kept: `/${kept.slug}`, other: `/${other.slug}`, both: "Both together" };
  return fields.map((difference) => (
    <fieldset className="group merge" id={difference.field} tabIndex={-1} key={difference.field}>
      <legend>{difference.label}</legend>
      {difference.choices.map((choice) => {
        const id = `${difference.field}-${choice}`;
        return (
          <div key={choice}>
            <p className="check">
              <input
                id={id}
                type="radio"
                name={prefix + difference.field}
                value={choice}
                defaultChecked={choice === difference.proposed}
              />{" "}
              <label htmlFor={id}>{whose[choice]}</label>
            </p>
            <Said difference={difference} value={says[choice](difference)} />
          </div>
        );
      })}
    </fieldset>
  ));
}

function Said({ difference, value }: { difference: Difference; value: Difference["kept"] | null }) {
  if (value === null) return null;
  if (typeof value === "boolean") return <p>{value ? "Yes" : "No"}</p>;
  if (value.length === 0) return <p className="hint">nothing</p>;
  if (!Array.isArray(value)) return <p className="text">{value}</p>;
  return (
    <ul className="entries">
      {value.map((entry) => (
        <li key={entry}>{difference.field === "categories" ? categoryLabel(entry) : entry}</li>
      ))}
    </ul>
  );
}
