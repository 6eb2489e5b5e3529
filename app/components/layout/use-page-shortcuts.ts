import { useEffect } from "react";

/** Menus close on Escape, on a click elsewhere and when one of their links is followed; "/" goes to the search box. */
export function usePageShortcuts(): void {
  useEffect(() => {
    const openMenus = () => document.querySelectorAll<HTMLDetailsElement>("details.menu[open]");
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      for (const menu of openMenus()) {
        if (!menu.contains(target) || target.closest("a")) menu.open = false;
      }
    };
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (key === "Escape") {
        for (const menu of openMenus()) {
          menu.open = false;
          menu.querySelector("summary")?.focus();
        }
      }
      const typing = target instanceof Element && target.closest("input, textarea, select, [contenteditable]");
      const search = document.querySelector<HTMLInputElement>("main input[type=search]");
      if (key === "/" && !typing && !ctrlKey && !metaKey && !altKey && search) {
        event.preventDefault();
        search.focus();
      }
    };
    document.addEventListener("click", onClick);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
}
