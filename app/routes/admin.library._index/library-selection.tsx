import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";

interface Props {
  /** How many of the page's items are selected. */
  selected: number;
  onPage: number;
  onAll(isSelected: boolean): void;
  /** The page with all of them selected, or with none, for those without scripts. */
  allAt: string;
  noneAt: string;
}

/** Select all, how many are selected, Clear, and 'Delete n' (rows LI02, LI04): the head of the form around the cards. */
export function LibrarySelection({ selected, onPage, onAll, allAt, noneAt }: Props) {
  const all = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (all.current) all.current.indeterminate = selected > 0 && selected < onPage;
  }, [selected, onPage]);
  return (
    <div className="selection">
      <label className="check scripted">
        <input
          ref={all}
          type="checkbox"
          checked={selected === onPage}
          onChange={(event) => onAll(event.currentTarget.checked)}
          data-live=""
        />
        Select all
      </label>
      <Link className="button quiet small unscripted" to={allAt} preventScrollReset>
        Select all
      </Link>
      <span aria-live="polite" className="scripted">
        {selected > 0 && `${selected} selected`}
      </span>
      {selected > 0 && (
        <Link
          className="button quiet small"
          to={noneAt}
          preventScrollReset
          onClick={(event) => {
            event.preventDefault();
            onAll(false);
          }}
        >
          Clear
        </Link>
      )}
      <button type="submit" className={selected > 0 ? "button danger small" : "button danger small unscripted"}>
        Delete {selected > 0 ? selected : "selected"}
      </button>
    </div>
  );
}
