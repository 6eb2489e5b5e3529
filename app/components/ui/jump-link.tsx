import type { AnchorHTMLAttributes, MouseEvent } from "react";

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** The id of an element of this page. */
  to: string;
};

/**
 * A link to a place on a page with a form. It changes the address without a navigation: with one, the router forgets
 * what the form's action answered, and with it errors and what was typed.
 */
export function JumpLink({ to, ...link }: Props) {
  return <a {...link} href={`#${to}`} onClick={(event) => jump(event, to)} />;
}

function jump(event: MouseEvent, id: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !goToPlace(id)) return;
  event.preventDefault();
  history.replaceState(history.state, "", `#${id}`);
}

/** Opens whatever an element of this page is folded in, scrolls there and puts the focus on it; false where there is none. */
export function goToPlace(id: string): boolean {
  const place = document.getElementById(id);
  if (!place) return false;
  for (let folded = place.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null)
    folded.open = true;
  // A section of which nothing is filled has all of it in one.
  const inside = place.querySelector<HTMLDetailsElement>(":scope > details");
  if (inside) inside.open = true;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.scrollIntoView();
  place.focus({ preventScroll: true });
  return true;
}
