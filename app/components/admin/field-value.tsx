import { BulletList, PlainText } from "~/components/admin/text";
import { ExternalLink } from "~/components/ui/link";
import { Prose } from "~/components/ui/prose";
import { splitUrl } from "~/models/base/web/entry-lines";
import { ownImage } from "~/models/base/web/urls";
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

const IMAGE_CLASS = "size-28 rounded-md border border-line object-contain";

/** Shows a stored entry: `label|address` as a link, the path of an image as the image, anything else as text. */
export function StoredText({ text }: { text: string }) {
  const { textBefore, url } = splitUrl(text);
  const parts = textBefore.split("|");
  if (url && parts.length <= 2)
    return (
      <>
        <ExternalLink url={url}>{parts.join(", ") || url}</ExternalLink>{" "}
        {textBefore && <small className="wrap-anywhere">{url}</small>}
      </>
    );
  const image = text.startsWith("/uploads/") ? ownImage(text) : null;
  if (image) return <img className={IMAGE_CLASS} src={image} alt="" loading="lazy" />;
  return !url && parts.length === 2 ? parts.join(": ") : text;
}
