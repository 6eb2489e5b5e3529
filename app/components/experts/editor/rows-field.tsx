import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { usePlaceOnPage } from "~/components/admin/admin-pages";
import { PlainField } from "~/components/admin/field-group";
import { RowActions } from "~/components/admin/page-parts";
import { ErrorText, Hint } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { EXPERT_RECORD } from "~/models/records/experts/fields";
import {
  blankRow,
  mostRows,
  moved,
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
  /** The rows at first, as parts. */
  rows: string[][];
  hint?: string;
  error?: string;
}

/** A list that grows, shrinks and changes its order: in place with scripts, by way of the server without. */
export function RowsField({ field, label, rows, hint, error }: Props) {
  const problems = error ? rowProblems(field, rows) : [];
  const [shown, setShown] = useState(() =>
    rows.map((parts, key) => ({ key, parts, isNew: parts.every((part) => !part) })),
  );
  const nextKey = useRef(rows.length);
  const [focus, setFocus] = useState("");
  useEffect(() => {
    if (focus) document.getElementById(focus)?.focus();
    setFocus("");
  }, [focus]);
  const { noun: singular, parts: names } = EXPERT_RECORD[field].row;
  const most = mostRows(field);
  const idOf = (key: number, part: number | StepName | "problem") => `${field}-${key}-${part}`;

  const add = (event: MouseEvent) => {
    event.preventDefault();
    const key = nextKey.current++;
    setShown([...shown, { key, parts: blankRow(field), isNew: true }]);
    setFocus(idOf(key, 0));
  };
  const remove = (event: MouseEvent, place: number) => {
    event.preventDefault();
    const rest = shown.toSpliced(place, 1);
    const neighbour = rest[Math.min(place, rest.length - 1)];
    setShown(rest);
    setFocus(neighbour ? idOf(neighbour.key, "remove") : `${field}-add`);
  };
  const move = (event: MouseEvent, place: number, to: number, by: StepName) => {
    event.preventDefault();
    const rest = moved(shown, place, to);
    const key = shown[place]?.key ?? 0;
    setShown(rest);
    // At the end of the way its button is gone: the other one is still there.
    const atEnd = to === 0 || to === shown.length - 1;
    setFocus(idOf(key, atEnd ? (by === "up" ? "down" : "up") : by));
  };

  return (
    <fieldset id={field} tabIndex={-1} className="mb-2 min-w-0" aria-describedby={error && `${field}-error`}>
      <legend className="float-left mr-3 mb-1 font-semibold">
        {label}{" "}
        <span className="font-normal text-muted" aria-live="polite">
          {most < 100 ? `${shown.length} of ${most}` : shown.length}
        </span>
      </legend>
      {hint && <Hint className="mb-1.5 pt-0.5">{hint}</Hint>}
      {error && (
        <ErrorText id={`${field}-error`} className="clear-both">
          {error}
        </ErrorText>
      )}
      <ol className={`clear-both ${listOf(field, names.length)}`}>
        {shown.map(({ key, parts, isNew }, place) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
            <Row
              field={field}
              of={`${singular} ${place + 1}`}
              names={names}
              parts={parts}
              isOpen={isNew}
              idOf={(part) => idOf(key, part)}
              error={problems[key]}
            />
            <RowActions className="flex-nowrap gap-x-1">
              {place > 0 && (
                <StepButton
                  id={idOf(key, "up")}
                  value={`up ${field} ${place}`}
                  onClick={(event) => move(event, place, place - 1, "up")}
                  label={`Move up: ${singular} ${place + 1}`}
                >
                  ↑
                </StepButton>
              )}
              {place < shown.length - 1 && (
                <StepButton
                  id={idOf(key, "down")}
                  value={`down ${field} ${place}`}
                  onClick={(event) => move(event, place, place + 1, "down")}
                  label={`Move down: ${singular} ${place + 1}`}
                >
                  ↓
                </StepButton>
              )}
              <StepButton
                id={idOf(key, "remove")}
                value={`remove ${field} ${place}`}
                onClick={(event) => remove(event, place)}
                label={`Remove: ${singular} ${place + 1}`}
              >
                ✕
              </StepButton>
            </RowActions>
          </li>
        ))}
      </ol>
      {shown.length < most ? (
        <StepButton id={`${field}-add`} value={`add ${field}`} onClick={add}>
          {`Add a ${singular.toLowerCase()}`}
        </StepButton>
      ) : (
        <Hint>{`Remove one to add another.`}</Hint>
      )}
    </fieldset>
  );
}

/** Lines one below the other; single words beside each other. */
function listOf(field: RowField, parts: number): string {
  if (parts > 1) return "mb-2 [&>li]:border-b [&>li]:border-line [&>li]:py-0.5";
  if (field === "youtubeEmbeds") return "gap-x-8 xl:grid xl:grid-cols-2";
  return field === "sources" ? "" : "gap-x-6 md:grid md:grid-cols-2 xl:grid-cols-3";
}

interface RowProps {
  field: RowField;
  /** The name of the row, such as "Book 2". */
  of: string;
  names: readonly string[];
  parts: string[];
  /** True if a row of one line is open at first. */
  isOpen: boolean;
  idOf: (part: number | "problem") => string;
  error?: string;
}

/** A row of one short part is its field; any other is a line with what stands in it, which opens. */
function Row(props: RowProps) {
  const { of, names, parts, isOpen, error } = props;
  const [line, setLine] = useState(() => lineOf(names, parts));
  if (names.length === 1) return <RowParts {...props} />;
  const take = ({ currentTarget }: FormEvent<HTMLElement>) => {
    const inputs = currentTarget.querySelectorAll<HTMLInputElement>("input, textarea, select");
    setLine(
      lineOf(
        names,
        Array.from(inputs, ({ value }) => value),
      ),
    );
  };
  return (
    <details open={isOpen || error !== undefined} onInput={take} className="group/row min-w-0">
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

/** Parts that stand beside each other; of more, some stand below. */
const MOST_BESIDE = 3;

/** Returns the text of a row, without the part that only sorts it; of many parts the first ones. */
function lineOf(names: readonly string[], parts: string[]): string {
  const shown = names.length > MOST_BESIDE ? parts.slice(0, MOST_BESIDE + 1) : parts;
  return shown.filter((part, at) => part && names[at] !== "Kind").join(" · ");
}

function RowParts({ field, of, names, parts, idOf, error }: RowProps) {
  const isVideo = field === "youtubeEmbeds";
  const [video, setVideo] = useState(isVideo ? (parts[0] ?? "") : "");
  const described = error ? { "aria-describedby": idOf("problem"), "aria-invalid": true } : {};
  return (
    <div>
      <fieldset
        className={`grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-3 ${isVideo ? "md:grid-cols-[minmax(0,1fr)_11rem]" : names.length > MOST_BESIDE ? "md:grid-cols-3" : "md:auto-cols-[minmax(0,1fr)] md:grid-flow-col"}`}
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
                {...described}
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
                {...described}
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

/** The id of the list of topics that a field offers while one types. */
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
