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

/** Replaces a list that could not be loaded. A missing page shows its usual message. */
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
  unrecordedWords?: string[];
  /** The number of people who match all words, before those who match most. */
  fullMatchCount?: number;
}

/** Explains how the results differ from the typed search. */
export function SearchNotices({
  search,
  corrected,
  leftOut = [],
  unrecordedWords = [],
  fullMatchCount = 0,
}: SearchProps) {
  const droppedWords = leftOut.filter((words) => !unrecordedWords.includes(words));
  return (
    <>
      {corrected && (
        <p className="mb-3">
          Nothing was found for “<bdi>{search}</bdi>”. Showing results for <strong dir="auto">{corrected}</strong>.
        </p>
      )}
      {unrecordedWords.length > 0 && (
        <p className="mb-3">
          Records here do not say who is a woman or a man, so the search left out{" "}
          <strong dir="auto">{unrecordedWords.join(", ")}</strong>.
        </p>
      )}
      {droppedWords.length > 0 && (
        <p className="mb-3">
          {fullMatchCount === 0
            ? "Nobody matches all of that. These people match most of it, but none of them has "
            : `${fullMatchesText(fullMatchCount)} all of that. The others match most of it, but none of them has `}
          {droppedWords.length > 1 && "all of "}
          {droppedWords.map((words, index) => (
            <Fragment key={words}>
              {index > 0 && ", "}
              <strong dir="auto">{words}</strong>
            </Fragment>
          ))}
          .
        </p>
      )}
    </>
  );
}

function fullMatchesText(fullMatchCount: number): string {
  return fullMatchCount === 1
    ? "Only the first of these people matches"
    : `Only the first ${fullMatchCount} of these people match`;
}

interface MentionedPeopleProps {
  cards: ExpertCard[];
  places?: string[];
  /** True if nobody was found who works there. */
  isNobodyThere: boolean;
}

/** Lists people whose record names the searched place although they do not work there. */
export function MentionedPeople({ cards, places = [], isNobodyThere }: MentionedPeopleProps) {
  return (
    <section className="mt-8" aria-labelledby="mentioned">
      <h3 className="mb-2" id="mentioned">
        Mentioned: <bdi>{places.join(", ")}</bdi>
      </h3>
      <p className="mb-3">
        {isNobodyThere ? "Nobody who works there matches. " : ""}
        {cards.length === 1
          ? "The record of this person mentions the place. They work elsewhere, or their place of work is unknown."
          : "The records of these people mention the place. They work elsewhere, or their place of work is unknown."}
      </p>
      <CardGrid cards={cards} ExtraButton={ListButton} />
    </section>
  );
}

interface NobodyProps {
  filters: ListFilters;
  /** Words of the records with a spelling similar to the search. */
  similarWords?: string[];
  waysOut?: WaysOut;
  /** The readable names of the values in `filters.facets`. */
  chosen?: { facet: Facet; name: string }[];
  /** Returns the address of the list with the given filters. */
  address: (filters: ListFilters) => string;
  message?: string;
  /** The link to the unfiltered list. */
  back: ReactNode;
}

/** Replaces a list without results. Offers other searches and filters, then the form to suggest an expert. */
export function NobodyFound({ filters, similarWords = [], waysOut, chosen = [], address, message, back }: NobodyProps) {
  const { search } = filters;
  const { topics = [], places = [], there, name } = waysOut ?? {};
  const listsWithoutFilter = (waysOut?.without ?? []).map(({ filter, ...counts }) => ({
    ...withoutOne(filter, filters, chosen, address),
    count: countText(counts),
  }));
  return (
    <EmptyState>
      <p>{message ?? "No experts found matching your criteria."}</p>
      {similarWords.length > 0 && (
        <p>
          Did you mean{" "}
          <Links
            links={similarWords.map((word) => ({ name: word, to: address({ search: word }) }))}
            lastSeparator=" or "
          />
          ?
        </p>
      )}
      {topics.length > 0 && (
        <p>
          Related topics:{" "}
          <Links
            links={topics.map(({ slug, name, experts }) => {
              return { name, to: `/topics/${slug}`, count: formatNumber(experts) };
            })}
          />
        </p>
      )}
      {places.length > 0 && (
        <p>
          In other places:{" "}
          <Links
            links={places.map(({ country, name, experts }) => {
              const to = listAddress("/directory", { search: waysOut?.rest, facets: { country: [country] } });
              return { name, to, count: formatNumber(experts) };
            })}
          />
          .
        </p>
      )}
      {there && (
        <p>
          Everybody who works in this place:{" "}
          <Links links={[{ name: there.search, to: address({ search: there.search }), count: countText(there) }]} />.
        </p>
      )}
      {listsWithoutFilter.length > 0 && (
        <p>
          People are found without <Links links={listsWithoutFilter} lastSeparator=" or without " />.
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

function countText({ experts, isCapped }: { experts: number; isCapped: boolean }): string {
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
  const { [filter]: _, ...otherFacets } = facets;
  const names = chosen.filter(({ facet }) => facet === filter).map(({ name }) => name);
  return { name: names.join(", "), to: address({ ...filters, facets: otherFacets }) };
}

/** Shows links in a row, each with the number of its results. */
function Links({
  links,
  lastSeparator = ", ",
}: {
  links: { name: string; to: string; count?: string }[];
  lastSeparator?: string;
}) {
  return links.map(({ name, to, count }, index) => (
    <Fragment key={to}>
      {index > 0 && (index === links.length - 1 ? lastSeparator : ", ")}
      <Link dir="auto" className="underline" to={to}>
        {name}
      </Link>
      {count && <Count>{` (${count})`}</Count>}
    </Fragment>
  ));
}
