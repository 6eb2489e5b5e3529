import { type AnchorHTMLAttributes, type ButtonHTMLAttributes, forwardRef } from "react";
import { Link } from "~/components/ui/link";

interface Look {
  /** True for an outlined button in place of a filled one. */
  quiet?: boolean;
  /** True for an action that deletes or cannot be undone. */
  danger?: boolean;
  small?: boolean;
  className?: string;
}

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { type: "button" | "submit" };

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { quiet, danger, small, className, ...button },
  ref,
) {
  return <button ref={ref} className={buttonClass({ quiet, danger, small, className })} {...button} />;
});

type To = Parameters<typeof Link>[0];
type Href = AnchorHTMLAttributes<HTMLAnchorElement>;

/** Renders a link that looks like a button: `to` a page of this site, or `href` for a file, another site or a full page load. */
export function ButtonLink({ quiet, danger, small, className, ...link }: Look & (To | Href)) {
  const classes = buttonClass({ quiet, danger, small, className });
  return "to" in link ? <Link className={classes} {...link} /> : <a className={classes} {...link} />;
}

/** Returns the CSS classes of a button, for elements that are neither a button nor a link. */
export function buttonClass({ quiet, danger, small, className = "" }: Look): string {
  const size = small ? "min-h-9 px-3.5 py-1" : "min-h-11 px-3 py-2 sm:px-4.5";
  return `${BASE_CLASS} ${size} ${colours(quiet, danger)} ${className}`.trimEnd();
}

const BASE_CLASS =
  "inline-flex items-center justify-center rounded-md border text-center font-semibold wrap-break-word hover:no-underline hover:[filter:brightness(1.08)]";

function colours(quiet?: boolean, danger?: boolean): string {
  if (quiet) return danger ? "border-danger text-danger" : "border-accent text-accent";
  return danger ? "border-danger bg-danger text-paper" : "border-accent bg-accent text-on-accent";
}

/** Renders a button that looks like a link within a text. */
export function TextButton({ className = "", ...button }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="submit" className={`min-h-6 cursor-pointer text-accent underline ${className}`} {...button} />;
}

/** The CSS classes of a small rounded link or button: a category, a filter, a tag. */
export const PILL_CLASS = "inline-block rounded-full border px-3 py-1 text-sm text-ink";
