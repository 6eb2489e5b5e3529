import { useEffect, useRef } from "react";
import { CheckLabel } from "~/components/admin/field-group";
import { Button, ButtonLink } from "~/components/ui/button";

interface Props {
  /** The number of selected items on the page. */
  selected: number;
  onPage: number;
  onAll(isSelected: boolean): void;
  /** The page with all of them selected, or with none, for those without scripts. */
  allAt: string;
  noneAt: string;
}

export function LibrarySelection({ selected, onPage, onAll, allAt, noneAt }: Props) {
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current) all.current.indeterminate = selected > 0 && selected < onPage;
  }, [selected, onPage]);
  return (
    <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5">
      <CheckLabel className="noscript:hidden">
        <input
          ref={all}
          type="checkbox"
          checked={selected === onPage}
          onChange={(event) => onAll(event.currentTarget.checked)}
          data-live=""
        />
        Select all
      </CheckLabel>
      <ButtonLink quiet small className="script:hidden" to={allAt} preventScrollReset>
        Select all
      </ButtonLink>
      <span aria-live="polite" className="noscript:hidden">
        {selected > 0 && `${selected} selected`}
      </span>
      {selected > 0 && (
        <ButtonLink
          quiet
          small
          to={noneAt}
          preventScrollReset
          onClick={(event) => {
            event.preventDefault();
            onAll(false);
          }}
        >
          Clear
        </ButtonLink>
      )}
      <Button type="submit" quiet danger small className={selected > 0 ? "" : "script:hidden"}>
        Delete {selected > 0 ? selected : "selected"}
      </Button>
    </div>
  );
}
