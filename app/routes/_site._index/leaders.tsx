import { useNavigation } from "@remix-run/react";
import { CardGrid, SkeletonGrid } from "~/components/experts/card-grid";
import { SearchNotices } from "~/components/experts/list-notices";
import { SearchForm } from "~/components/forms/search-form";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Count, EmptyState, ListHeader } from "~/components/ui/page-header";
import { useListPending } from "~/components/ui/pagination";
import { categoryLabels } from "~/models/experts/categories";
import { listAddress } from "~/models/experts/list-address";
import { formatNumber } from "~/models/text/numbers";
import { HOME } from "~/subject/home";
import { LoadMore } from "./load-more";
import { type HomeList, useGrowingList } from "./use-growing-list";

/** The search, the featured experts and the list, which grows at its end. */
export function Leaders() {
  const { list, isGrowing, loadNext } = useGrowingList();
  const { search, category, corrected, everyone, featured, cards } = list;
  const filtered = search !== "" || category !== "";
  const loadingMore = useLoadingMore(list) || isGrowing;
  const pending = useListPending() && !loadingMore;
  const listed = filtered ? cards : featured;
  const kind = category ? categoryLabels(category) : search ? "Search results" : "Featured Experts";
  return (
    <section id="experts" className="mt-8" aria-labelledby="leaders">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="leaders">{HOME.featured}</h2>
        <ButtonLink quiet to="/directory">
          View All Experts
        </ButtonLink>
      </div>
      <div className="mt-3.5 rounded-xl border border-line bg-surface px-3.5 py-4.5 md:px-6">
        <h3 className="mb-2.5">{HOME.search}</h3>
        <SearchForm action="/" search={search} category={category} placeholder="Search experts or contributions..." />
      </div>
      <ListHeader>
        <h3>{`${kind} (${listed.length})`}</h3>
        {filtered && <Link to="/">Show all</Link>}
      </ListHeader>
      <SearchNotices search={search} corrected={corrected} leftOut={list.leftOut} />
      {pending ? <SkeletonGrid /> : <CardGrid cards={listed} />}
      {listed.length === 0 && !pending && <NoExperts filtered={filtered} search={search} />}
      {!filtered && !pending && cards.length > 0 && (
        <>
          <h3 className="mt-8 mb-3">
            {featured.length > 0 ? "More experts" : "All experts"} <Count>of {formatNumber(everyone)}</Count>
          </h3>
          <CardGrid cards={cards} />
        </>
      )}
      {loadingMore && <SkeletonGrid />}
      {!pending && (
        <LoadMore
          page={list.page}
          pages={list.pages}
          loading={loadingMore}
          next={listAddress("/", { search, category, page: list.page + 1 })}
          directory={listAddress("/directory", { search, category })}
          onBottom={loadNext}
        />
      )}
    </section>
  );
}

/** Whether the next page of this very list is on its way. */
function useLoadingMore({ search, category, page }: HomeList): boolean {
  const { state, location } = useNavigation();
  if (state !== "loading" || location.pathname !== "/") return false;
  return location.search === listAddress("/", { search, category, page: page + 1 }).slice(1);
}

function NoExperts({ filtered, search }: { filtered: boolean; search: string }) {
  return filtered ? (
    <EmptyState>
      <p>{search ? `No experts found for “${search}”.` : "No experts found in this category."}</p>
      <ButtonLink to="/">View all experts</ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState>
      <p>No experts are currently featured on the homepage.</p>
      <ButtonLink to="/directory">View the full directory</ButtonLink>
    </EmptyState>
  );
}
