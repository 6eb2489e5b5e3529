import { type ReactNode, useEffect, useRef, useState } from "react";
import { keyed } from "~/components/admin/keys";

/** Ticks and unticks every row of a form's list; without scripts each row is ticked by itself. */
export function SelectAll({ form, label }: { form: string; label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const { count, all } = useSelection(form);
  useEffect(() => {
    if (input.current) input.current.indeterminate = count > 0 && count < all;
  }, [count, all]);
  return (
    <>
      <span className="sr-only">Select</span>
      <input
        ref={input}
        type="checkbox"
        data-live
        {...keyed("selectPage")}
        className="hidden size-5 min-h-5 align-middle script:inline-block"
        aria-label={label}
        checked={count > 0 && count === all}
        onChange={(event) => {
          for (const box of boxesOf(form)) box.checked = event.currentTarget.checked;
          // Listeners get one change event for all boxes.
          boxesOf(form)[0]?.dispatchEvent(new Event("change", { bubbles: true }));
        }}
      />
    </>
  );
}

interface SelectionState {
  /** Of the rows that are ticked. */
  ids: string[];
  count: number;
  /** How many rows are on the page. */
  all: number;
  /** How many of the ticked ones have `data-mark`. */
  marked: number;
  /** The whole list is meant, also what is on other pages. */
  isWhole: boolean;
}

const NOTHING: SelectionState = { ids: [], count: 0, all: 0, marked: 0, isWhole: false };

/** The ticked rows of a form's list. */
export function useSelection(form: string): SelectionState {
  const [selection, setSelection] = useState(NOTHING);
  useEffect(() => {
    const update = () => {
      const now = selectionIn(form);
      setSelection((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
    };
    update();
    document.addEventListener("change", update);
    // Rows come and go with the list.
    const watcher = new MutationObserver(update);
    watcher.observe(document.getElementById("main") ?? document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("change", update);
      watcher.disconnect();
    };
  }, [form]);
  return selection;
}

function selectionIn(form: string): SelectionState {
  const boxes = boxesOf(form);
  const ticked = boxes.filter(({ checked }) => checked);
  return {
    ids: ticked.map(({ value }) => value),
    count: ticked.length,
    all: boxes.length,
    marked: ticked.filter(({ dataset }) => dataset.mark !== undefined).length,
    isWhole:
      document.querySelector(`input[name=all][form="${form}"]:checked, #${form} input[name=all]:checked`) !== null,
  };
}

function boxesOf(form: string): HTMLInputElement[] {
  return Array.from(document.querySelectorAll<HTMLInputElement>("input[type=checkbox][name='ids[]']")).filter(
    (box) => box.form?.id === form,
  );
}

/** Around a list and its `SelectionBar`. */
export const SELECTABLE = "group/selectable";

/** Shows the actions for the ticked rows at the foot of the window, from the first tick on. */
export function SelectionBar({ children }: { children: ReactNode }) {
  return (
    <div className="selection-bar sticky bottom-0 z-3 hidden border-t border-line bg-paper py-2 group-has-[:is(tbody_input[name^=ids],input[name=all]):checked]/selectable:block">
      {children}
    </div>
  );
}

/** "3 selected, 1 possible duplicate", as rows are ticked. @param total of the whole list, where that can be chosen. */
export function SelectedCount({
  form,
  marked,
  total = 0,
}: {
  form: string;
  marked?: { singular: string; many: string };
  total?: number;
}) {
  const selection = useSelection(form);
  const count = selection.isWhole ? total : selection.count;
  return (
    <span role="status" className="font-semibold">
      {count === 0 ? "Selected" : `${count.toLocaleString("en")} selected`}
      {marked &&
        selection.marked > 0 &&
        `, ${selection.marked} ${selection.marked === 1 ? marked.singular : marked.many}`}
    </span>
  );
}
