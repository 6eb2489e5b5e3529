import { BulletList, PlainText } from "~/components/admin/text";
import { ExternalLink } from "~/components/ui/external-link";
import { Prose } from "~/components/ui/prose";
import { categoryLabel } from "~/models/experts/categories";
import type { ExpertField } from "~/models/experts/fields";
import { ownImage, parseReferenceLink } from "~/models/experts/texts";

interface Props {
  field: ExpertField;
  value: string | string[];
  /** Of the biography: as readers see it. */
  html?: string;
}

/** A field of an expert as it would be published: links can be followed, pictures seen. */
export function FieldValue({ field, value, html }: Props) {
  if (value.length === 0) return <em className="text-muted">empty</em>;
  if (field === "biography" && html !== undefined) {
    return <Prose html={html} />;
  }
  if (!Array.isArray(value)) return <TextValue field={field} value={value} />;
  return (
    <BulletList>
      {value.map((entry) => (
        <li key={entry}>{field === "categories" ? categoryLabel(entry) : <LinkOrText text={entry} />}</li>
      ))}
    </BulletList>
  );
}

function TextValue({ field, value }: { field: ExpertField; value: string }) {
  const image = field.toLowerCase().endsWith("imageurl") ? ownImage(value) : null;
  if (image)
    return <img className="size-28 rounded-md border border-line object-contain" src={image} alt="" loading="lazy" />;
  if (field.endsWith("Url")) return <LinkOrText text={value} />;
  return <PlainText>{value}</PlainText>;
}

function LinkOrText({ text }: { text: string }) {
  const link = parseReferenceLink(text);
  if (!link) return text;
  return (
    <>
      <ExternalLink url={link.url}>{link.label}</ExternalLink> <small>{link.url}</small>
    </>
  );
}

/** The same as it is stored, for comparing. */
export function RawValue({ field, value }: Pick<Props, "field" | "value">) {
  if (value.length === 0) return <em className="text-muted">empty</em>;
  if (!Array.isArray(value)) return <PlainText>{value}</PlainText>;
  return (
    <BulletList>
      {value.map((entry) => (
        <li key={entry}>{field === "categories" ? categoryLabel(entry) : entry}</li>
      ))}
    </BulletList>
  );
}
