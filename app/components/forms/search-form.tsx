import { Form, useNavigate } from "@remix-run/react";
import { type FormEvent, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "~/components/ui/button";
import { later } from "~/components/ui/toast";
import { formatNumber } from "~/models/base/text/numbers";
import { categories, categoryLabels } from "~/models/records/listings/categories";
import { type FacetValues, facetsOf } from "~/models/records/listings/facets";
import { listAddress, SORTS } from "~/models/records/listings/list-address";

// Loaded lazily, because most visitors never type a search.
const SearchSuggestions = later(() => import("./search-suggestions"));

interface Props {
  /** The page that lists the results. */
  action: string;
  search: string;
  /** The chosen categories' keys, separated by commas; "" for all; undefined hides the dropdown. */
  category?: string;
  /** The number of people in each category, in the order of the categories. */
  counts?: number[];
  /** The sort order; undefined hides the dropdown. */
  sort?: string;
  /** True if the list begins with a featured person. */
  hasFeatured?: boolean;
  placeholder: string;
  /** A second page to search, with its button; the dropdowns then belong to that page. */
  elsewhere?: { action: string; label: string };
  /** True if people, topics, institutions and articles are suggested while somebody types. */
  offersSuggestions?: boolean;
  /** The other filters, which stay with a new search. */
  facets?: FacetValues;
  /** The form's id, if `SearchChoices` stands elsewhere in the page. */
  id?: string;
  className?: string;
}

const SELECT_CLASS = "max-w-60 min-w-0 flex-[1_1_8rem]";

/**
 * Renders a search box with optional dropdowns. A new search replaces the address in the history, so that Back leaves the
 * list.
 */
export function SearchForm(props: Props) {
  const { action, search, category, sort, placeholder, offersSuggestions = true, className = "" } = props;
  const { id, facets = {} } = props;
  const openList = useOpenList(action);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isTyping = useRef(false);
  const [typedText, setTypedText] = useState("");
  const lastProps = useRef({ search, category, sort });
  // The fields follow the address, but text typed while a list loads stays.
  useEffect(() => {
    const formerProps = lastProps.current;
    lastProps.current = { search, category, sort };
    const show = (name: string, value: string) => {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;
      if (field) field.value = value;
    };
    if (category !== formerProps.category) show("category", category || "all");
    if (sort !== formerProps.sort) show("sort", sort ?? "");
    if (search !== formerProps.search && !isTyping.current) show("search", search);
  }, [search, category, sort]);
  const onInput = ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) => {
    isTyping.current = true;
    if (offersSuggestions) setTypedText(value.trim());
  };
  const stopTyping = () => {
    setTypedText("");
    isTyping.current = false;
  };
  const leaveSearch = () => {
    stopTyping();
    // The next list may have the same search, so the box is not filled by the address.
    if (input.current) input.current.value = search;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    stopTyping();
    openList(event.currentTarget, submitter?.getAttribute("formaction") ?? action);
  };
  return (
    <Form
      ref={form}
      id={id}
      discover="none"
      className={`search-row flex flex-wrap gap-2 ${className}`}
      method="get"
      action={action}
      role="search"
      onSubmit={submit}
    >
      <div className="relative min-w-0 flex-[1_1_12rem]">
        <input
          ref={input}
          className="w-full"
          type="search"
          dir="auto"
          name="search"
          defaultValue={search}
          placeholder={placeholder}
          aria-label={placeholder}
          maxLength={200}
          autoComplete="off"
          onInput={onInput}
        />
        {typedText.length > 1 && input.current && (
          <Suspense>
            <SearchSuggestions input={input.current} text={typedText} onOpen={leaveSearch} />
          </Suspense>
        )}
      </div>
      {!id && <SearchChoices {...props} />}
      {Object.entries(facets).map(([facet, values]) => (
        <input key={facet} type="hidden" name={facet} value={values.join()} />
      ))}
      <Button type="submit">Search</Button>
    </Form>
  );
}

/** Renders the dropdowns of a search form, inside it or elsewhere with its id. A choice starts the search at once. */
export function SearchChoices({ id, action, search, category, sort, elsewhere, ...rest }: Omit<Props, "placeholder">) {
  const { counts, hasFeatured = false } = rest;
  const { name, ...sorts } = SORTS;
  const openList = useOpenList(elsewhere?.action ?? action);
  const onChange = ({ currentTarget: { form } }: FormEvent<HTMLSelectElement>) => form && openList(form);
  const selectProps = { onChange, form: id, "data-send": elsewhere?.action ?? "" };
  return (
    <>
      {category !== undefined && (
        <select
          className={SELECT_CLASS}
          name="category"
          aria-label="Category"
          defaultValue={category || "all"}
          {...selectProps}
        >
          <option value="all">All Categories</option>
          {category.includes(",") && <option value={category}>{categoryLabels(category)}</option>}
          {categories.map(({ key, label }, index) =>
            counts?.[index] === 0 && key !== category ? null : (
              <option key={key} value={key}>
                {counts ? `${label} (${formatNumber(counts[index] ?? 0)})` : label}
              </option>
            ),
          )}
        </select>
      )}
      {sort !== undefined && (
        <select className={SELECT_CLASS} name="sort" aria-label="Sort by" defaultValue={sort} {...selectProps}>
          <option value="">{search ? "Best match" : hasFeatured ? "Featured first" : name}</option>
          {Object.entries(search || hasFeatured ? SORTS : sorts).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      {elsewhere && (
        <Button type="submit" quiet form={id} formAction={elsewhere.action}>
          {elsewhere.label}
        </Button>
      )}
    </>
  );
}

/** Returns a function that opens the list for a form's values. On the same page it replaces the address in the history. */
function useOpenList(action: string) {
  const navigate = useNavigate();
  return (form: HTMLFormElement, path = action) => {
    const data = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const to = listAddress(path, { ...data, facets: facetsOf(new URLSearchParams(data)) });
    navigate(to, { replace: path === action, preventScrollReset: path === action });
  };
}
