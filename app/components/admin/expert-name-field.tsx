import { Field } from "~/components/forms/field";
import { ARTICLE_LABELS } from "~/models/articles/fields";
import { type ExpertMatch, useExpertMatches } from "./use-expert-matches";

interface Props {
  defaultValue: string;
  error?: string;
  autoFocus?: boolean;
}

/** Whom an article is about, by name: typed, and with scripts chosen from those that are found meanwhile. */
export function ExpertNameField(field: Props) {
  const { matches, look } = useExpertMatches();
  const isShared = ({ name }: ExpertMatch) => matches.filter((other) => other.name === name).length > 1;
  return (
    <>
      <Field
        label={ARTICLE_LABELS.expert}
        name="expert"
        list="expert-names"
        autoComplete="off"
        hint="A name from the directory, or empty. If several have this name, enter the address, such as /ada-full."
        onInput={({ currentTarget }) => look(currentTarget.value)}
        {...field}
      />
      <datalist id="expert-names">
        {matches.map((match) => (
          <option key={match.id} value={isShared(match) ? `${match.name}, /${match.slug}` : match.name}>
            {match.title}
          </option>
        ))}
      </datalist>
    </>
  );
}
