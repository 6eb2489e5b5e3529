import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react";
import { type ComponentProps, useEffect, useState } from "react";

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

type Props = Omit<ComponentProps<typeof TextArea>, "hint"> & {
  guidance: string;
  /** How many characters fit. More can be typed, and is refused in words: cutting it off would lose it. */
  most: number;
};

/** A text area that says how much fits and, with scripts, how much there is. */
export function CountedTextArea({ guidance, most, ...area }: Props) {
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
