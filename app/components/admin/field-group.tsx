import type { ComponentProps, ReactNode } from "react";
import { JumpLink } from "~/components/ui/jump-link";
import { styled } from "./text";

type Props = ComponentProps<"fieldset"> & { title: string };

/** Renders a group of related fields with a title. */
export function FieldGroup({ title, className = "", children, ...fieldset }: Props) {
  return (
    <fieldset
      id={sectionId(title)}
      className={`group mb-5 min-w-0 scroll-mt-4 rounded-xl border border-line bg-surface px-4.5 pt-3.5 pb-1 [&>legend+*]:clear-both ${className}`}
      {...fieldset}
    >
      {/* A floating legend stands inside the frame instead of on its line. */}
      <legend className="col-span-full float-left mb-2.5 w-full font-serif text-lg font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}

function sectionId(title: string): string {
  return `section-${title.toLowerCase().replace(/\W+/g, "-")}`;
}

/** Links to the field groups of a long form. */
export function JumpTo({ sections, children }: { sections: string[]; children?: ReactNode }) {
  return (
    <nav aria-label="Jump to" className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm [&_a]:py-1 [&_a]:underline">
      <span aria-hidden="true" className="py-1 text-muted">
        Jump to:
      </span>
      {sections.map((title) => (
        <JumpLink key={title} to={sectionId(title)}>
          {title}
        </JumpLink>
      ))}
      {children}
    </nav>
  );
}

/** The form of a record. Its text areas grow with their text in browsers that support `field-sizing`. */
export const RECORD_FORM_CLASS =
  "max-w-form [&_:is(input,select,textarea)]:scroll-mt-12 [&_textarea:not([style*=height])]:max-h-60 [&_textarea]:min-h-14 [&_textarea]:[field-sizing:content] [&_.field]:mb-2 md:[&_:is(input,select)]:min-h-9 md:[&_:is(input,select)]:py-1 md:[&>fieldset]:mb-3";

/** Two columns of short fields on a wide screen; longer fields take the full width. */
export const TWO_COLUMNS_CLASS =
  "md:grid md:grid-cols-2 md:items-start md:gap-x-6 md:[&>:is(p,fieldset,details,:has(textarea))]:col-span-full";

/** The layout of a field whose label and control are its children. */
export const PlainField = styled(
  "div",
  "field mb-4.5 [&_label]:mb-1 [&_label]:block [&_label]:font-semibold [&_small]:text-sm [&_small]:font-normal [&_small]:text-muted [&_:is(input,select,textarea)]:w-full",
);

const CHECK_CLASS =
  "flex items-center gap-2 [&_:is(input,label)]:m-0 [&_:is(input,label)]:min-h-5 [&_:is(input,label)]:w-auto";
/** A checkbox with its label beside it. */
export const Check = styled("p", CHECK_CLASS);
export const CheckLabel = styled("label", CHECK_CLASS);

/** The bar with the buttons of a long form, which stays at the bottom of the window. */
export const SaveBar = styled(
  "div",
  "save-bar sticky bottom-0 z-2 flex flex-wrap items-center gap-2 border-t border-line bg-paper py-3",
);
