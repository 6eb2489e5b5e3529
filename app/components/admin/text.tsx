import type { ComponentProps, ElementType } from "react";

const HINT_CLASS = "text-sm font-normal text-muted [&_a]:underline";
/** A hint about its neighbour. */
export const Hint = styled("p", HINT_CLASS);
export const HintText = styled("span", HINT_CLASS);

/** An error beside its cause. */
export const ErrorText = styled("p", "text-sm text-danger");

/** A text with the line breaks that somebody typed. */
export const PlainText = styled("p", "max-w-measure whitespace-pre-line [&_a]:underline", { dir: "auto" });

/** A short list within a table or a form. */
export const BulletList = styled("ul", "list-disc pl-4 [&_a]:underline");

const TONES = {
  neutral: "border-edge",
  good: "border-ok text-ok",
  bad: "border-danger text-danger",
  gold: "border-gold",
};

type Props = ComponentProps<"span"> & { tone?: keyof typeof TONES };

/** Renders one or two words about the state of something. */
export function Badge({ tone = "neutral", ...span }: Props) {
  return (
    <span
      className={`badge inline-block rounded-full border px-2 py-0.5 font-sans text-xs font-normal whitespace-nowrap first-letter:uppercase ${TONES[tone]}`}
      {...span}
    />
  );
}

/** Returns a component for one element with these CSS classes and attributes. Its `className` adds more classes. */
export function styled<Tag extends ElementType>(tag: Tag, classes: string, attributes?: ComponentProps<Tag>) {
  const Element: ElementType = tag;
  return ({ className, ...props }: ComponentProps<Tag>) => (
    <Element {...attributes} className={className ? `${classes} ${className}` : classes} {...props} />
  );
}
