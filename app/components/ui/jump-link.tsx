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
  const place = document.getElementById(id);
  if (!place || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  for (let folded = place.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null)
    folded.open = true;
  history.replaceState(history.state, "", `#${id}`);
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.scrollIntoView();
  place.focus({ preventScroll: true });
}
