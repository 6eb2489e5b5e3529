import type { AnchorHTMLAttributes, MouseEvent } from "react";

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** The id of an element of this page. */
  to: string;
};

/**
 * Renders a link to an element on a page with a form. It changes the address without a navigation, after which the router
 * would forget the form's answer with its errors and typed values.
 */
export function JumpLink({ to, ...link }: Props) {
  return <a {...link} href={`#${to}`} onClick={(event) => jump(event, to)} />;
}

function jump(event: MouseEvent, id: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !revealElement(id)) return;
  event.preventDefault();
  history.replaceState(history.state, "", `#${id}`);
}

/** Unfolds the parents of an element, scrolls to it and focuses it. Returns false if there is no such element. */
export function revealElement(id: string): boolean {
  const element = document.getElementById(id);
  if (!element) return false;
  for (let details = element.closest("details"); details; details = details.parentElement?.closest("details") ?? null)
    details.open = true;
  // An empty section has all its fields in one folded element.
  const innerDetails = element.querySelector<HTMLDetailsElement>(":scope > details");
  if (innerDetails) innerDetails.open = true;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.scrollIntoView();
  element.focus({ preventScroll: true });
  return true;
}
