import { Form, useNavigate } from "@remix-run/react";
import type { FormEvent } from "react";
import { Button } from "~/components/ui/button";
import { categories } from "~/models/experts/categories";
import { listAddress } from "~/models/experts/list-address";

interface Props {
  /** The page that lists what is found. */
  action: string;
  search: string;
  /** The chosen category's key; "" for all; undefined hides the dropdown. */
  category?: string;
  placeholder: string;
  className?: string;
}

/** A search box, with a dropdown of categories where asked for. A new search replaces the address: Back leaves the list. */
export function SearchForm({ action, search, category, placeholder, className = "" }: Props) {
  const navigate = useNavigate();
  const run = (form: HTMLFormElement) => {
    const data = new FormData(form);
    const filters = { search: String(data.get("search")), category: String(data.get("category") ?? "") };
    navigate(listAddress(action, filters), { replace: true, preventScrollReset: true });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    run(event.currentTarget);
  };
  return (
    // The key starts the form anew when the address changes by other means than the form.
    <Form
      discover="none"
      key={`${search} ${category}`}
      className={`flex flex-wrap gap-2 ${className}`}
      method="get"
      action={action}
      role="search"
      onSubmit={submit}
    >
      <input
        className="min-w-0 flex-[1_1_min(100%,15rem)]"
        type="search"
        name="search"
        defaultValue={search}
        placeholder={placeholder}
        aria-label={placeholder}
        maxLength={200}
        enterKeyHint="search"
      />
      {category !== undefined && (
        <select
          className="max-w-60 min-w-0 flex-[1_1_8rem]"
          name="category"
          aria-label="Category"
          defaultValue={category || "all"}
          onChange={(event) => event.currentTarget.form && run(event.currentTarget.form)}
          data-send=""
        >
          <option value="all">All Categories</option>
          {categories.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      )}
      <Button type="submit">Search</Button>
    </Form>
  );
}
