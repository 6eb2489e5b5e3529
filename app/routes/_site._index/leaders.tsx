import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { CardGrid, SkeletonGrid } from "~/components/experts/card-grid";
import { MentionedPeople, NobodyFound, SearchNotices } from "~/components/experts/list-notices";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState, ListHeader } from "~/components/ui/page-header";
import { useListPending } from "~/components/ui/pagination";
import { formatNumber } from "~/models/base/text/numbers";
import { categoryLabels, toCategoryKeys } from "~/models/records/listings/categories";
import { listAddress } from "~/models/records/listings/list-address";
import { HOME } from "~/subject/home";
import { LoadMore } from "./load-more";
import type { HomeList, useGrowingList } from "./use-growing-list";

export function isFiltered({ search, category }: Pick<HomeList, "search" | "category">): boolean {
  return search !== "" || category !== "";
}

/** Returns the words for a search or a chosen category; "" without either. */
export function resultSubject({ search, category }: Pick<HomeList, "search" | "category">): string {
  const isKnown = toCategoryKeys(category).length > 0;
  const label = category && (isKnown ? categoryLabels(category) : "Unknown Category");
  if (!search) return label;
  return label ? `Search results in ${label}` : "Search results";
}

/** Returns the heading with the number of loaded experts and of all results. */
export function resultTitle(list: HomeList): string {
  const { cards, total, isCapped } = list;
  const isAll = cards.length >= total && !isCapped;
  const totalText = isAll ? "" : ` of ${formatNumber(total)}${isCapped ? "+" : ""}`;
  return `${resultSubject(list)}${total > 0 ? ` (${cards.length}${totalText})` : ""}`;
}

interface Props {
  growingList: ReturnType<typeof useGrowingList>;
  children: ReactNode;
}

/** Shows the featured experts, the children and the growing list of all experts; or the results of a search. */
export function Leaders({ growingList: { list, isGrowing, loadNext }, children }: Props) {
  const { search, category, corrected, featured, cards } = list;
  const hasFilters = isFiltered(list);
  const isLoadingMore = useLoadingMore(list) || isGrowing;
  const isPending = useListPending() && !isLoadingMore;
  const visibleCards = hasFilters ? cards : featured;
  return (
    <div id="experts">
      <section
        className={hasFilters ? "mt-6" : "max-lg:mt-10 lg:mt-16"}
        aria-label={hasFilters ? resultSubject(list) : HOME.featured}
      >
        {hasFilters ? (
          <h2 className="sr-only">Experts</h2>
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <h2>{HOME.featured}</h2>
              <ButtonLink quiet small to="/directory">
                View All Experts
              </ButtonLink>
            </div>
            <ListHeader>
              {featured.length > 0 && <h3 className="label">{`Featured Experts (${featured.length})`}</h3>}
            </ListHeader>
          </>
        )}
        <SearchNotices
          search={search}
          corrected={corrected}
          leftOut={list.leftOut}
          unrecordedWords={list.unrecordedWords}
          fullMatchCount={list.whole}
        />
        {isPending ? <SkeletonGrid /> : <CardGrid cards={visibleCards} />}
        {list.mentioned && !isPending && (
          <MentionedPeople cards={list.mentioned} places={list.places} isNobodyThere={visibleCards.length === 0} />
        )}
        {visibleCards.length === 0 && !isPending && <NoExperts list={list} />}
      </section>
      {!hasFilters && !isPending && children}
      {!hasFilters && !isPending && (cards.length > 0 || list.page < list.totalPages) && (
        <section className="mt-16" aria-labelledby="everybody">
          <h2 className="mb-4" id="everybody">
            {featured.length > 0 ? "More experts" : "All experts"}
          </h2>
          <CardGrid cards={cards} />
        </section>
      )}
      {isLoadingMore && <SkeletonGrid />}
      {!isPending && (
        <LoadMore
          page={list.page}
          totalPages={list.totalPages}
          isLoading={isLoadingMore}
          nextAddress={listAddress("/", { search, category, page: list.page + 1 })}
          directoryAddress={listAddress("/directory", { search, category })}
          onBottom={loadNext}
        />
      )}
    </div>
  );
}

/** Returns whether the next page of this list is loading. */
function useLoadingMore({ search, category, page }: HomeList): boolean {
  const { state, location } = useNavigation();
  if (state !== "loading" || location.pathname !== "/") return false;
  return location.search === listAddress("/", { search, category, page: page + 1 }).slice(1);
}

function NoExperts({ list: { search, category, similarWords, waysOut } }: { list: HomeList }) {
  const viewAll = (
    <ButtonLink quiet={search !== ""} to="/">
      View all experts
    </ButtonLink>
  );
  if (search)
    return (
      <NobodyFound
        filters={{ search, category }}
        similarWords={similarWords}
        waysOut={waysOut}
        address={(filters) => listAddress("/", filters)}
        message={`No experts found for “${search}”.`}
        back={viewAll}
      />
    );
  return category ? (
    <EmptyState>
      <p>No experts found in this category.</p>
      {viewAll}
    </EmptyState>
  ) : (
    <EmptyState>
      <p>No experts are currently featured on the homepage.</p>
      <ButtonLink to="/directory">View the full directory</ButtonLink>
    </EmptyState>
  );
}
