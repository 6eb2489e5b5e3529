import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react";

interface Labelled {
  label: string;
  name: string;
  /** What is wrong with what was typed; shown beside the field and read with it. */
  error?: string;
  hint?: ReactNode;
}

/** A labelled input with its hint and its error. */
export function Field({ label, error, hint, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Frame label={label} name={input.name} required={input.required} error={error} hint={hint}>
      <input id={input.name} {...described(input.name, error, hint)} {...input} />
    </Frame>
  );
}

/** A labelled text area with its hint and its error. */
export function TextArea({ label, error, hint, ...area }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Frame label={label} name={area.name} required={area.required} error={error} hint={hint}>
      <textarea id={area.name} rows={5} {...described(area.name, error, hint)} {...area} />
    </Frame>
  );
}

type FrameProps = Labelled & { required?: boolean; children: ReactNode };

function Frame({ label, name, required, error, hint, children }: FrameProps) {
  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor={name}>
        {label}
        {!required && <small> (optional)</small>}
      </label>
      {children}
      {hint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

function described(name: string, error: string | undefined, hint: ReactNode) {
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ");
  return { "aria-describedby": ids || undefined, "aria-invalid": error ? (true as const) : undefined };
}
