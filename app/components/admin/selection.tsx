import { type ReactNode, useEffect, useRef, useState } from "react";
import { keyProps } from "~/components/admin/keys";
import { countNoun } from "~/models/base/text/numbers";

/** Renders a checkbox that selects or deselects all rows of a form's list. It is hidden without scripts. */
export function SelectAll({ formId, label }: { formId: string; label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const { count, rowCount } = useSelection(formId);
  useEffect(() => {
    if (input.current) input.current.indeterminate = count > 0 && count < rowCount;
  }, [count, rowCount]);
  return (
    <>
      <span className="sr-only">Select</span>
      <input
        ref={input}
        type="checkbox"
        data-live
        {...keyProps("selectPage")}
        className="hidden size-5 min-h-5 align-middle script:inline-block"
        aria-label={label}
        checked={count > 0 && count === rowCount}
        onChange={(event) => {
          for (const box of checkboxesOf(formId, ROW_BOXES)) box.checked = event.currentTarget.checked;
          // Listeners get one change event for all boxes.
          checkboxesOf(formId, ROW_BOXES)[0]?.dispatchEvent(new Event("change", { bubbles: true }));
        }}
      />
    </>
  );
}

interface SelectionState {
  /** The ids of the selected rows. */
  ids: string[];
  count: number;
  /** The number of rows on the page. */
  rowCount: number;
  /** The number of selected rows with `data-mark`. */
  markedCount: number;
  /** True if the whole list is selected, including the rows on other pages. */
  isWholeList: boolean;
}

const NO_SELECTION: SelectionState = { ids: [], count: 0, rowCount: 0, markedCount: 0, isWholeList: false };

/** Returns the selected rows of a form's list. */
export function useSelection(formId: string): SelectionState {
  const [selection, setSelection] = useState(NO_SELECTION);
  useEffect(() => {
    const update = () => {
      const nextSelection = selectionIn(formId);
      setSelection((current) => (JSON.stringify(current) === JSON.stringify(nextSelection) ? current : nextSelection));
    };
    const onChange = ({ target }: Event) => {
      // Whoever deselects a row wants it left out.
      if (target instanceof HTMLInputElement && !target.checked && target.matches(ROW_BOXES))
        for (const box of checkboxesOf(formId, WHOLE_LIST)) box.checked = false;
      update();
    };
    update();
    document.addEventListener("change", onChange);
    // The list may add or remove rows.
    const watcher = new MutationObserver(update);
    watcher.observe(document.getElementById("main") ?? document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("change", onChange);
      watcher.disconnect();
    };
  }, [formId]);
  return selection;
}

function selectionIn(formId: string): SelectionState {
  const boxes = checkboxesOf(formId, ROW_BOXES);
  const selectedBoxes = boxes.filter(({ checked }) => checked);
  return {
    ids: selectedBoxes.map(({ value }) => value),
    count: selectedBoxes.length,
    rowCount: boxes.length,
    markedCount: selectedBoxes.filter(({ dataset }) => dataset.mark !== undefined).length,
    isWholeList: checkboxesOf(formId, WHOLE_LIST).some(({ checked }) => checked),
  };
}

const ROW_BOXES = "input[type=checkbox][name='ids[]']";
const WHOLE_LIST = "input[type=checkbox][name=all]";

/** Returns the checkboxes that match a selector and belong to a form, within it or by their attribute `form`. */
function checkboxesOf(formId: string, selector: string): HTMLInputElement[] {
  return Array.from(document.querySelectorAll<HTMLInputElement>(selector)).filter((box) => box.form?.id === formId);
}

/** The CSS class of the element around a list and its `SelectionBar`. */
export const SELECTABLE = "group/selectable";

/** Shows the actions for the selected rows at the bottom of the window as soon as a row is selected. */
export function SelectionBar({ children }: { children: ReactNode }) {
  return (
    <div className="selection-bar sticky bottom-0 z-3 hidden border-t border-line bg-paper py-2 group-has-[:is(tbody_input[name^=ids],input[name=all]):checked]/selectable:block">
      {children}
    </div>
  );
}

/** Shows "3 selected, 1 possible duplicate". @param total the length of the whole list, if all of it can be selected. */
export function SelectedCount({
  formId,
  markedNoun,
  total = 0,
}: {
  formId: string;
  markedNoun?: { singular: string; plural: string };
  total?: number;
}) {
  const selection = useSelection(formId);
  // Without scripts the number is unknown.
  const count = selection.isWholeList ? total : selection.count;
  return (
    <span role="status" className="font-semibold">
      {count === 0 ? "Selected" : `${count.toLocaleString("en")} selected`}
      {markedNoun &&
        selection.markedCount > 0 &&
        `, ${countNoun(selection.markedCount, markedNoun.singular, markedNoun.plural)}`}
    </span>
  );
}
