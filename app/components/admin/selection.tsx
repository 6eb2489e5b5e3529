import { type ReactNode, useEffect, useRef, useState } from "react";

/** Ticks and unticks every row of a form's list; without scripts each row is ticked by itself. */
export function SelectAll({ form, label }: { form: string; label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const { count, all } = useSelection(form);
  useEffect(() => {
    if (input.current) input.current.indeterminate = count > 0 && count < all;
  }, [count, all]);
  return (
    <input
      ref={input}
      type="checkbox"
      data-live
      data-key="a"
      className="hidden size-5 min-h-5 align-middle script:inline-block"
      aria-label={label}
      checked={count > 0 && count === all}
      onChange={(event) => {
        for (const box of boxesOf(form)) box.checked = event.currentTarget.checked;
        // What listens to the boxes hears one change for all of them.
        boxesOf(form)[0]?.dispatchEvent(new Event("change", { bubbles: true }));
      }}
    />
  );
}

/** How many rows are ticked, of how many on the page, and how many of them have `data-mark`. */
export function useSelection(form: string): { count: number; all: number; marked: number } {
  const [selection, setSelection] = useState({ count: 0, all: 0, marked: 0 });
  useEffect(() => {
    const update = () => {
      const boxes = boxesOf(form);
      const ticked = boxes.filter(({ checked }) => checked);
      const now = {
        count: ticked.length,
        all: boxes.length,
        marked: ticked.filter(({ dataset }) => dataset.mark !== undefined).length,
      };
      setSelection((before) =>
        before.count === now.count && before.all === now.all && before.marked === now.marked ? before : now,
      );
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

function boxesOf(form: string): HTMLInputElement[] {
  return Array.from(document.querySelectorAll<HTMLInputElement>("input[type=checkbox][name='ids[]']")).filter(
    (box) => box.form?.id === form,
  );
}

/** Around a list and its `SelectionBar`. */
export const SELECTABLE = "group/selectable";

/** What is done with the ticked rows: it appears at the foot of the window with the first tick. */
export function SelectionBar({ children }: { children: ReactNode }) {
  return (
    <div className="selection-bar sticky bottom-0 z-3 hidden border-t border-line bg-paper py-2 group-has-[tbody_input[name^=ids]:checked]/selectable:block">
      {children}
    </div>
  );
}

/** "3 selected, 1 possible duplicate", as rows are ticked. */
export function SelectedCount({ form, marked }: { form: string; marked?: { one: string; many: string } }) {
  const selection = useSelection(form);
  return (
    <span role="status" className="font-semibold">
      {selection.count === 0 ? "Selected" : `${selection.count} selected`}
      {marked && selection.marked > 0 && `, ${selection.marked} ${selection.marked === 1 ? marked.one : marked.many}`}
    </span>
  );
}
