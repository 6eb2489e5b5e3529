import { Field } from "~/components/forms/field";
import { type FormAnswer, fieldProps } from "~/components/forms/form-answer";
import { type UPLOAD_FIELDS, UPLOAD_LICENCE_LABELS } from "~/models/records/images/upload-licences";

interface Props {
  names: typeof UPLOAD_FIELDS;
  answer: FormAnswer | undefined;
  legend: string;
  hint?: string;
}

/** Asks for the licence of a picture and its author. */
export function LicenceFields({ names, answer, legend, hint }: Props) {
  const { licence, author, permission } = names;
  const error = answer?.fieldErrors?.[licence];
  return (
    <fieldset className="mb-4.5">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {hint && <p className="mb-2 text-sm text-muted">{hint}</p>}
      <p className="mb-3">
        <label className="sr-only" htmlFor={licence}>
          Licence
        </label>
        <select
          id={licence}
          name={licence}
          className="w-full"
          defaultValue={String(answer?.values[licence] ?? "")}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${licence}-error` : undefined}
        >
          <option value="">Please choose</option>
          {Object.entries(UPLOAD_LICENCE_LABELS).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        {error && (
          <span id={`${licence}-error`} className="text-sm text-danger" role="alert">
            {error}
          </span>
        )}
      </p>
      <Field label="Photographer or author" name={author} autoComplete="off" {...fieldProps(answer, author)} />
      <Field
        label="Who gave the permission"
        hint="For press pictures: the person or institution."
        name={permission}
        autoComplete="off"
        {...fieldProps(answer, permission)}
      />
    </fieldset>
  );
}
