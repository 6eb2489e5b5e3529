import { BulletList, PlainText } from "~/components/admin/text";
import { ExternalLink } from "~/components/ui/link";
import { Prose } from "~/components/ui/prose";
import { httpUrl, ownImage } from "~/models/base/web/urls";
import type { ExpertField } from "~/models/records/experts/fields";

interface Props {
  field: ExpertField;
  /** The readable value (from `shownValues`), without keys, codes or slugs. */
  value: string | string[];
  /** The HTML that readers see of a biography. */
  html?: string;
}

/** Shows the value of an expert's field with its links and images. */
export function FieldValue({ field, value, html }: Props) {
  if (value.length === 0) return <em className="text-muted">empty</em>;
  if (field === "biography" && html !== undefined) return <Prose html={html} dir="auto" />;
  if (!Array.isArray(value)) return isAddress(field) ? <StoredText text={value} /> : <PlainText>{value}</PlainText>;
  return (
    <BulletList>
      {value.map((entry) => (
        <li key={entry} dir="auto">
          <StoredText text={entry} />
        </li>
      ))}
    </BulletList>
  );
}

export function isAddress(field: ExpertField): boolean {
  return field.endsWith("Url");
}

const IMAGE = "size-28 rounded-md border border-line object-contain";

/** Shows a stored entry: `label|address` as a link, the path of an image as the image, anything else as text. */
export function StoredText({ text }: { text: string }) {
  const parts = text.split("|");
  const url = parts.length <= 3 ? httpUrl(parts.at(-1) ?? "") : null;
  if (url)
    return (
      <>
        <ExternalLink url={url}>{parts.slice(0, -1).join(", ") || url}</ExternalLink>{" "}
        {parts.length > 1 && <small className="wrap-anywhere">{url}</small>}
      </>
    );
  const image = text.startsWith("/uploads/") ? ownImage(text) : null;
  if (image) return <img className={IMAGE} src={image} alt="" loading="lazy" />;
  return parts.length === 2 ? parts.join(": ") : text;
}
