import { type MouseEvent, useEffect, useRef, useState } from "react";
import { PlainField } from "~/components/admin/field-group";
import { RowActions } from "~/components/admin/page-parts";
import { ErrorText, Hint } from "~/components/admin/text";
import { Button } from "~/components/ui/button";
import { EXPERT_RECORD } from "~/models/experts/fields";
import {
  blankRow,
  mostRows,
  moved,
  partName,
  type RowField,
  rowProblems,
  STEP,
  type StepName,
} from "~/models/experts/form";
import { LINK_KINDS } from "~/models/experts/link-kinds";
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
  const [shown, setShown] = useState(() => rows.map((parts, key) => ({ key, parts })));
  const nextKey = useRef(rows.length);
  const [focus, setFocus] = useState("");
  useEffect(() => {
    if (focus) document.getElementById(focus)?.focus();
    setFocus("");
  }, [focus]);
  const { one, parts: names } = EXPERT_RECORD[field].row;
  const most = mostRows(field);
  const idOf = (key: number, part: number | StepName | "problem") => `${field}-${key}-${part}`;

  const add = (event: MouseEvent) => {
    event.preventDefault();
    const key = nextKey.current++;
    setShown([...shown, { key, parts: blankRow(field) }]);
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
    <fieldset
      id={field}
      tabIndex={-1}
      className="mb-4 min-w-0 border-b border-line pb-4 last:border-0"
      aria-describedby={error && `${field}-error`}
    >
      <legend className="mb-1 font-semibold">
        {label}{" "}
        <span className="font-normal text-muted" aria-live="polite">
          {most < 100 ? `${shown.length} of ${most}` : shown.length}
        </span>
      </legend>
      {hint && <Hint className="mb-2">{hint}</Hint>}
      {error && <ErrorText id={`${field}-error`}>{error}</ErrorText>}
      <ol>
        {shown.map(({ key, parts }, place) => (
          <li key={key} className="grid items-end gap-x-4 py-1 md:grid-cols-[minmax(0,1fr)_16.5rem]">
            <Row
              field={field}
              of={`${one} ${place + 1}`}
              names={names}
              parts={parts}
              hasLabels={place === 0 && names.length > 1}
              idOf={(part) => idOf(key, part)}
              error={problems[key]}
            />
            <RowActions className="gap-x-1.5 md:flex-nowrap md:items-start md:justify-end">
              {place > 0 && (
                <StepButton
                  id={idOf(key, "up")}
                  value={`up ${field} ${place}`}
                  onClick={(event) => move(event, place, place - 1, "up")}
                  label={`Move up: ${one} ${place + 1}`}
                >
                  Up
                </StepButton>
              )}
              {place < shown.length - 1 && (
                <StepButton
                  id={idOf(key, "down")}
                  value={`down ${field} ${place}`}
                  onClick={(event) => move(event, place, place + 1, "down")}
                  label={`Move down: ${one} ${place + 1}`}
                >
                  Down
                </StepButton>
              )}
              <StepButton
                id={idOf(key, "remove")}
                value={`remove ${field} ${place}`}
                onClick={(event) => remove(event, place)}
                label={`Remove: ${one} ${place + 1}`}
              >
                Remove
              </StepButton>
            </RowActions>
          </li>
        ))}
      </ol>
      {shown.length < most ? (
        <StepButton id={`${field}-add`} value={`add ${field}`} onClick={add}>
          {`Add a ${one.toLowerCase()}`}
        </StepButton>
      ) : (
        <Hint>{`Remove one to add another.`}</Hint>
      )}
    </fieldset>
  );
}

interface RowProps {
  field: RowField;
  /** What is said of the row, e.g. "Book 2". */
  of: string;
  names: readonly string[];
  parts: string[];
  /** Whether the names of its parts are seen where it is one line: those of the first row stand for all. */
  hasLabels: boolean;
  idOf: (part: number | "problem") => string;
  error?: string;
}

function Row({ field, of, names, parts, hasLabels, idOf, error }: RowProps) {
  const isVideo = field === "youtubeEmbeds";
  const [video, setVideo] = useState(isVideo ? (parts[0] ?? "") : "");
  const described = error ? { "aria-describedby": idOf("problem"), "aria-invalid": true } : {};
  return (
    <div>
      <fieldset className="grid min-w-0 gap-x-3 md:auto-cols-[minmax(0,1fr)] md:grid-flow-col">
        <legend className="sr-only">{of}</legend>
        {names.map((name, part) => (
          <PlainField
            className={`mb-2 [&_label]:text-sm [&_label]:font-normal ${hasLabels ? "" : "md:[&>label]:sr-only"}`}
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
  const [, field] = value.split(" ");
  return (
    <Button
      id={id}
      type="submit"
      quiet
      small
      name={STEP}
      value={value}
      formAction={`#${field}`}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
