import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useEffect, useState } from "react";

interface Labelled {
  label: string;
  name: string;
  /** The problem with the value, shown beside the field and read with it. */
  error?: string;
  hint?: ReactNode;
}

/** A labelled input with its hint and its error. */
export function Field({ label, error, hint, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <FieldFrame label={label} name={input.name} required={input.required} error={error} hint={hint}>
      <input
        id={input.name}
        className="w-full"
        dir={WRITTEN.test(input.type ?? "text") ? "auto" : undefined}
        {...described(input.name, error, hint)}
        {...input}
      />
    </FieldFrame>
  );
}

/** Types of what people write in their own script; addresses, passwords and numbers read from left to right. */
const WRITTEN = /^(?:text|search)$/;

type Area = Labelled & TextareaHTMLAttributes<HTMLTextAreaElement> & Pick<FrameProps, "sayOptional">;

/** A labelled text area with its hint and its error. */
export function TextArea({ label, error, hint, sayOptional, ...area }: Area) {
  return (
    <FieldFrame
      label={label}
      name={area.name}
      required={area.required}
      sayOptional={sayOptional}
      error={error}
      hint={hint}
    >
      <textarea
        id={area.name}
        className="w-full"
        dir="auto"
        rows={5}
        {...described(area.name, error, hint)}
        {...area}
      />
    </FieldFrame>
  );
}

type CountedProps = Omit<Labelled, "hint"> &
  TextareaHTMLAttributes<HTMLTextAreaElement> & {
    guidance: string;
    /** The limit in characters. More can be typed and is refused with a message, because cutting it off would lose text. */
    most: number;
  };

/** A text area that says how much fits and, with scripts, how much there is. */
export function CountedTextArea({ guidance, most, ...area }: CountedProps) {
  const [length, setLength] = useState(0);
  useEffect(() => {
    const typed = document.getElementById(area.name) as HTMLTextAreaElement | null;
    setLength(typed?.value.length ?? 0);
  }, [area.name]);
  const room = `${most.toLocaleString("en")} characters`;
  return (
    <TextArea
      {...area}
      hint={`${guidance} ${length > 0 ? `${length.toLocaleString("en")} of ${room}.` : `Up to ${room}.`}`}
      onInput={(event) => setLength(event.currentTarget.value.length)}
    />
  );
}

type FrameProps = Labelled & {
  required?: boolean;
  /** True if an optional field says so. */
  sayOptional?: boolean;
  children: ReactNode;
};

/** The label of a field, and below it what to know and what is wrong. */
export function FieldFrame({ label, name, required, sayOptional = true, error, hint, children }: FrameProps) {
  return (
    <div className="field mb-4.5">
      <label className="mb-1 block font-semibold" htmlFor={name}>
        {label}
        {!required && sayOptional && (
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

/** Two short fields beside each other where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="grid fit-cols-38 gap-x-4">{children}</div>;
}

/** Shows the problem with a field, at the id that the field is described by. */
export function FieldError({ name, children }: { name: string; children: string }) {
  return (
    <p className="text-sm text-danger" id={`${name}-error`}>
      {children}
    </p>
  );
}

export function described(name: string, error: string | undefined, hint: ReactNode) {
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
  return { "aria-describedby": ids || undefined, "aria-invalid": error ? (true as const) : undefined };
}
