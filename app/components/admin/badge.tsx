import type { ComponentProps } from "react";

const TONES = {
  neutral: "border-edge",
  good: "border-ok text-ok",
  bad: "border-danger text-danger",
  gold: "border-gold",
};

type Props = ComponentProps<"span"> & { tone?: keyof typeof TONES };

/** One or two words about the state of something. */
export function Badge({ tone = "neutral", ...span }: Props) {
  return (
    <span
      className={`badge inline-block rounded-full border px-2 py-0.5 font-sans text-xs font-normal whitespace-nowrap first-letter:uppercase ${TONES[tone]}`}
      {...span}
    />
  );
}
