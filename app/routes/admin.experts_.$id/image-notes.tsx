import { EXPERT_LABELS } from "~/models/expert-fields";
import type { ImageField } from "~/models/image-rules";

/** Which pictures of a profile are on other sites, and why. */
export function ImageNotes({ notes }: { notes: { field: ImageField; note: string }[] }) {
  return notes.map(({ field, note }) => (
    <p className="notice" key={field}>
      <a href={`#${field}`}>{EXPERT_LABELS[field]}</a>: {note}
    </p>
  ));
}
