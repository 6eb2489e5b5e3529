import { Form } from "@remix-run/react";
import { keyProps } from "~/components/admin/keys";
import { LinkSummary } from "~/components/admin/page-parts";
import { BulletList, Hint } from "~/components/admin/text";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { ExternalLink } from "~/components/ui/link";
import { countNoun } from "~/models/base/text/numbers";
import type { FoundSources } from "~/models/editing/sources/finding/proposals.server";

interface Props {
  path: string;
  lastSearch: FoundSources["searched"];
  /** True if every sentence has a source. */
  isDone: boolean;
}

/** Starts the search of the pages, and lists the pages of the last search. */
export function SearchForm({ path, lastSearch, isDone }: Props) {
  const unusedPages = lastSearch?.opened.filter(({ unused }) => unused).length ?? 0;
  const hasFailed = lastSearch !== null && lastSearch.opened.length === 0 && lastSearch.failed.length > 0;
  return (
    <>
      {!isDone && (
        <Form method="post" action={path} className="my-3">
          <input type="hidden" name="intent" value="find" />
          <SubmitButton quiet={lastSearch !== null} small={lastSearch !== null} pending="Opening the pages…">
            {lastSearch ? "Search the pages again" : "Find sources"}
          </SubmitButton>
        </Form>
      )}
      {!lastSearch && !isDone && (
        <Hint className="max-w-measure">
          The pages of this profile have not been searched yet. The search opens its links, works and sources, which
          takes up to half a minute, and looks for passages that support its sentences. It asks no model, and you decide
          about each passage.
        </Hint>
      )}
      {lastSearch && (
        <details className="mb-4 text-sm">
          <LinkSummary>
            {hasFailed ? "Tried on " : `${countNoun(lastSearch.opened.length, "page was", "pages were")} read on `}
            <ShortDate time={lastSearch.at} />
            {unusedPages > 0 && `, ${unusedPages} without result`}
            {hasFailed && ", and no page could be read"}
            {lastSearch.failed.length > 0 && !hasFailed && `, ${lastSearch.failed.length} could not be`}
          </LinkSummary>
          <BulletList>
            {lastSearch.opened.map(({ url, title, unused }) => (
              <li key={url} className="wrap-anywhere">
                <ExternalLink url={url}>{title || url}</ExternalLink>
                {unused && `: ${unused} It has no proposed passage.`}
              </li>
            ))}
            {lastSearch.failed.map(({ url, reason }) => (
              <li key={url} className="wrap-anywhere">
                <ExternalLink url={url}>{url}</ExternalLink>: {reason}
              </li>
            ))}
          </BulletList>
        </details>
      )}
    </>
  );
}

/** Undoes the last decision. */
export function UndoForm({ path, undo }: { path: string; undo: NonNullable<FoundSources["undo"]> }) {
  return (
    <Form method="post" action={path}>
      <input type="hidden" name="intent" value="undo" />
      <input type="hidden" name="at" value={undo.key} />
      <Button type="submit" quiet small {...keyProps("undo")} title={undo.sentence}>
        {undo.status === "taken" ? "Undo: source taken" : "Undo: passage rejected"}
      </Button>
    </Form>
  );
}
