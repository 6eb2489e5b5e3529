import type { ComponentProps, ElementType } from "react";

/** A component that is one element with these utilities. A `className` is added to them. */
export function styled<Tag extends ElementType>(tag: Tag, utilities: string) {
  const Element: ElementType = tag;
  return function Styled({ className, ...props }: ComponentProps<Tag>) {
    return <Element className={className ? `${utilities} ${className}` : utilities} {...props} />;
  };
}
