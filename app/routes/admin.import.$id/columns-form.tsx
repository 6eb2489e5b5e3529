import { Form } from "@remix-run/react";
import { DataTable } from "~/components/admin/data-table";
import { FieldGroup, PlainField } from "~/components/admin/field-group";
import { Actions } from "~/components/admin/page-parts";
import { Hint, HintText } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { sliceWellFormed } from "~/models/base/text/content-text";
import type { ImportTable, ImportView } from "~/models/editing/imports/import.server";
import { type Mapping, NEW_TOPICS, STATES, TARGET_LABELS, TARGETS } from "~/models/editing/imports/mapping";
import { ENCODINGS, FORMATS, SEPARATORS } from "~/models/editing/imports/reading";
import { categories } from "~/models/records/listings/categories";

const NAME_TARGETS = ["name", "firstName", "lastName"];

interface Props {
  table: ImportTable;
  job: ImportView;
}

/** Shows how the file was read, and lets the admin change it. */
export function ReadingForm({ table }: { table: ImportTable }) {
  const { reading, above: rowsAbove } = table;
  const { format, encoding, separator, headerRow, sheet, sheets } = reading;
  return (
    <details className="mb-4 max-w-176" open={rowsAbove.length > 0 || undefined}>
      <summary className="caret py-1.5">{`Read as: ${[FORMATS[format], encoding && ENCODINGS[encoding], separator && SEPARATORS[separator].toLowerCase(), sheet && `sheet “${sheet}”`, `column names in row ${headerRow}`].filter(Boolean).join(", ")}`}</summary>
      <Form method="post" className="my-3">
        <input type="hidden" name="intent" value="read" />
        {encoding && <Choice name="encoding" label="Encoding" value={encoding} texts={ENCODINGS} />}
        {separator && <Choice name="separator" label="Column separator" value={separator} texts={SEPARATORS} />}
        {sheets && sheets.length > 1 && (
          <Choice
            name="sheet"
            label="Sheet"
            value={sheet ?? ""}
            texts={Object.fromEntries(sheets.map((name) => [name, name]))}
          />
        )}
        <PlainField>
          <label htmlFor="headerRow">Row with the column names (0 if there is none)</label>
          <input id="headerRow" name="headerRow" type="number" min={0} max={1000} defaultValue={headerRow} />
        </PlainField>
        {rowsAbove.length > 0 && (
          <Hint>{`Rows above it: ${shorten(
            rowsAbove
              .map(({ cells }) => cells.filter(Boolean).join(" "))
              .filter(Boolean)
              .join(" · "),
            200,
          )}`}</Hint>
        )}
        <Button type="submit" quiet>
          Read the file again
        </Button>
      </Form>
    </details>
  );
}

function Choice({
  name,
  label,
  value,
  texts,
}: {
  name: string;
  label: string;
  value: string;
  texts: Record<string, string>;
}) {
  return (
    <PlainField>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value}>
        {Object.entries(texts).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </PlainField>
  );
}

/** Asks for the field of each column, the meaning of unknown values, and constants for all rows. */
export function ColumnsForm({ table, job }: Props) {
  const { columns, mapping } = table;
  const indexesOf = (matches: (target: string) => boolean) =>
    columns.flatMap((_, index) => (matches(mapping.columns[index] ?? "") ? [index] : []));
  const [noteIndexes, leftOutIndexes] = [
    indexesOf((target) => target === "note"),
    indexesOf((target) => target === ""),
  ];
  const takenIndexes = indexesOf((target) => target !== "note" && target !== "");
  return (
    <Form method="post">
      <h2>What is in the columns?</h2>
      <input type="hidden" name="intent" value="columns" />
      <input type="hidden" name="version" value={job.version} />
      {!mapping.columns.some((target) => NAME_TARGETS.includes(target)) && (
        <Hint>No column was recognised as the name. Please choose one, because each person needs a name.</Hint>
      )}
      <Columns title="Taken" indexes={takenIndexes} table={table} />
      <Columns title="Notes for editors" indexes={noteIndexes} table={table}>
        The profile keeps them as notes that only editors can see and search.
      </Columns>
      <Columns title="Left out" indexes={leftOutIndexes} table={table} />
      <Values job={job} columns={columns} mapping={mapping} />
      <ConstantFields mapping={mapping} />
      <Actions className="my-4">
        <Button type="submit">Check the rows</Button>
      </Actions>
    </Form>
  );
}

/** The number of columns without a field up to which their list is open; a longer one would hide the rest of the form. */
const MAX_OPEN_COLUMNS = 8;

/** Lists columns of one group in the order of the table. A hidden input has the index of each. */
function Columns({
  title,
  indexes,
  table: { columns, sample, mapping },
  children,
}: {
  title: string;
  indexes: number[];
  table: ImportTable;
  children?: React.ReactNode;
}) {
  if (indexes.length === 0) return null;
  const rows = (
    <>
      {children && <Hint>{children}</Hint>}
      <DataTable head={["Column", "Becomes", "First rows"]}>
        {indexes.map((index) => (
          <tr key={index}>
            <td className="md:w-1/5" data-label="Column" dir="auto">
              {columns[index] || <em>{`Column ${index + 1}, without a name`}</em>}
              <input type="hidden" name="fieldColumns[]" value={index} />
            </td>
            <td className="md:w-1/3" data-label="Becomes">
              <TargetChoice
                value={mapping.columns[index] ?? ""}
                label={`What “${columns[index] || index + 1}” becomes`}
              />
            </td>
            <td data-label="First rows" dir="auto">
              {firstTexts(sample.map(({ cells }) => cells[index] ?? "")) || <em>Nothing</em>}
            </td>
          </tr>
        ))}
      </DataTable>
    </>
  );
  const heading = `${title} (${indexes.length})`;
  if (title === "Taken" || indexes.length <= MAX_OPEN_COLUMNS)
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
          {indexes.map((index) => columns[index] || `Column ${index + 1}`).join(", ")}
        </HintText>
      </summary>
      {rows}
    </details>
  );
}

/** Returns the beginnings of the first cells, up to 180 characters. */
function firstTexts(cells: string[]): string {
  const texts = cells.filter(Boolean).map((text) => shorten(text, 60));
  return shorten([...new Set(texts)].join(" · "), 180);
}

function shorten(text: string, length: number): string {
  return text.length > length ? `${sliceWellFormed(text, 0, length)}…` : text;
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

/** The number of values that are not folded. */
const MAX_OPEN_VALUES = 20;

/** Asks for the meaning of unknown values, each once for the whole file. */
function Values({ job, columns, mapping }: { job: ImportView; columns: string[]; mapping: Mapping }) {
  const mappedValues = Object.entries(mapping.values).flatMap(([column, values]) =>
    Object.entries(values).map(([value, to]) => ({ column: Number(column), value, to, count: 0 })),
  );
  const unknownValues = job.unknown.map((value) => ({ ...value, to: "=" }));
  const allValues = [...mappedValues, ...unknownValues].slice(0, 300);
  if (allValues.length === 0) return null;
  return (
    <FieldGroup title="Unknown values">
      <Hint>
        Say what these values mean in the whole file, such as “Germany” for “BRD”. Values without a meaning are left
        out, with a note.
      </Hint>
      <ValueTable values={allValues.slice(0, MAX_OPEN_VALUES)} columns={columns} mapping={mapping} />
      {allValues.length > MAX_OPEN_VALUES && (
        <details>
          <summary className="caret py-1.5">{`${allValues.length - MAX_OPEN_VALUES} more`}</summary>
          <ValueTable values={allValues.slice(MAX_OPEN_VALUES)} columns={columns} mapping={mapping} />
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

function ConstantFields({ mapping: { constants, newTopics, state } }: { mapping: Mapping }) {
  return (
    <FieldGroup title="For all rows">
      <PlainField>
        <label htmlFor="category">Category for rows without one</label>
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
        <label htmlFor="country">Country for rows without one</label>
        <input id="country" name="country" defaultValue={constants.country ?? ""} maxLength={60} />
      </PlainField>
      <Choice name="newTopics" label="Topics that this site does not have" value={newTopics} texts={NEW_TOPICS} />
      <Choice name="state" label="New people become" value={state} texts={STATES} />
      <PlainField>
        <label htmlFor="mappingName">
          Remember these settings as <small>(for the next file with the same columns)</small>
        </label>
        <input id="mappingName" name="mappingName" maxLength={100} />
      </PlainField>
    </FieldGroup>
  );
}
