import { Form } from "@remix-run/react";
import { useSite } from "~/components/layout/use-site";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import type { MissedSearch } from "~/models/readers/missed-searches/missed-searches.server";
import { CopyTextButton } from "./copy-button";
import { DataTable, hiddenTitle } from "./data-table";
import { RowActions } from "./page-parts";

/** Lists searches that found nobody, with actions for each. */
export function MissedSearches({ searches, from = "" }: { searches: MissedSearch[]; from?: "dashboard" | "" }) {
  const origin = useSite()?.origin ?? "";
  return (
    <DataTable head={["Searched for", "Times", "First", "Last", hiddenTitle("Actions")]}>
      {searches.map(({ words, typed, count, firstDay, lastDay }) => {
        const query = new URLSearchParams({ name: typed });
        return (
          <tr key={words}>
            <td>{typed}</td>
            <td data-label="Times">{count.toLocaleString("en")}</td>
            <td data-label="First">
              <ShortDate time={firstDay} />
            </td>
            <td data-label="Last">
              <ShortDate time={lastDay} />
            </td>
            <td>
              <RowActions>
                <ButtonLink small to={`/admin/generate?new&${query}`} aria-label={`Research ${typed}`}>
                  Research
                </ButtonLink>
                <ButtonLink quiet small to={`/admin/experts/new?${query}`} aria-label={`Add ${typed}`}>
                  Add
                </ButtonLink>
                <ButtonLink quiet small to={`/submit?${query}`} aria-label={`Invitation: ${typed}`}>
                  Invitation
                </ButtonLink>
                <CopyTextButton text={() => `${origin}/submit?${query}`} label={`Copy the invitation for ${typed}`}>
                  Copy
                </CopyTextButton>
                <Form method="post" action="/admin/missing">
                  <input type="hidden" name="words" value={words} />
                  <input type="hidden" name="from" value={from} />
                  <Button type="submit" quiet small aria-label={`Dismiss ${typed}`}>
                    Dismiss
                  </Button>
                </Form>
              </RowActions>
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}
