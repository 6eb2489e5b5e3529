import { Form } from "@remix-run/react";
import type { KeyboardEvent, MouseEvent } from "react";
import { keyProps } from "~/components/admin/keys";
import { Actions } from "~/components/admin/page-parts";
import { SelectedCount, SelectionBar, useSelection } from "~/components/admin/selection";
import { Button } from "~/components/ui/button";
import { isolateRightToLeft } from "~/components/ui/isolate-right-to-left";
import { Notice } from "~/components/ui/notice";
import type { BulkResult } from "~/models/editing/experts/bulk.server";
import { type BulkState, bulkChoices } from "~/models/editing/experts/bulk-choices";
import { BULK_LIMITS } from "~/models/editing/experts/bulk-limits";
import type { Gap } from "~/models/editing/experts/gaps";
import { categories } from "~/models/records/listings/categories";

interface Props {
  /** The id of the form that the selection belongs to. */
  form: string;
  listAddress: string;
  /** The number of results on all pages. */
  total: number;
  totalPages: number;
  topics: { slug: string; name: string }[];
  /** The states of the people on the page. */
  states: BulkState[];
  search: string;
  gap: Gap | null;
}

/** Renders the actions for the selected experts, or for all results. */
export function BulkBar({ form, listAddress, total, totalPages, topics, states, search, gap }: Props) {
  const { ids, isWholeList } = useSelection(form);
  const selectedStates = states.filter(({ id }) => ids.includes(id));
  // Without scripts the selection is unknown, so the list offers all changes that affect somebody on the page.
  const people = isWholeList ? null : selectedStates.length > 0 ? selectedStates : states;
  const groups = bulkChoices(people, { categories: CATEGORIES, topics: topics.map(toChoice) });
  const isAboveLimit = (limit: number) => isWholeList && total > limit;
  return (
    <SelectionBar>
      <Form id={form} method="post" action={listAddress}>
        {/* The export gets the search and filter from these inputs. */}
        <input type="hidden" name="search" value={search} />
        <input type="hidden" name="gap" value={gap ?? ""} />
        <Actions className="gap-y-1.5">
          <SelectedCount formId={form} total={total} />
          {totalPages > 1 && (
            <label className="flex items-center gap-1.5 text-sm">
              <input type="checkbox" name="all" value="yes" {...keyProps("selectList")} /> All{" "}
              {total.toLocaleString("en")} of this list
            </label>
          )}
          {totalPages > 1 && total > BULK_LIMITS.change && (
            <span
              id={LIMITS_ID}
              className="hidden text-sm text-muted group-has-[input[name=all]:checked]/selectable:inline"
            >
              You can change {BULK_LIMITS.change.toLocaleString("en")} at once. Please search or filter for fewer.
              Export takes all of them.
            </span>
          )}
          <select
            name="choice"
            aria-label="Change for the selected experts"
            className="max-w-60"
            defaultValue=""
            {...keyProps("change")}
            onKeyDown={applyByEnter}
          >
            <option value="">Choose a change</option>
            {groups.map(({ title, choices }) => (
              <optgroup key={title} label={title}>
                {choices.map(({ value, label, count }) => (
                  <option key={value} value={value}>
                    {choiceText(value, label, selectedStates.length > 0 ? count : null)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <Button type="submit" small name="intent" value="change" {...disabledProps(isAboveLimit(BULK_LIMITS.change))}>
            Apply
          </Button>
          <Button type="submit" quiet small formMethod="get" formAction={CSV} onClick={download}>
            Export
          </Button>
          {!isAboveLimit(BULK_LIMITS.trash) && (
            <Button
              type="submit"
              quiet
              danger
              small
              name="intent"
              value="trash"
              className={`ml-auto ${total > BULK_LIMITS.trash ? "group-has-[input[name=all]:checked]/selectable:hidden" : ""}`}
            >
              Delete
            </Button>
          )}
        </Actions>
      </Form>
    </SelectionBar>
  );
}

const LIMITS_ID = "at-once";

function disabledProps(isDisabled: boolean) {
  return isDisabled ? { disabled: true, "aria-describedby": LIMITS_ID } : {};
}

const CSV = "/admin/experts.csv";

/** Applies the chosen change at Enter, which browsers handle differently in a select. */
function applyByEnter(event: KeyboardEvent<HTMLSelectElement>) {
  const { form, value } = event.currentTarget;
  if (event.key !== "Enter" || !form || !value) return;
  event.preventDefault();
  const applyButton = form.querySelector<HTMLButtonElement>("button[value=change]");
  if (!applyButton?.disabled) form.requestSubmit(applyButton);
}

/** Downloads the file with a full page load, because the router cannot show a file as a page. */
function download(event: MouseEvent<HTMLButtonElement>) {
  const { form } = event.currentTarget;
  if (!form) return;
  event.preventDefault();
  const texts = Array.from(new FormData(form), ([name, value]): [string, string] => [name, String(value)]);
  location.assign(`${CSV}?${new URLSearchParams(texts)}`);
}

const CATEGORIES = categories.map(({ key, label }) => ({ key, label }));

function toChoice({ slug, name }: Props["topics"][number]) {
  return { key: slug, label: name };
}

/** Returns the label of a choice, with the number of selected people that it changes. */
function choiceText(value: string, label: string, count: number | null): string {
  const verb = value.startsWith("add") ? "Add: " : value.startsWith("remove") ? "Remove: " : "";
  return `${verb}${verb ? isolateRightToLeft(label) : label}${count === null ? "" : ` (${count})`}`;
}

/** Reports a bulk change: its result, the refused people with reasons, and Undo. */
export function BulkNotice({ done, listAddress }: { done: BulkResult; listAddress: string }) {
  const { text, changed, places, refused, undo, value } = done;
  return (
    <Notice role="status" className="mb-3">
      {(changed.length > 0 || refused.length === 0) && (
        <p>{changed.length > 0 ? text : "Nothing needed to be changed."}</p>
      )}
      {refused.map(({ id, name, message }) => (
        <p key={id}>
          {name} was not changed: {message}
        </p>
      ))}
      {changed.length > 0 && (
        <Form method="post" action={listAddress}>
          <input type="hidden" name="choice" value={value ? `${undo}:${value}` : undo} />
          {changed.map((id) => (
            <input key={id} type="hidden" name="ids[]" value={id} />
          ))}
          {places.length > 0 && <input type="hidden" name="places" value={places.join(",")} />}
          <Button type="submit" quiet small name="intent" value="change" {...keyProps("undo")}>
            Undo
          </Button>
        </Form>
      )}
    </Notice>
  );
}
