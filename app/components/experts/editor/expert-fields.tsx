import { useState } from "react";
import { Check, FieldGroup, JumpTo, RECORD, TWO_COLUMNS } from "~/components/admin/field-group";
import { ImageField } from "~/components/admin/image-field";
import { ErrorText } from "~/components/admin/text";
import { Field, TextArea } from "~/components/forms/field";
import type { FieldErrors } from "~/errors";
import { categories, categoryLabel } from "~/models/experts/categories";
import { EXPERT_FIELDS, EXPERT_LABELS, EXPERT_RECORD, type ExpertField, expertField } from "~/models/experts/fields";
import type { ExpertForm, RowField, TextField } from "~/models/experts/form";
import { namesInGroup } from "~/models/records/fields";
import { FieldSuggestions } from "./field-suggestions";
import { RowsField } from "./rows-field";
import type { Suggestions } from "./use-suggestions";
import { VideoPreview } from "./video-preview";

interface Props {
  /** What stands in the fields at first. */
  form: ExpertForm;
  errors?: FieldErrors;
  /** Fields that are not shown. */
  without?: ExpertField[];
  /** Suggestions for some of the fields. */
  help?: Suggestions;
}

const GROUPS = [...new Set(EXPERT_FIELDS.flatMap((field) => expertField(field).group ?? []))];

/** All fields of an expert's record in groups. Part of a form that may send files. */
export function ExpertFields({ without = [], ...shown }: Props) {
  return (
    <div className={RECORD} data-all-optional="">
      <JumpTo sections={GROUPS} />
      {GROUPS.map((title) => (
        <FieldGroup key={title} className={TWO_COLUMNS} title={title}>
          {namesInGroup(EXPERT_RECORD, title)
            .filter((field) => !without.includes(field))
            .map((field) => (
              <ExpertFieldControl key={field} field={field} {...shown} />
            ))}
        </FieldGroup>
      ))}
    </div>
  );
}

type ControlProps = Omit<Props, "without"> & { field: ExpertField };

/** The control of a field follows from its kind; what AI suggests for it stands below. */
function ExpertFieldControl({ field, form, errors = {}, help }: ControlProps) {
  return (
    <>
      {controlOf(field, { form, errors, help })}
      {help && <FieldSuggestions field={field} help={help} />}
    </>
  );
}

function controlOf(field: ExpertField, { form, errors = {}, help }: Omit<Props, "without">) {
  const { kind, label, hint, lines, row, required } = expertField(field);
  const error = errors[field];
  if (kind === "flag") return <Featured isFeatured={form.featured} label={hint} />;
  if (kind === "choices") return <Categories chosen={form.categories} error={error} />;
  if (row) {
    const rows = field as RowField;
    const suggested = help?.rowsOf(rows);
    return (
      <RowsField
        key={suggested?.version}
        field={rows}
        label={label}
        rows={suggested?.rows ?? form.rows[rows]}
        hint={hint}
        error={error}
      />
    );
  }
  const value = form.texts[field as TextField];
  if (kind === "image") return <ImageField label={label} name={field} value={value} error={error} />;
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
    <Check className="mb-4.5">
      <input id="featured" type="checkbox" name="featured" value="on" defaultChecked={isFeatured} />{" "}
      <label htmlFor="featured">{label}</label>
    </Check>
  );
}

/** The nine categories, and whatever else is stored. */
function Categories({ chosen, error }: { chosen: string[]; error?: string }) {
  const others = chosen.filter((key) => !categories.some((category) => category.key === key));
  return (
    <fieldset
      id="categories"
      tabIndex={-1}
      className="mb-4.5 grid fill-cols-60 gap-x-4 gap-y-1"
      aria-describedby={error && "categories-error"}
    >
      <legend className="mb-1 font-semibold">{EXPERT_LABELS.categories}</legend>
      {[...categories.map(({ key }) => key), ...others].map((key) => (
        <Check key={key}>
          <input
            id={`category-${key}`}
            type="checkbox"
            name="categories[]"
            value={key}
            defaultChecked={chosen.includes(key)}
          />{" "}
          <label htmlFor={`category-${key}`}>{categoryLabel(key)}</label>
        </Check>
      ))}
      {error && <ErrorText id="categories-error">{error}</ErrorText>}
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
