import type { ReactNode } from "react";
import { ListHeader } from "~/components/ui/page-header";
import { Pagination, useListPending } from "~/components/ui/pagination";
import { formatNumber } from "~/models/base/text/numbers";
import type { CardPage } from "~/models/records/directory/lists.server";
import { type ListFilters, listAddress } from "~/models/records/listings/list-address";
import { CardGrid, SkeletonGrid } from "./card-grid";
import { Letters, letterAnchors } from "./letters";
import { ListButton } from "./list-button";
import { MentionedPeople, SearchNotices } from "./list-notices";

interface Props {
  list: Omit<CardPage, "counts">;
  /** The address of the list, without its filters. */
  path: string;
  filters: ListFilters;
  /** The words after the number in the heading, in singular and plural. */
  nouns: [singular: string, plural: string];
  /** Links beside the page number. */
  headerLinks?: ReactNode;
  /** Replaces an empty list. */
  empty: ReactNode;
}

/** Shows a page of experts with their total number and links to the other pages. */
export function ExpertResults({ list, path, filters, nouns: [singular, plural], headerLinks, empty }: Props) {
  const { cards, total, isCapped, page, totalPages, corrected, leftOut, unrecordedWords, whole, places, mentioned } =
    list;
  const { letters = [] } = list;
  const { search = "" } = filters;
  const address = (number: number) => listAddress(path, { ...filters, page: number });
  const isPending = useListPending();

  const count = `${formatNumber(total)}${isCapped ? "+" : ""} ${total === 1 ? singular : plural}`;
  return (
    <section aria-labelledby="found" aria-busy={isPending || undefined}>
      <ListHeader>
        <h2 id="found">{isPending ? "Loading directory..." : count}</h2>
        {headerLinks}
        {totalPages > 1 && !isPending && <p>{`Page ${page} of ${totalPages}`}</p>}
      </ListHeader>
      <SearchNotices
        search={search}
        corrected={corrected}
        leftOut={leftOut}
        unrecordedWords={unrecordedWords}
        fullMatchCount={whole}
      />
      {isCapped && (
        <p className="mb-3">
          {search
            ? `The list has the best ${formatNumber(total)} matches. Add a word to find others.`
            : `The list has the first ${formatNumber(total)}. Choose fewer categories to see others.`}
        </p>
      )}
      {letters.length > 0 && !isPending && <Letters letters={letters} address={address} />}
      {isPending ? (
        <SkeletonGrid />
      ) : (
        <CardGrid cards={cards} ExtraButton={ListButton} anchors={letterAnchors(letters, page)} />
      )}
      {mentioned && !isPending && <MentionedPeople cards={mentioned} places={places} isNobodyThere={total === 0} />}
      {total === 0 && !isPending && empty}
      {!isPending && <Pagination page={page} totalPages={totalPages} address={address} />}
    </section>
  );
}
