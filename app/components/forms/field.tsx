import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useEffect, useState } from "react";

interface Labelled {
  label: string;
  name: string;
  /** The error message, shown beside the field and read with it. */
  error?: string;
  hint?: ReactNode;
}

/** Renders a labelled input with its hint and its error. */
export function Field({ label, error, hint, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <FieldFrame label={label} name={input.name} required={input.required} error={error} hint={hint}>
      <input
        id={input.name}
        className="w-full"
        dir={TEXT_TYPES.test(input.type ?? "text") ? "auto" : undefined}
        {...descriptionProps(input.name, error, hint)}
        {...input}
      />
    </FieldFrame>
  );
}

/** Input types whose text may run from right to left. Addresses, passwords and numbers never do. */
const TEXT_TYPES = /^(?:text|search)$/;

type Area = Labelled & TextareaHTMLAttributes<HTMLTextAreaElement> & Pick<FrameProps, "showsOptional">;

/** Renders a labelled text area with its hint and its error. */
export function TextArea({ label, error, hint, showsOptional, ...area }: Area) {
  return (
    <FieldFrame
      label={label}
      name={area.name}
      required={area.required}
      showsOptional={showsOptional}
      error={error}
      hint={hint}
    >
      <textarea
        id={area.name}
        className="w-full"
        dir="auto"
        rows={5}
        {...descriptionProps(area.name, error, hint)}
        {...area}
      />
    </FieldFrame>
  );
}

type CountedProps = Omit<Labelled, "hint"> &
  TextareaHTMLAttributes<HTMLTextAreaElement> & {
    guidance: string;
    /** The limit in characters. More can be typed and is refused with a message, because cutting it off would lose text. */
    maxLength: number;
  };

/** Renders a text area that says how many characters are allowed and, with scripts, how many there are. */
export function CountedTextArea({ guidance, maxLength, ...area }: CountedProps) {
  const [length, setLength] = useState(0);
  useEffect(() => {
    const element = document.getElementById(area.name) as HTMLTextAreaElement | null;
    setLength(element?.value.length ?? 0);
  }, [area.name]);
  const limit = `${maxLength.toLocaleString("en")} characters`;
  return (
    <TextArea
      {...area}
      hint={`${guidance} ${length > 0 ? `${length.toLocaleString("en")} of ${limit}.` : `Up to ${limit}.`}`}
      onInput={(event) => setLength(event.currentTarget.value.length)}
    />
  );
}

type FrameProps = Labelled & {
  required?: boolean;
  /** True if an optional field says so. */
  showsOptional?: boolean;
  children: ReactNode;
};

/** Renders the frame of a field: its label, control, hint and error. */
export function FieldFrame({ label, name, required, showsOptional = true, error, hint, children }: FrameProps) {
  return (
    <div className="field mb-4.5">
      <label className="mb-1 block font-semibold" htmlFor={name}>
        {label}
        {!required && showsOptional && (
          <small className="text-sm font-normal text-muted in-data-all-optional:hidden"> (optional)</small>
        )}
      </label>
      {children}
      {hint && (
        <p className="text-sm text-muted" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError name={name}>{error}</FieldError>}
    </div>
  );
}

/** Renders two short fields, side by side on a wide screen. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="grid fit-cols-38 gap-x-4">{children}</div>;
}

/** Shows the error of a field, with the id that `aria-describedby` names. */
export function FieldError({ name, children }: { name: string; children: string }) {
  return (
    <p className="text-sm text-danger" id={`${name}-error`}>
      {children}
    </p>
  );
}

export function descriptionProps(name: string, error: string | undefined, hint: ReactNode) {
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
  return { "aria-describedby": ids || undefined, "aria-invalid": error ? (true as const) : undefined };
}
