import { useActionData, useMatches } from "@remix-run/react";
import { type ComponentProps, type ReactNode, type SyntheticEvent, useState } from "react";
import { Check, FieldGroup, JumpTo, RECORD_FORM_CLASS } from "~/components/admin/field-group";
import { ImageField } from "~/components/admin/image-field";
import { ErrorText } from "~/components/admin/text";
import { Field, FieldFrame, TextArea } from "~/components/forms/field";
import { Link } from "~/components/ui/link";
import type { FieldErrors } from "~/errors";
import type { FieldNote } from "~/models/editing/experts/gap-notes.server";
import type { TopicChoices } from "~/models/editing/topics/proposals.server";
import {
  EXPERT_FIELDS,
  EXPERT_LABELS,
  EXPERT_RECORD,
  type ExpertField,
  expertField,
} from "~/models/records/experts/fields";
import {
  type ChoicesField,
  type ExpertForm,
  partName,
  type RowField,
  type TextField,
} from "~/models/records/experts/form";
import { categories, categoryLabel } from "~/models/records/listings/categories";
import { isSuggested } from "~/models/records/provenance/suggestions";
import { namesInGroup } from "~/models/records/shared/fields";
import { FieldSuggestions } from "./field-suggestions";
import { PortraitLicence } from "./portrait-licence";
import { RowsField, TOPIC_LIST } from "./rows-field";
import { PagesToRead } from "./suggestion-notes";
import type { Suggestions } from "./use-suggestions";
import { VideoPreview } from "./video-preview";

interface Props {
  /** The initial values of the fields. */
  form: ExpertForm;
  /** The values of the refused form, if the fields show others. */
  sentForm?: ExpertForm;
  errors?: FieldErrors;
  /** Fields to hide. */
  hiddenFields?: ExpertField[];
  /** The suggestions of text models for some of the fields. */
  help?: Suggestions;
  /** Notes about missing facts, each shown beside its field. */
  notes?: FieldNote[];
}

const GROUPS = [...new Set(EXPERT_FIELDS.flatMap((field) => expertField(field).group ?? []))];

/** The fields that most profiles have. They are never folded. */
const ALWAYS_OPEN: ExpertField[] = [
  "name",
  "slug",
  "title",
  "imageUrl",
  "categories",
  "topics",
  "featured",
  "longevityContribution",
  "biography",
  "referenceLinks",
];

const IN_COLUMNS_CLASS = "md:grid md:grid-cols-12 md:items-start md:gap-x-6";
const QUARTER_CLASS = "min-w-0 md:col-span-6 xl:col-span-3";
const THIRD_CLASS = "min-w-0 md:col-span-6 xl:col-span-4";
const HALF_CLASS = "min-w-0 md:col-span-12 xl:col-span-6";
const TWO_THIRDS_CLASS = "min-w-0 md:col-span-12 xl:col-span-8";
/** The CSS classes that show a folded section as one line. */
const FOLDED_SECTION_CLASS =
  "has-[>details:not([open])]:[&>legend+*]:clear-none! has-[>details:not([open])]:[&>legend]:mr-4 has-[>details:not([open])]:[&>legend]:mb-1.5 has-[>details:not([open])]:[&>legend]:w-auto";

/** Returns the width of a field. Two to four short or folded fields share a line. */
function widthOf(field: ExpertField, foldedFields: ReadonlySet<ExpertField>): string {
  return foldedFields.has(field) ? `${THIRD_CLASS} has-[>details[open]]:col-span-full` : openWidthOf(field);
}

/** Returns the width of an unfolded field. Fields that end in buttons or boxes keep a distance from the next heading. */
function openWidthOf(field: ExpertField): string {
  if (SHORTEST_FIELDS.includes(field)) return QUARTER_CLASS;
  if (isShort(field)) return THIRD_CLASS;
  if (LONG_FIELDS.includes(field) || field === "imageUrl") return TWO_THIRDS_CLASS;
  const { kind, row } = expertField(field);
  if (kind === "flag") return `${THIRD_CLASS} md:pt-7`;
  if (kind === "image" || (kind === "text" && !isSuggested(field))) return HALF_CLASS;
  const isMultiline = row || kind === "choices" || isSuggested(field);
  return `min-w-0 md:col-span-full ${isMultiline ? "pb-3" : ""} ${isSuggested(field) ? "relative" : ""}`;
}

/** Texts of one line that need more than a third of the page. */
const LONG_FIELDS: ExpertField[] = ["title", "longevityInterviewTitle"];
const SHORTEST_FIELDS: ExpertField[] = ["country", "status", "born", "died", "orcid", "wikidata", "openalex"];

function isShort(field: ExpertField): boolean {
  return ["line", "identifier", "choice", "address"].includes(expertField(field).kind) && !LONG_FIELDS.includes(field);
}

/** Sorts fields: name and title, short texts, switches, high fields, then folded fields. */
function sortFields(fields: ExpertField[], foldedFields: ReadonlySet<ExpertField>): ExpertField[] {
  const rankOf = (field: ExpertField) => {
    if (foldedFields.has(field)) return 5;
    if (field === "name") return 0;
    if (LONG_FIELDS.includes(field)) return 1;
    return isShort(field) ? 2 : expertField(field).kind === "flag" ? 3 : 4;
  };
  return fields.toSorted((field, other) => rankOf(field) - rankOf(other));
}

/**
 * Shows all fields of an expert's record in sections. Empty sections and fields are folded into one line. The form around it must be
 * multipart.
 */
export function ExpertFields({ hiddenFields = [], ...props }: Props) {
  const { help, errors = {} } = props;
  // The state never changes: a field that moved when an error appears would lose its text.
  const [foldedFields] = useState(() => new Set(EXPERT_FIELDS.filter((field) => isFolded(field, props))));
  const groups = GROUPS.map((title) => {
    const fields = sortFields(
      namesInGroup(EXPERT_RECORD, title).filter((field) => !hiddenFields.includes(field)),
      foldedFields,
    );
    return { title, fields, isFolded: fields.every((field) => foldedFields.has(field)) };
  });
  return (
    <div className={RECORD_FORM_CLASS} data-all-optional="">
      <JumpTo sections={groups.map(({ title }) => title)}>
        <span className="py-1 text-muted">Only the name is required.</span>
      </JumpTo>
      <TopicList />
      {groups.map(({ title, fields, isFolded }) => (
        <FieldGroup key={title} className={isFolded ? FOLDED_SECTION_CLASS : IN_COLUMNS_CLASS} title={title}>
          {isFolded ? (
            <FoldedFields
              label={title}
              isSection
              hasError={fields.some((field) => errors[field])}
              className="col-span-full"
            >
              <div className={IN_COLUMNS_CLASS}>
                {fields.map((field) => (
                  <div key={field} className={openWidthOf(field)}>
                    {controlOf(field, props)}
                  </div>
                ))}
              </div>
            </FoldedFields>
          ) : (
            fields.map((field) => (
              <div key={field} className={widthOf(field, foldedFields)}>
                <ExpertFieldControl field={field} isFolded={foldedFields.has(field)} {...props} />
              </div>
            ))
          )}
          {help && fields.includes("biography") && (
            <div className="md:col-span-full">
              <PagesToRead value={help.sourceUrls} error={errors.sourceUrls} missing={help.missing} />
            </div>
          )}
        </FieldGroup>
      ))}
    </div>
  );
}

/** Returns whether a field starts folded: it is empty, and has no error, note or suggestion. */
function isFolded(field: ExpertField, { form, errors = {}, help, notes = [] }: Omit<Props, "hiddenFields">): boolean {
  if (ALWAYS_OPEN.includes(field) || errors[field] || isSuggested(field)) return false;
  if (notes.some((note) => note.field === field)) return false;
  if (help?.written.some((text) => text.field === field)) return false;
  const { kind, row } = expertField(field);
  if (kind === "flag") return false;
  if (kind === "choices") return form.choices[field as ChoicesField].length === 0;
  return row ? form.rows[field as RowField].length === 0 : (form.texts[field as TextField] ?? "") === "";
}

interface FoldedProps {
  label: string;
  /** True if the label already stands above, as the heading of a section. */
  isSection?: boolean;
  hasError: boolean;
  className?: string;
  children: ReactNode;
}

/** Folds fields into one line. The form sends folded fields too. */
function FoldedFields({ label, isSection, hasError, className = "", children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  const toggle = (event: SyntheticEvent<HTMLDetailsElement>) => {
    setOpen(event.currentTarget.open);
    if (!hasError) focusFirst(event);
  };
  return (
    <details className={`group/folded ${className}`} open={isOpen || hasError} onToggle={toggle}>
      <summary className={`flex items-center gap-3 group-open/folded:hidden ${isSection ? "min-h-7" : "min-h-10"}`}>
        {isSection ? <span className="text-muted">Nothing yet.</span> : <span className="font-semibold">{label}</span>}
        <span className="flex-none text-sm text-accent underline">
          Add<span className="sr-only"> {label}</span>
        </span>
      </summary>
      {children}
    </details>
  );
}

/** Focuses the first field after unfolding, because the pressed line is hidden then. */
function focusFirst({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) {
  if (!currentTarget.open || currentTarget.contains(document.activeElement?.closest("input, textarea, select") ?? null))
    return;
  currentTarget.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select, button")?.focus();
}

/** Returns the site's topics from the loader of the page that has them. */
function useTopics() {
  const loaderData = useMatches().find(({ data }) => Object(data).topicChoices)?.data;
  return (loaderData as { topicChoices: TopicChoices } | undefined)?.topicChoices ?? { all: [], proposed: [] };
}

/** Shows topics by name. Text that names no topic stays as it is. */
function TopicRows({ rows, ...props }: ComponentProps<typeof RowsField>) {
  const names = new Map(useTopics().all.map(({ slug, name }) => [slug, name]));
  return <RowsField {...props} rows={rows.map(([topic = ""]) => [names.get(topic) ?? topic])} />;
}

/** Renders the topics that the browser offers while somebody types; proposed topics come first. */
function TopicList() {
  const { all, proposed } = useTopics();
  const otherTopics = all.filter(({ slug }) => !proposed.some((topicProposal) => topicProposal.slug === slug));
  return (
    <datalist id={TOPIC_LIST}>
      {proposed.map(({ slug, name, reason }) => (
        <option key={slug} value={name}>
          {`proposed: ${reason}`}
        </option>
      ))}
      {otherTopics.map(({ slug, name }) => (
        <option key={slug} value={name} dir="auto" />
      ))}
    </datalist>
  );
}

/** Offers topics that texts or works name. The editor can add each, or reject it for this person for good. */
function ProposedTopics() {
  const { proposed } = useTopics();
  const sentValues = Object(Object(useActionData()).values) as { rejectedTopics?: string[] };
  if (proposed.length === 0) return null;
  return (
    <fieldset className="mb-2 grid gap-y-1">
      <legend className="mb-1 text-sm">Topics proposed from works and texts. Add or reject them:</legend>
      {proposed.map(({ slug, name, reason }) => (
        <div key={slug} className="flex flex-wrap gap-x-4">
          <Check>
            <input id={`proposed-${slug}`} type="checkbox" name={partName("topics", 0)} value={slug} />{" "}
            <label htmlFor={`proposed-${slug}`}>
              <bdi>{name}</bdi> <small className="text-muted">{reason}</small>
            </label>
          </Check>
          <Check>
            <input
              id={`rejected-${slug}`}
              type="checkbox"
              name="rejectedTopics[]"
              value={slug}
              defaultChecked={sentValues.rejectedTopics?.includes(slug)}
            />{" "}
            <label htmlFor={`rejected-${slug}`}>
              Not this one
              <span className="sr-only">
                : <bdi>{name}</bdi>
              </span>
            </label>
          </Check>
        </div>
      ))}
    </fieldset>
  );
}

type ControlProps = Omit<Props, "hiddenFields"> & { field: ExpertField; isFolded: boolean };

/** Shows the control of a field, then its notes and suggestions. */
function ExpertFieldControl({ field, isFolded, notes = [], ...props }: ControlProps) {
  const { errors = {}, help } = props;
  if (isFolded)
    return (
      <FoldedFields
        label={EXPERT_LABELS[field]}
        hasError={errors[field] !== undefined}
        className="border-b border-line"
      >
        {controlOf(field, props)}
      </FoldedFields>
    );
  return (
    <>
      {controlOf(field, props)}
      <FieldNotes notes={notes.filter((note) => note.field === field)} />
      {field === "topics" && <ProposedTopics />}
      {help && <FieldSuggestions field={field} help={help} />}
    </>
  );
}

/** Lists what a field lacks, with links to the pages where it can be added. */
function FieldNotes({ notes }: { notes: FieldNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="-mt-1 mb-2.5 text-sm">
      {notes.map(({ text, to, action }) => (
        <li
          key={text}
          className="flex gap-2 before:mt-1.5 before:size-2 before:flex-none before:rounded-full before:bg-gold"
        >
          <span className="min-w-0">
            {text}{" "}
            {to && (
              <Link to={to} className="underline">
                {action}
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function controlOf(field: ExpertField, { form, sentForm = form, errors = {}, help }: Omit<Props, "hiddenFields">) {
  const { kind, label, hint, lines, row, required } = expertField(field);
  const error = errors[field];
  if (kind === "flag") return <Featured isFeatured={form.featured} label={hint} />;
  if (kind === "choices") return <Choices field={field as ChoicesField} form={form} error={error} />;
  if (row) {
    const rows = field as RowField;
    const suggestedRows = help?.rowsOf(rows);
    const Rows = field === "topics" ? TopicRows : RowsField;
    return (
      <Rows
        key={suggestedRows?.version}
        field={rows}
        label={label}
        rows={suggestedRows?.rows ?? form.rows[rows]}
        sentRows={sentForm.rows[rows]}
        hint={hint}
        error={error}
      />
    );
  }
  const value = form.texts[field as TextField];
  if (kind === "choice") return <Choice field={field} value={value} error={error} />;
  if (kind === "image")
    return (
      <ImageField label={label} name={field} value={value} error={error}>
        {field === "imageUrl" && <PortraitLicence />}
      </ImageField>
    );
  const text = { label, name: field, defaultValue: value, error, autoComplete: "off", hint };
  if (field === "longevityInterviewVideoEmbed") return <InterviewVideo {...text} rows={lines} />;
  if (kind === "text" || kind === "prose") return <TextArea {...text} rows={lines} />;
  return (
    <Field
      {...text}
      required={required !== undefined || undefined}
      inputMode={kind === "address" ? "url" : undefined}
    />
  );
}

function Featured({ isFeatured, label }: { isFeatured: boolean; label?: string }) {
  return (
    <Check className="mb-2">
      <input id="featured" type="checkbox" name="featured" value="on" defaultChecked={isFeatured} />{" "}
      <label htmlFor="featured">{label}</label>
    </Check>
  );
}

function Choice({ field, value, error }: { field: ExpertField; value: string; error?: string }) {
  const { label, choices = [], choiceLabels = choices } = expertField(field);
  return (
    <FieldFrame label={label} name={field} error={error}>
      <select id={field} name={field} className="w-full" defaultValue={value}>
        {choices.map((choice, index) => (
          <option key={choice} value={choice}>
            {choiceLabels[index]}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** Shows a checkbox for each possible choice, and for each other stored value. */
function Choices({ field, form, error }: { field: ChoicesField; form: ExpertForm; error?: string }) {
  const chosenKeys = form.choices[field];
  const { choices = categories.map(({ key }) => key), choiceLabels } = expertField(field);
  const otherKeys = chosenKeys.filter((key) => !choices.includes(key));
  const labelOf = (key: string) => choiceLabels?.[choices.indexOf(key)] ?? categoryLabel(key);
  return (
    <fieldset
      id={field}
      tabIndex={-1}
      className="mb-2 grid fill-cols-60 gap-x-4 gap-y-1"
      aria-describedby={error && `${field}-error`}
    >
      <legend className="mb-1 font-semibold">{EXPERT_LABELS[field]}</legend>
      {[...choices, ...otherKeys].map((key) => (
        <Check key={key}>
          <input
            id={`${field}-${key}`}
            type="checkbox"
            name={`${field}[]`}
            value={key}
            defaultChecked={chosenKeys.includes(key)}
          />{" "}
          <label htmlFor={`${field}-${key}`}>{labelOf(key)}</label>
        </Check>
      ))}
      {error && <ErrorText id={`${field}-error`}>{error}</ErrorText>}
    </fieldset>
  );
}

function InterviewVideo({
  defaultValue,
  ...area
}: {
  label: string;
  name: string;
  defaultValue: string;
  error?: string;
  hint?: string;
  rows?: number;
}) {
  const [code, setCode] = useState(defaultValue);
  return (
    <>
      <TextArea {...area} defaultValue={defaultValue} onInput={(event) => setCode(event.currentTarget.value)} />
      <VideoPreview code={code} title={area.label} />
    </>
  );
}
