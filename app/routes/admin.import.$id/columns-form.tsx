import { Form } from "@remix-run/react";
import { DataTable } from "~/components/admin/data-table";
import { FieldGroup, PlainField } from "~/components/admin/field-group";
import { Actions } from "~/components/admin/page-parts";
import { Hint, HintText } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { partOf } from "~/models/base/text/content-text";
import type { ImportTable, ImportView } from "~/models/editing/imports/import.server";
import { type Mapping, NEW_TOPICS, STATES, TARGET_LABELS, TARGETS } from "~/models/editing/imports/mapping";
import { ENCODINGS, FORMATS, SEPARATORS } from "~/models/editing/imports/reading";
import { categories } from "~/models/records/listings/categories";

const NAMES = ["name", "firstName", "lastName"];

interface Props {
  table: ImportTable;
  job: ImportView;
}

/** Shows how the file is read, with its first rows: what was taken for granted can be changed. */
export function ReadingForm({ table }: { table: ImportTable }) {
  const { reading, above } = table;
  const { format, encoding, separator, headerRow, sheet, sheets } = reading;
  return (
    <details className="mb-4 max-w-176" open={above.length > 0 || undefined}>
      <summary className="caret py-1.5">{`Read as: ${[FORMATS[format], encoding && ENCODINGS[encoding], separator && SEPARATORS[separator].toLowerCase(), sheet && `sheet “${sheet}”`, `names of the columns in row ${headerRow}`].filter(Boolean).join(", ")}`}</summary>
      <Form method="post" className="my-3">
        <input type="hidden" name="intent" value="read" />
        {encoding && <Choice name="encoding" label="Encoding" value={encoding} of={ENCODINGS} />}
        {separator && <Choice name="separator" label="Between columns" value={separator} of={SEPARATORS} />}
        {sheets && sheets.length > 1 && (
          <Choice
            name="sheet"
            label="Sheet"
            value={sheet ?? ""}
            of={Object.fromEntries(sheets.map((name) => [name, name]))}
          />
        )}
        <PlainField>
          <label htmlFor="headerRow">Row with the names of the columns (0: there is none)</label>
          <input id="headerRow" name="headerRow" type="number" min={0} max={1000} defaultValue={headerRow} />
        </PlainField>
        {above.length > 0 && (
          <Hint>{`Above it: ${above
            .map(({ cells }) => cells.filter(Boolean).join(" "))
            .filter(Boolean)
            .join(" · ")
            .slice(0, 200)}`}</Hint>
        )}
        <Button type="submit" quiet>
          Read it so
        </Button>
      </Form>
    </details>
  );
}

function Choice({
  name,
  label,
  value,
  of,
}: {
  name: string;
  label: string;
  value: string;
  of: Record<string, string>;
}) {
  return (
    <PlainField>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value}>
        {Object.entries(of).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </PlainField>
  );
}

/** Asks for the field of each column, for unknown values, and for constants of all rows. */
export function ColumnsForm({ table, job }: Props) {
  const { columns, mapping } = table;
  const placesOf = (fits: (target: string) => boolean) =>
    columns.flatMap((_, place) => (fits(mapping.columns[place] ?? "") ? [place] : []));
  const [noted, leftOut] = [placesOf((target) => target === "note"), placesOf((target) => target === "")];
  const taken = placesOf((target) => target !== "note" && target !== "");
  return (
    <Form method="post">
      <h2>What is in the columns?</h2>
      <input type="hidden" name="intent" value="columns" />
      {!mapping.columns.some((target) => NAMES.includes(target)) && (
        <Hint>No column was recognised as the name. Please choose it: each person needs one.</Hint>
      )}
      <Columns title="Taken" places={taken} table={table} />
      <Columns title="Notes for editors" places={noted} table={table}>
        They are on the profile, searchable, and seen by editors only.
      </Columns>
      <Columns title="Left out" places={leftOut} table={table} />
      <Values job={job} columns={columns} mapping={mapping} />
      <ForAllRows mapping={mapping} />
      <Actions className="my-4">
        <Button type="submit">Check the rows</Button>
      </Actions>
    </Form>
  );
}

/** The number of columns without a field that are shown open; more would hide the rest of the form. */
const MOST_OPEN = 8;

/** Columns that become the same kind of thing, in the order of the table; each says where it stands there. */
function Columns({
  title,
  places,
  table: { columns, sample, mapping },
  children,
}: {
  title: string;
  places: number[];
  table: ImportTable;
  children?: React.ReactNode;
}) {
  if (places.length === 0) return null;
  const rows = (
    <>
      {children && <Hint>{children}</Hint>}
      <DataTable head={["Column", "Becomes", "First rows"]}>
        {places.map((place) => (
          <tr key={place}>
            <td className="md:w-1/5" data-label="Column" dir="auto">
              {columns[place] || <em>{`Column ${place + 1}, without a name`}</em>}
              <input type="hidden" name="fieldColumns[]" value={place} />
            </td>
            <td className="md:w-1/3" data-label="Becomes">
              <TargetChoice
                value={mapping.columns[place] ?? ""}
                label={`What “${columns[place] || place + 1}” becomes`}
              />
            </td>
            <td data-label="First rows" dir="auto">
              {firstTexts(sample.map(({ cells }) => cells[place] ?? "")) || <em>Nothing</em>}
            </td>
          </tr>
        ))}
      </DataTable>
    </>
  );
  const heading = `${title} (${places.length})`;
  if (title === "Taken" || places.length <= MOST_OPEN)
    return (
      <section className="mb-5" aria-label={title}>
        <h3>{heading}</h3>
        {rows}
      </section>
    );
  return (
    <details className="my-4">
      <summary className="py-1.5">
        <span className="caret font-semibold">{heading}</span>
        <HintText className="block">
          {places.map((place) => columns[place] || `Column ${place + 1}`).join(", ")}
        </HintText>
      </summary>
      {rows}
    </details>
  );
}

/** The beginnings of the first cells, as many as a few lines hold. */
function firstTexts(cells: string[]): string {
  const texts = cells.filter(Boolean).map((text) => shortened(text, 60));
  return shortened([...new Set(texts)].join(" · "), 180);
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${partOf(text, 0, length)}…` : text;
}

function TargetChoice({ value, label }: { value: string; label: string }) {
  return (
    <select className="w-full" name="fields[]" defaultValue={value} aria-label={label}>
      <option value="">Leave out</option>
      {TARGETS.map(({ label: group, targets }) => (
        <optgroup key={group} label={group}>
          {targets.map((target) => (
            <option key={target} value={target}>
              {target === "slug" ? "Address of the profile on this site" : TARGET_LABELS[target]}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

/** The number of values that are shown open. */
const MOST_VALUES = 20;

/** Each value once for the whole file. */
function Values({ job, columns, mapping }: { job: ImportView; columns: string[]; mapping: Mapping }) {
  const mapped = Object.entries(mapping.values).flatMap(([column, values]) =>
    Object.entries(values).map(([value, to]) => ({ column: Number(column), value, to, count: 0 })),
  );
  const unknown = job.unknown.map((value) => ({ ...value, to: "=" }));
  const all = [...mapped, ...unknown].slice(0, 300);
  if (all.length === 0) return null;
  return (
    <FieldGroup title="Values that this site does not know">
      <Hint>
        What you say here holds for the whole file, such as “Germany” for “BRD”. A value of which you say nothing is
        left out, with a note.
      </Hint>
      <ValueTable values={all.slice(0, MOST_VALUES)} columns={columns} mapping={mapping} />
      {all.length > MOST_VALUES && (
        <details>
          <summary className="caret py-1.5">{`${all.length - MOST_VALUES} more`}</summary>
          <ValueTable values={all.slice(MOST_VALUES)} columns={columns} mapping={mapping} />
        </details>
      )}
    </FieldGroup>
  );
}

function ValueTable({
  values,
  columns,
  mapping,
}: {
  values: { column: number; value: string; to: string; count: number }[];
  columns: string[];
  mapping: Mapping;
}) {
  return (
    <DataTable head={["Column", "Value", "Rows", "Means"]}>
      {values.map(({ column, value, to, count }) => (
        <tr key={`${column} ${value}`}>
          <td data-label="Column">{columns[column]}</td>
          <td data-label="Value" dir="auto">
            {value}
          </td>
          <td data-label="Rows">{count || ""}</td>
          <td data-label="Means">
            <input type="hidden" name="valueColumns[]" value={column} />
            <input type="hidden" name="valuesFrom[]" value={value} />
            {mapping.columns[column] === "categories" ? (
              <select name="valuesTo[]" defaultValue={to} aria-label={`What “${value}” means`}>
                <option value="=">Not chosen</option>
                <option value="">Leave out</option>
                {categories.map(({ key, label }) => (
                  <option key={key} value={key}>
                    {label}
                  </option>
                ))}
              </select>
            ) : (
              <input
                name="valuesTo[]"
                defaultValue={to === "=" ? "" : to}
                maxLength={200}
                aria-label={`What “${value}” means`}
              />
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function ForAllRows({ mapping: { constants, newTopics, state } }: { mapping: Mapping }) {
  return (
    <FieldGroup title="For all rows">
      <PlainField>
        <label htmlFor="category">Category, where a row has none</label>
        <select id="category" name="category" defaultValue={constants.categories ?? ""}>
          <option value="">None</option>
          {categories.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </PlainField>
      <PlainField>
        <label htmlFor="country">Country, where a row has none</label>
        <input id="country" name="country" defaultValue={constants.country ?? ""} maxLength={60} />
      </PlainField>
      <Choice name="newTopics" label="Topics that this site has not" value={newTopics} of={NEW_TOPICS} />
      <Choice name="state" label="New people become" value={state} of={STATES} />
      <PlainField>
        <label htmlFor="mappingName">
          Remember this as <small>(the next file with the same columns is read so)</small>
        </label>
        <input id="mappingName" name="mappingName" maxLength={100} />
      </PlainField>
    </FieldGroup>
  );
}
