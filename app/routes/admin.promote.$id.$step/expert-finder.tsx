import { useSubmit } from "@remix-run/react";
import { ExpertCombobox, useExpertCombobox } from "~/components/admin/expert-combobox";
import { PlainField } from "~/components/admin/field-group";
import { Matches, ResultCount } from "~/components/admin/page-parts";
import { ErrorText, Hint } from "~/components/admin/text";
import type { ExpertMatch } from "~/components/admin/use-expert-matches";
import { Button } from "~/components/ui/button";
import { countNoun } from "~/models/base/text/numbers";

interface Props {
  /** The search without scripts. */
  search: string;
  matches: ExpertMatch[];
  error: string | undefined;
}

export function ExpertFinder({ search, matches, error }: Props) {
  const combobox = useExpertCombobox();
  const { isOpen, searchedText } = combobox;
  const submit = useSubmit();
  const choose = ({ id }: ExpertMatch, { form }: HTMLInputElement) => {
    if (!form) return;
    const fields = new FormData(form);
    fields.delete("search");
    fields.set("expert", id);
    submit(fields, { method: "post", action: form.getAttribute("action") ?? undefined, preventScrollReset: true });
  };
  return (
    <PlainField>
      <label htmlFor="expert">Search experts</label>
      <div className="relative flex max-w-144 gap-2">
        <ExpertCombobox
          combobox={combobox}
          id="expert"
          type="search"
          name="search"
          defaultValue={search}
          // `data-first` focuses this field when the step opens.
          data-first=""
          aria-describedby={error ? "expert-error expert-hint" : "expert-hint"}
          aria-invalid={error ? true : undefined}
          onChoose={choose}
        />
        <Button type="submit" quiet className="script:hidden">
          Search
        </Button>
      </div>
      <Hint id="expert-hint">Search by name, title, contribution or field of work.</Hint>
      {error && <ErrorText id="expert-error">{error}</ErrorText>}
      <ResultCount className="empty:m-0 empty:min-h-0" role="status">
        {isOpen && searchedText && countText(combobox.matches.length)}
        {!isOpen && search && matches.length === 0 && countText(0)}
      </ResultCount>
      {!isOpen && matches.length > 0 && (
        <Matches>
          {matches.map(({ id, name, title, slug }) => (
            <li key={id}>
              <div>
                <strong dir="auto">{name}</strong>
                <Hint dir="auto">{title}</Hint>
              </div>
              <Button type="submit" quiet small name="expert" value={id} aria-label={`Choose ${name}, /${slug}`}>
                Choose
              </Button>
            </li>
          ))}
        </Matches>
      )}
    </PlainField>
  );
}

function countText(count: number): string {
  if (count === 0) return "No experts found. Try adjusting your search.";
  return countNoun(count, "expert found.", "experts found.");
}
