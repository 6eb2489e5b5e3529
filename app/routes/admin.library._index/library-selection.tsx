import { useEffect, useRef } from "react";
import { CheckLabel } from "~/components/admin/field-group";
import { Button, ButtonLink } from "~/components/ui/button";
import { isolateRightToLeft } from "~/components/ui/isolate-right-to-left";

/** A project to move texts to, with the number of selected texts that are not in it. The id "" is no project. */
interface MoveTarget {
  id: string;
  name: string;
  count: number;
}

/** Returns the projects that do not yet contain all of the texts. */
export function moveTargets(
  texts: { projectId: string | null }[],
  projects: { id: string; name: string }[],
): MoveTarget[] {
  const targets = [...projects, { id: "", name: "No project" }].map(({ id, name }) => ({
    id,
    name,
    count: texts.filter(({ projectId }) => (projectId ?? "") !== id).length,
  }));
  return targets.filter(({ count }) => count > 0);
}

interface Props {
  /** The number of selected items on the page. */
  selectedCount: number;
  itemCount: number;
  /** The projects that the selected texts can be moved to. */
  targets: MoveTarget[];
  /** The address that moves the selected texts. */
  moveAddress: string;
  onAll(isSelected: boolean): void;
  /** The address of the page with all items selected, for browsers without scripts. */
  selectAllAddress: string;
  selectNoneAddress: string;
}

export function LibrarySelection({
  selectedCount,
  itemCount,
  targets,
  moveAddress,
  onAll,
  selectAllAddress,
  selectNoneAddress,
}: Props) {
  const allCheckbox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (allCheckbox.current) allCheckbox.current.indeterminate = selectedCount > 0 && selectedCount < itemCount;
  }, [selectedCount, itemCount]);
  return (
    <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5">
      <CheckLabel className="noscript:hidden">
        <input
          ref={allCheckbox}
          type="checkbox"
          checked={selectedCount === itemCount}
          onChange={(event) => onAll(event.currentTarget.checked)}
          data-live=""
        />
        Select all
      </CheckLabel>
      <ButtonLink quiet small className="script:hidden" to={selectAllAddress} preventScrollReset>
        Select all
      </ButtonLink>
      <span aria-live="polite" className="noscript:hidden">
        {selectedCount > 0 && `${selectedCount} selected`}
      </span>
      {selectedCount > 0 && (
        <ButtonLink
          quiet
          small
          to={selectNoneAddress}
          preventScrollReset
          onClick={(event) => {
            event.preventDefault();
            onAll(false);
          }}
        >
          Clear
        </ButtonLink>
      )}
      {targets.length > 0 && (
        <span className={`flex flex-wrap items-center gap-1.5 ${selectedCount > 0 ? "" : "script:hidden"}`}>
          <select name="projectId" aria-label="Project for the selected texts" className="max-w-60">
            {targets.map(({ id, name, count }) => (
              <option key={id} value={id} dir="auto">
                {selectedCount > 0 ? `${isolateRightToLeft(name)} (${count})` : name}
              </option>
            ))}
          </select>
          <Button type="submit" quiet small formMethod="post" formAction={moveAddress} name="intent" value="move">
            Move
          </Button>
        </span>
      )}
      <Button type="submit" quiet danger small className={selectedCount > 0 ? "ml-auto" : "script:hidden"}>
        Delete {selectedCount > 0 ? selectedCount : "selected"}
      </Button>
    </div>
  );
}
