import { useEffect } from "react";

/** Menus close on Escape, on a click elsewhere and when one of their links is followed. */
export function usePageShortcuts(): void {
  useEffect(() => {
    const openMenus = () => document.querySelectorAll<HTMLDetailsElement>("details.menu[open]");
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      for (const menu of openMenus()) {
        if (!menu.contains(target) || target.closest("a")) menu.open = false;
      }
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      for (const menu of openMenus()) {
        menu.open = false;
        menu.querySelector("summary")?.focus();
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
