import { type ComponentProps, useEffect, useState } from "react";
import { TextArea } from "./field";

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
