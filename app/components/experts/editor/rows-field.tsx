import { type FormEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { usePlaceOnPage } from "~/components/admin/admin-pages";
import { PlainField } from "~/components/admin/field-group";
import { RowActions } from "~/components/admin/page-parts";
import { ErrorText, Hint } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { EXPERT_RECORD } from "~/models/records/experts/fields";
import {
  blankRow,
  maxRows as maxRowsOf,
  moveRow,
  partName,
  type RowField,
  rowProblems,
  STEP,
  type StepName,
} from "~/models/records/experts/form";
import { LINK_KINDS } from "~/models/records/experts/link-kinds";
import { VideoPreview } from "./video-preview";

interface Props {
  field: RowField;
  label: string;
  /** The initial rows, each as its parts. */
  rows: string[][];
  /** The rows of the refused form, which the error is about. */
  sentRows: string[][];
  hint?: string;
  error?: string;
}

/** Renders a list of rows to add, remove and reorder. Scripts do it in the page; without them the server does. */
export function RowsField({ field, label, rows, sentRows, hint, error }: Props) {
  const [entries, setShown] = useState(() =>
    rows.map((parts, key) => ({ key, parts, isNew: parts.every((part) => !part) })),
  );
  const nextKey = useRef(rows.length);
  // The problems belong to rows in the order in which they were sent, and move with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later order has the same problems.
  const problems = useMemo(
    () => new Map(rowProblems(field, error ? sentRows : []).map((problem, index) => [entries[index]?.key, problem])),
    [error && JSON.stringify(sentRows)],
  );
  const [focus, setFocus] = useState("");
  useEffect(() => {
    if (focus) document.getElementById(focus)?.focus();
    setFocus("");
  }, [focus]);
  const { noun: singular, parts: partNames } = EXPERT_RECORD[field].row;
  const maxRows = maxRowsOf(field);
  const idOf = (key: number, part: number | StepName | "problem") => `${field}-${key}-${part}`;

  const add = (event: MouseEvent) => {
    event.preventDefault();
    const key = nextKey.current++;
    setShown([...entries, { key, parts: blankRow(field), isNew: true }]);
    setFocus(idOf(key, 0));
  };
  const remove = (event: MouseEvent, index: number) => {
    event.preventDefault();
    const otherEntries = entries.toSpliced(index, 1);
    const neighbour = otherEntries[Math.min(index, otherEntries.length - 1)];
    setShown(otherEntries);
    setFocus(neighbour ? idOf(neighbour.key, "remove") : `${field}-add`);
  };
  const move = (event: MouseEvent, index: number, to: number, by: StepName) => {
    event.preventDefault();
    const movedEntries = moveRow(entries, index, to);
    const key = entries[index]?.key ?? 0;
    setShown(movedEntries);
    // At either end of the list the pressed button is gone, so the opposite one gets the focus.
    const atEnd = to === 0 || to === entries.length - 1;
    setFocus(idOf(key, atEnd ? (by === "up" ? "down" : "up") : by));
  };

  return (
    <fieldset id={field} tabIndex={-1} className="mb-2 min-w-0" aria-describedby={error && `${field}-error`}>
      <legend className="float-left mr-3 mb-1 font-semibold">
        {label}{" "}
        <span className="font-normal text-muted" aria-live="polite">
          {maxRows < 100 ? `${entries.length} of ${maxRows}` : entries.length}
        </span>
      </legend>
      {hint && <Hint className="mb-1.5 pt-0.5">{hint}</Hint>}
      {error && (
        <ErrorText id={`${field}-error`} className="clear-both">
          {error}
        </ErrorText>
      )}
      <ol className={`clear-both ${listClass(field, partNames.length)}`}>
        {entries.map(({ key, parts, isNew }, index) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
            <Row
              field={field}
              title={`${singular} ${index + 1}`}
              names={partNames}
              parts={parts}
              isOpen={isNew}
              idOf={(part) => idOf(key, part)}
              error={problems.get(key) || undefined}
            />
            <RowActions className="flex-nowrap gap-x-1">
              {index > 0 && (
                <StepButton
                  id={idOf(key, "up")}
                  value={`up ${field} ${index}`}
                  onClick={(event) => move(event, index, index - 1, "up")}
                  label={`Move up: ${singular} ${index + 1}`}
                >
                  ↑
                </StepButton>
              )}
              {index < entries.length - 1 && (
                <StepButton
                  id={idOf(key, "down")}
                  value={`down ${field} ${index}`}
                  onClick={(event) => move(event, index, index + 1, "down")}
                  label={`Move down: ${singular} ${index + 1}`}
                >
                  ↓
                </StepButton>
              )}
              <StepButton
                id={idOf(key, "remove")}
                value={`remove ${field} ${index}`}
                onClick={(event) => remove(event, index)}
                label={`Remove: ${singular} ${index + 1}`}
              >
                ✕
              </StepButton>
            </RowActions>
          </li>
        ))}
      </ol>
      {entries.length < maxRows ? (
        <StepButton id={`${field}-add`} value={`add ${field}`} onClick={add}>
          {`Add a ${singular.toLowerCase()}`}
        </StepButton>
      ) : (
        <Hint>{`Remove one before you add another.`}</Hint>
      )}
    </fieldset>
  );
}

/** Lines one below the other; single words beside each other. */
function listClass(field: RowField, parts: number): string {
  if (parts > 1) return "mb-2 [&>li]:border-b [&>li]:border-line [&>li]:py-0.5";
  if (field === "youtubeEmbeds") return "gap-x-8 xl:grid xl:grid-cols-2";
  return field === "sources" ? "" : "gap-x-6 md:grid md:grid-cols-2 xl:grid-cols-3";
}

interface RowProps {
  field: RowField;
  /** The name of the row, such as "Book 2". */
  title: string;
  names: readonly string[];
  parts: string[];
  /** True if the row starts unfolded. */
  isOpen: boolean;
  idOf: (part: number | "problem") => string;
  error?: string;
}

/** Shows a row with one part as its field. Any other row is folded into a line with its text. */
function Row(props: RowProps) {
  const { title: of, names, parts, isOpen, error } = props;
  const [line, setLine] = useState(() => rowText(names, parts));
  if (names.length === 1) return <RowParts {...props} />;
  const updateLine = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const inputs = currentTarget.querySelectorAll<HTMLInputElement>("input, textarea, select");
    setLine(
      rowText(
        names,
        Array.from(inputs, ({ value }) => value),
      ),
    );
  };
  return (
    <details open={isOpen || error !== undefined} onInput={updateLine} className="group/row min-w-0">
      <summary className="flex min-h-9 items-center">
        <span className="sr-only">{of}: </span>
        <span
          className="min-w-0 max-md:line-clamp-2 max-md:wrap-anywhere md:truncate group-open/row:text-muted"
          dir="auto"
        >
          {line || "Empty"}
        </span>
      </summary>
      <div className="border-l-2 border-line py-1 pl-3">
        <RowParts {...props} />
      </div>
    </details>
  );
}

/** The number of parts that fit on one line. */
const PARTS_ON_LINE = 3;

/** Returns the text of a folded row: its first parts, without the kind of a link. */
function rowText(names: readonly string[], parts: string[]): string {
  const shownParts = names.length > PARTS_ON_LINE ? parts.slice(0, PARTS_ON_LINE + 1) : parts;
  return shownParts.filter((part, index) => part && names[index] !== "Kind").join(" · ");
}

function RowParts({ field, title: of, names, parts, idOf, error }: RowProps) {
  const isVideo = field === "youtubeEmbeds";
  const [video, setVideo] = useState(isVideo ? (parts[0] ?? "") : "");
  const errorProps = error ? { "aria-describedby": idOf("problem"), "aria-invalid": true } : {};
  return (
    <div>
      <fieldset
        className={`grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-3 ${isVideo ? "md:grid-cols-[minmax(0,1fr)_11rem]" : names.length > PARTS_ON_LINE ? "md:grid-cols-3" : "md:auto-cols-[minmax(0,1fr)] md:grid-flow-col"}`}
      >
        <legend className="sr-only">{of}</legend>
        {names.map((name, part) => (
          <PlainField
            className={`mb-1! [&_label]:text-sm [&_label]:font-normal ${names.length > 1 ? "" : "[&>label]:sr-only"}`}
            key={name}
          >
            <label htmlFor={idOf(part)}>{name}</label>
            {name === "Kind" ? (
              <select id={idOf(part)} name={partName(field, part)} defaultValue={parts[part] || "about"}>
                {Object.entries(LINK_KINDS).map(([kind, label]) => (
                  <option key={kind} value={kind}>
                    {label}
                  </option>
                ))}
              </select>
            ) : isLong(field, part) ? (
              <textarea
                id={idOf(part)}
                name={partName(field, part)}
                rows={2}
                dir="auto"
                {...errorProps}
                defaultValue={parts[part]}
                onInput={isVideo ? (event) => setVideo(event.currentTarget.value) : undefined}
              />
            ) : (
              <input
                id={idOf(part)}
                name={partName(field, part)}
                defaultValue={parts[part]}
                dir={name === "Address" ? undefined : "auto"}
                inputMode={name === "Address" ? "url" : undefined}
                autoComplete="off"
                list={field === "topics" ? TOPIC_LIST : undefined}
                {...errorProps}
              />
            )}
          </PlainField>
        ))}
        {isVideo && <VideoPreview code={video} title={of} />}
      </fieldset>
      {error && <ErrorText id={idOf("problem")}>{error}</ErrorText>}
    </div>
  );
}

/** The id of the datalist that offers topics. */
export const TOPIC_LIST = "topic-list";

function isLong(field: RowField, part: number): boolean {
  return field === "youtubeEmbeds" || (field === "scienceHighlights" && part === 1);
}

interface StepProps {
  id: string;
  value: string;
  onClick: (event: MouseEvent) => void;
  label?: string;
  children: string;
}

function StepButton({ id, value, onClick, label, children }: StepProps) {
  const [, field = ""] = value.split(" ");
  const placeOnPage = usePlaceOnPage();
  return (
    <Button
      id={id}
      type="submit"
      quiet
      small
      className={label ? "px-2!" : undefined}
      name={STEP}
      value={value}
      formAction={placeOnPage(field)}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
