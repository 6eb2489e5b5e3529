import { Form } from "@remix-run/react";
import type { KeyboardEvent, MouseEvent } from "react";
import { keyed } from "~/components/admin/keys";
import { Actions } from "~/components/admin/page-parts";
import { SelectedCount, SelectionBar, useSelection } from "~/components/admin/selection";
import { Button } from "~/components/ui/button";
import { isolated } from "~/components/ui/isolated";
import { Notice } from "~/components/ui/notice";
import { AT_ONCE } from "~/models/editing/experts/at-once";
import type { BulkChanged } from "~/models/editing/experts/bulk.server";
import type { Gap } from "~/models/editing/experts/gaps";
import { categories } from "~/models/records/listings/categories";

interface Props {
  /** The id of the form that the selection belongs to. */
  form: string;
  here: string;
  /** The number of results of filter and search, which can be more than the page shows. */
  total: number;
  pages: number;
  topics: { slug: string; name: string }[];
  search: string;
  gap: Gap | null;
}

/** Offers actions for the ticked experts, or for all results. */
export function BulkBar({ form, here, total, pages, topics, search, gap }: Props) {
  const { isWhole } = useSelection(form);
  const isOver = (most: number) => isWhole && total > most;
  return (
    <SelectionBar>
      <Form id={form} method="post" action={here}>
        {/* For the export, whose address says what is shown. */}
        <input type="hidden" name="search" value={search} />
        <input type="hidden" name="gap" value={gap ?? ""} />
        <Actions className="gap-y-1.5">
          <SelectedCount form={form} total={total} />
          {pages > 1 && (
            <label className="flex items-center gap-1.5 text-sm">
              <input type="checkbox" name="all" value="yes" {...keyed("selectList")} /> All {total.toLocaleString("en")}{" "}
              of this list
            </label>
          )}
          {pages > 1 && total > AT_ONCE.change && (
            <span
              id={LIMITS}
              className="hidden text-sm text-muted group-has-[input[name=all]:checked]/selectable:inline"
            >
              More than can be changed at once ({AT_ONCE.change.toLocaleString("en")}): search or filter for fewer.
              Export takes all.
            </span>
          )}
          <select
            name="choice"
            aria-label="What to do with the selected experts"
            className="max-w-60"
            defaultValue=""
            {...keyed("change")}
            onKeyDown={applyByEnter}
          >
            <option value="">Choose a change</option>
            <optgroup label="On the home page">
              <option value="feature">Feature</option>
              <option value="unfeature">Stop featuring</option>
            </optgroup>
            <Choices title="Add the category" action="addCategory" of={categoriesByName} />
            <Choices title="Remove the category" action="removeCategory" of={categoriesByName} />
            {topics.length > 0 && <Choices title="Add the topic" action="addTopic" of={topicsByName(topics)} />}
            {topics.length > 0 && <Choices title="Remove the topic" action="removeTopic" of={topicsByName(topics)} />}
          </select>
          <Button type="submit" small name="intent" value="change" {...disabled(isOver(AT_ONCE.change))}>
            Apply
          </Button>
          <Button type="submit" quiet small formMethod="get" formAction={CSV} onClick={download}>
            Export
          </Button>
          {!isOver(AT_ONCE.trash) && (
            <Button
              type="submit"
              quiet
              danger
              small
              name="intent"
              value="trash"
              className={total > AT_ONCE.trash ? "group-has-[input[name=all]:checked]/selectable:hidden" : ""}
            >
              Delete
            </Button>
          )}
        </Actions>
      </Form>
    </SelectionBar>
  );
}

const LIMITS = "at-once";

function disabled(isDisabled: boolean) {
  return isDisabled ? { disabled: true, "aria-describedby": LIMITS } : {};
}

const CSV = "/admin/experts.csv";

/** Browsers differ in what Enter does in a list of choices. */
function applyByEnter(event: KeyboardEvent<HTMLSelectElement>) {
  const { form, value } = event.currentTarget;
  if (event.key !== "Enter" || !form || !value) return;
  event.preventDefault();
  const apply = form.querySelector<HTMLButtonElement>("button[value=change]");
  if (!apply?.disabled) form.requestSubmit(apply);
}

/** A file is no page that could be shown in place of this one. */
function download(event: MouseEvent<HTMLButtonElement>) {
  const { form } = event.currentTarget;
  if (!form) return;
  event.preventDefault();
  const texts = Array.from(new FormData(form), ([name, value]): [string, string] => [name, String(value)]);
  location.assign(`${CSV}?${new URLSearchParams(texts)}`);
}

type Choice = [value: string, label: string];

const categoriesByName = categories.map(({ key, label }): Choice => [key, label]);

function topicsByName(topics: Props["topics"]): Choice[] {
  return topics.map(({ slug, name }) => [slug, name]);
}

function Choices({ title, action, of }: { title: string; action: string; of: Choice[] }) {
  return (
    <optgroup label={title}>
      {of.map(([value, label]) => (
        <option key={value} value={`${action}:${value}`}>
          {`${title.startsWith("Add") ? "Add" : "Remove"}: ${isolated(label)}`}
        </option>
      ))}
    </optgroup>
  );
}

/** Reports a bulk change: its result, what was left out and why, and Undo. */
export function BulkNotice({ done, here }: { done: BulkChanged; here: string }) {
  const { text, changed, refused, undo, value } = done;
  return (
    <Notice role="status" className="mb-3">
      {(changed.length > 0 || refused.length === 0) && (
        <p>{changed.length > 0 ? text : "Nothing had to be changed."}</p>
      )}
      {refused.map(({ id, name, message }) => (
        <p key={id}>
          {name} stayed as it was: {message}
        </p>
      ))}
      {changed.length > 0 && (
        <Form method="post" action={here}>
          <input type="hidden" name="choice" value={value ? `${undo}:${value}` : undo} />
          {changed.map((id) => (
            <input key={id} type="hidden" name="ids[]" value={id} />
          ))}
          <Button type="submit" quiet small name="intent" value="change" {...keyed("undo")}>
            Undo
          </Button>
        </Form>
      )}
    </Notice>
  );
}
