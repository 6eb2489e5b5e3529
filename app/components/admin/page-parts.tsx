import { Form, useLocation } from "@remix-run/react";
import { type ComponentProps, type ReactNode, useEffect, useId } from "react";
import { styled } from "./text";

/** The line with the title of a page or section. Its actions stand at the other end. */
export const PageLine = styled(
  "header",
  "mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 has-[+p]:mb-2 [&>h1]:mb-0 [&>h1]:min-w-[min(100%,12rem)] [&>h1]:flex-[1_1_20rem] [&>h2]:my-0",
);

/** Links to the parent pages, above the title. */
export const Crumbs = styled("p", "mb-2! text-sm [&_a]:underline");

/** The number of results, below the title of a list. */
export const ResultCount = styled("p", "my-2 min-h-6.5 text-muted");

/** Replaces an empty list. */
export const Empty = styled(
  "div",
  "empty mt-3 rounded-xl border border-dashed border-edge px-4 py-10 text-center text-muted [&_p]:my-3",
);

const ACTIONS_CLASS = "flex flex-wrap items-center gap-2.5";
/** The buttons of a page or form. */
export const Actions = styled("div", ACTIONS_CLASS);
export const ActionsForm = styled(Form, ACTIONS_CLASS);

const ROW_ACTIONS_CLASS = "acts flex flex-wrap items-center gap-x-3 gap-y-1.5";
/** The actions of a row: smaller buttons, closer together. */
export const RowActions = styled("div", ROW_ACTIONS_CLASS);
export const RowActionsForm = styled(Form, ROW_ACTIONS_CLASS);

/** A list to choose from; each entry has its button. */
export const Matches = styled(
  "ul",
  "matches max-w-192 [&>li]:flex [&>li]:items-center [&>li]:justify-between [&>li]:gap-4 [&>li]:border-b [&>li]:border-line [&>li]:py-2.5",
);

/** Numbers at the top of a page. */
export const Figures = styled("dl", "figures mb-5 grid fit-cols-36 gap-3");

/** Shows a number with its label. */
export function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-surface px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-serif text-2xl leading-tight font-semibold [&_small]:block [&_small]:font-sans [&_small]:text-xs [&_small]:leading-snug [&_small]:font-normal [&_small]:text-muted">
        {children}
      </dd>
    </div>
  );
}

/** The numbers of a list, on one line. */
export const FiguresLine = styled(
  "dl",
  "figures flex flex-wrap items-baseline gap-x-4 text-sm [&_dd]:inline [&_dd]:font-semibold [&_dt]:inline [&_dt]:text-muted",
);

export function FigureInLine({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt> <dd>{children}</dd>
    </div>
  );
}

/** Names and values, one below the other. */
export const Facts = styled("dl", "[&>div]:mb-2 [&_dt]:text-sm [&_dt]:text-muted");
/** Names and values beside each other. */
export const FactsLine = styled("dl", "my-3 flex flex-wrap gap-x-8 [&>div]:mb-2 [&_dt]:text-sm [&_dt]:text-muted");

const TabBar = styled(
  "nav",
  "tabs relative mb-4 flex gap-1 border-b border-line max-md:gap-0 max-md:overflow-x-auto [&>a]:border-b-3 [&>a]:border-transparent [&>a]:px-3.5 [&>a]:py-2 [&>a]:whitespace-nowrap [&>a]:text-ink max-md:[&>a]:px-2 max-md:[&>a]:text-sm max-md:[&>a]:-outline-offset-3 [&>a[aria-current]]:border-accent [&>a[aria-current]]:font-semibold",
);

/** Links to the parts of a list; the current part has `aria-current`. On a phone they scroll, so the current one is scrolled into view. */
export function Tabs({ children, ...bar }: ComponentProps<"nav">) {
  const id = useId();
  const { pathname, search } = useLocation();
  // Not after each rendering, because the reader may have scrolled the tabs since the page came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides which tab is the current one.
  useEffect(() => {
    const element = document.getElementById(id);
    const current = element?.querySelector<HTMLElement>("[aria-current]");
    if (element && current) element.scrollLeft = current.offsetLeft - (element.clientWidth - current.offsetWidth) / 2;
  }, [id, pathname, search]);
  return (
    <TabBar id={id} {...bar}>
      {children}
    </TabBar>
  );
}

/** A list of fields with their changes. */
export const Changes = styled(
  "dl",
  "changes [&>div]:grid [&>div]:gap-x-4 [&>div]:py-1 md:[&>div]:grid-cols-[12rem_minmax(0,1fr)] [&_dt]:text-sm [&_dt]:font-semibold [&_dt]:text-muted",
);

/** A summary that looks like a link. */
export const LinkSummary = styled("summary", "py-1.5 underline");

/** Renders a progress bar; 30 rem wide by default. */
export function Progress({ className = "w-[min(30rem,100%)]", ...progress }: ComponentProps<"progress">) {
  return <progress className={`my-2 h-3 accent-accent ${className}`} {...progress} />;
}

interface RowMenuProps {
  label: string;
  /** Shows three dots in place of the word "Actions", for lists with one line for each row. */
  isShort?: boolean;
  children: ReactNode;
}

/**
 * Limits a row on a phone to two lines: its name, then details if there is room. The padding leaves room for the outline of the
 * focus.
 */
export const TWO_LINE_ROW_CLASS =
  "max-md:-mx-1 max-md:-mt-1 max-md:line-clamp-2 max-md:px-1 max-md:pt-1 max-md:text-sm max-md:leading-6 max-md:text-muted max-md:[text-wrap:wrap]";
export const ROW_NAME_CLASS = "font-semibold md:block md:truncate";
export const ROW_DETAILS_CLASS = "font-normal text-muted md:hidden";

const SHORT_MENU_CLASS =
  "min-h-7 min-w-9 justify-center text-lg leading-none hover:bg-wash max-md:min-h-11 max-md:min-w-11";

/** Shows the actions of a row: links, and forms of one button. One menu is open at a time. */
export function RowMenu({ label, isShort = false, children }: RowMenuProps) {
  return (
    <details className="menu relative" name="row-menu">
      <summary
        aria-label={label}
        className={`inline-flex items-center rounded-md text-sm whitespace-nowrap text-ink ${isShort ? SHORT_MENU_CLASS : "caret min-h-9 border border-edge px-3"}`}
      >
        {isShort ? <span aria-hidden="true">⋯</span> : "Actions"}
      </summary>
      <div
        className={`absolute z-4 mt-1 w-max min-w-44 rounded-lg border border-line bg-surface py-1 font-normal [box-shadow:var(--shadow-popover)] ${isShort ? "top-full right-0" : "md:right-0"} ${ITEMS_CLASS}`}
      >
        {children}
      </div>
    </details>
  );
}

const ITEMS_CLASS =
  "[&_:is(a,button)]:block [&_:is(a,button)]:min-h-10 [&_:is(a,button)]:w-full [&_:is(a,button)]:px-4 [&_:is(a,button)]:py-2 [&_:is(a,button)]:text-left [&_:is(a,button)]:text-ink [&_:is(a,button):hover]:bg-wash [&_:is(a,button):hover]:no-underline [&_form]:block!";
