import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { ErrorPage } from "~/components/layout/error-page";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { NoticePage, RetryLink } from "~/components/ui/notice";
import { Count, EmptyState } from "~/components/ui/page-header";
import { formatNumber } from "~/models/base/text/numbers";
import type { ExpertCard } from "~/models/records/directory/cards.server";
import { categoryLabels } from "~/models/records/listings/categories";
import type { Facet } from "~/models/records/listings/facets";
import { type ListFilters, listAddress } from "~/models/records/listings/list-address";
import type { WaysOut } from "~/models/whole/search/ways-out.server";
import { CardGrid } from "./card-grid";
import { ListButton } from "./list-button";

/** Replaces a list that could not be fetched. A missing page keeps its own text. */
export function ListFailure() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorPage />;
  return (
    <NoticePage title="Failed to fetch experts">
      <p role="alert">The list could not be loaded. Check the connection and try again.</p>
      <RetryLink />
    </NoticePage>
  );
}

interface SearchProps {
  search: string;
  corrected: string | null;
  leftOut?: string[];
  notSaid?: string[];
  whole?: number;
}

/** Says how what was found differs from what was typed. */
export function SearchNotices({ search, corrected, leftOut = [], notSaid = [], whole = 0 }: SearchProps) {
  const had = leftOut.filter((words) => !notSaid.includes(words));
  return (
    <>
      {corrected && (
        <p className="mb-3">
          Nothing was found for “<bdi>{search}</bdi>”. Showing results for <strong dir="auto">{corrected}</strong>.
        </p>
      )}
      {notSaid.length > 0 && (
        <p className="mb-3">
          No record here says who is a woman or a man: <strong dir="auto">{notSaid.join(", ")}</strong> was left out.
        </p>
      )}
      {had.length > 0 && (
        <p className="mb-3">
          {whole === 0
            ? "Nobody matches all of that. These people match most of it, but none of them has "
            : `${ofWhole(whole)} all of that. The others match most of it, but none of them has `}
          {had.length > 1 && "all of "}
          {had.map((words, place) => (
            <Fragment key={words}>
              {place > 0 && ", "}
              <strong dir="auto">{words}</strong>
            </Fragment>
          ))}
          .
        </p>
      )}
    </>
  );
}

function ofWhole(whole: number): string {
  return whole === 1 ? "Only the first of these people matches" : `Only the first ${whole} of these people match`;
}

interface MentionedProps {
  cards: ExpertCard[];
  places?: string[];
  /** Nobody who works there was found. */
  isOnly: boolean;
}

/** Behind those who work in a place: who does not, and whose record names it. */
export function Mentioned({ cards, places = [], isOnly }: MentionedProps) {
  return (
    <section className="mt-8" aria-labelledby="mentioned">
      <h3 className="mb-2" id="mentioned">
        Mentioned: <bdi>{places.join(", ")}</bdi>
      </h3>
      <p className="mb-3">
        {isOnly ? "Nobody who works there matches. " : ""}
        {cards.length === 1
          ? "This person works elsewhere, or does not say where; the record names the place."
          : "These people work elsewhere, or do not say where; their records name the place."}
      </p>
      <CardGrid cards={cards} More={ListButton} />
    </section>
  );
}

interface NobodyProps {
  filters: ListFilters;
  /** Words that are spelt almost so. */
  nearby?: string[];
  ways?: WaysOut;
  /** The values that `filters.facets` names, as readers see them. */
  chosen?: { facet: Facet; name: string }[];
  /** The address of the list with other filters. */
  address: (filters: ListFilters) => string;
  message?: string;
  /** The way back to a whole list. */
  back: ReactNode;
}

/** Replaces a list without results: offers other places and filters, and only then a suggestion form. */
export function NobodyFound({ filters, nearby = [], ways, chosen = [], address, message: said, back }: NobodyProps) {
  const { search } = filters;
  const { topics = [], places = [], there, name } = ways ?? {};
  const without = (ways?.without ?? []).map(({ filter, ...counts }) => ({
    ...withoutOne(filter, filters, chosen, address),
    count: numberOf(counts),
  }));
  return (
    <EmptyState>
      <p>{said ?? "No experts found matching your criteria."}</p>
      {nearby.length > 0 && (
        <p>
          Did you mean <Links all={nearby.map((word) => ({ name: word, to: address({ search: word }) }))} last=" or " />
          ?
        </p>
      )}
      {topics.length > 0 && (
        <p>
          Near what you searched for:{" "}
          <Links
            all={topics.map(({ slug, name, experts }) => {
              return { name, to: `/topics/${slug}`, count: formatNumber(experts) };
            })}
          />
        </p>
      )}
      {places.length > 0 && (
        <p>
          Elsewhere:{" "}
          <Links
            all={places.map(({ country, name, experts }) => {
              const to = listAddress("/directory", { search: ways?.rest, facets: { country: [country] } });
              return { name, to, count: formatNumber(experts) };
            })}
          />
          .
        </p>
      )}
      {there && (
        <p>
          Everybody who works there:{" "}
          <Links all={[{ name: there.search, to: address({ search: there.search }), count: numberOf(there) }]} />.
        </p>
      )}
      {without.length > 0 && (
        <p>
          People are found without <Links all={without} last=" or without " />.
        </p>
      )}
      {search && topics.length === 0 && (
        <p>
          Try fewer or more general words, the name of a place or an institution, or one of the{" "}
          <Link className="underline" to="/topics">
            topics
          </Link>
          .
        </p>
      )}
      {back}
      {name && (
        <p>
          <bdi>{name}</bdi> is not listed here.
        </p>
      )}
      <p>Know an expert who should be in our directory?</p>
      <ButtonLink to={name ? `/submit?${new URLSearchParams({ name })}` : "/submit"}>
        Submit Expert for Review
      </ButtonLink>
    </EmptyState>
  );
}

function numberOf({ experts, isCapped }: { experts: number; isCapped: boolean }): string {
  return `${formatNumber(experts)}${isCapped ? "+" : ""}`;
}

/** Returns the name and address of the list without one of its filters. */
function withoutOne(
  filter: WaysOut["without"][number]["filter"],
  filters: ListFilters,
  chosen: { facet: Facet; name: string }[],
  address: NobodyProps["address"],
) {
  const { search, category = "", facets = {} } = filters;
  if (filter === "search") return { name: `“${search}”`, to: address({ ...filters, search: "" }) };
  if (filter === "category") return { name: categoryLabels(category), to: address({ ...filters, category: "" }) };
  const { [filter]: _, ...others } = facets;
  const names = chosen.filter(({ facet }) => facet === filter).map(({ name }) => name);
  return { name: names.join(", "), to: address({ ...filters, facets: others }) };
}

/** Links one after the other, each with how many it leads to. */
function Links({ all, last = ", " }: { all: { name: string; to: string; count?: string }[]; last?: string }) {
  return all.map(({ name, to, count }, place) => (
    <Fragment key={to}>
      {place > 0 && (place === all.length - 1 ? last : ", ")}
      <Link dir="auto" className="underline" to={to}>
        {name}
      </Link>
      {count && <Count>{` (${count})`}</Count>}
    </Fragment>
  ));
}
