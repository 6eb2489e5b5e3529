import { useNavigate } from "@remix-run/react";
import { type KeyboardEvent, type MouseEvent, useEffect, useState } from "react";
import { useDialog } from "~/components/admin/dialog";
import { usePlaces } from "./use-places";

/** Holds the state of the palette. `open` is the click handler of the link to /admin/go; Ctrl-K and Cmd-K open it too. */
export function usePalette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.key.toLowerCase() !== "k" ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setOpen(true);
  };
  return { isOpen, open, close: () => setOpen(false) };
}

/** Renders a dialog that finds pages, experts and articles by a few letters. */
export function Palette({ isOpen, close }: Pick<ReturnType<typeof usePalette>, "isOpen" | "close">) {
  const dialog = useDialog(isOpen);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={dialog}
      aria-label="Go to"
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
      className="mx-auto mt-[10vh] w-[min(36rem,calc(100vw-2rem))] rounded-xl border border-edge bg-surface text-ink backdrop:bg-[rgb(0_0_0/0.45)]"
    >
      {isOpen && <Finder close={close} />}
    </dialog>
  );
}

/** Renders the search of the palette: an editable combobox with a list (WAI-ARIA Authoring Practices, "Combobox"). */
function Finder({ close }: { close: () => void }) {
  const [text, setText] = useState("");
  const [activeIndex, setActive] = useState(0);
  const places = usePlaces(text);
  const navigate = useNavigate();
  const goTo = (position: number) => {
    const place = places[position];
    if (!place) return;
    close();
    navigate(place.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") goTo(activeIndex);
    else if (step) setActive((activeIndex + step + places.length) % Math.max(1, places.length));
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    document.getElementById(`place-${activeIndex}`)?.scrollIntoView({ block: "nearest" });
  }, [activeIndex]);
  return (
    <div className="p-3">
      <input
        className="w-full"
        role="combobox"
        aria-label="Go to a page, an expert or an article"
        placeholder="Page, expert or article"
        aria-expanded={places.length > 0}
        aria-controls="places"
        aria-autocomplete="list"
        aria-activedescendant={places[activeIndex] && `place-${activeIndex}`}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="places" role="listbox" aria-label="Places" className="mt-2 max-h-[55vh] overflow-y-auto">
        {places.map(({ to, label, kind }, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the combobox takes the keys.
          <div
            key={to}
            id={`place-${position}`}
            role="option"
            aria-selected={position === activeIndex}
            onClick={() => goTo(position)}
            onMouseMove={() => setActive(position)}
            className="flex min-h-10 cursor-pointer items-baseline justify-between gap-4 rounded-md px-3 py-2 aria-selected:bg-wash"
          >
            <span>{label}</span>
            <span className="text-xs whitespace-nowrap text-muted">{kind}</span>
          </div>
        ))}
      </div>
      <p role="status" className={places.length === 0 ? "px-3 py-2 text-muted" : "sr-only"}>
        {places.length === 0 ? "Nothing found." : `${places.length} found`}
      </p>
    </div>
  );
}
