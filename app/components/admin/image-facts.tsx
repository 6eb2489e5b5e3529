import { Link } from "@remix-run/react";
import { Image } from "~/components/ui/image";
import type { StoredImage } from "~/models/editing/images/admin-list.server";

/** Shows a small square of a stored image. It has no alternative text, because the name stands beside it. */
export function Thumbnail({ image }: { image: Pick<StoredImage, "url" | "missing"> }) {
  if (image.missing) return <span className={THUMBNAIL_CLASS}>Image unavailable</span>;
  return <Image className={THUMBNAIL_CLASS} address={image.url} width={64} height={64} />;
}

const THUMBNAIL_CLASS =
  "grid size-16 min-w-16 place-items-center rounded-md bg-line object-cover text-center text-2xs leading-tight wrap-normal";

/** Returns the dimensions of an image and the size of all its files. */
export function imageSize({ width, height, bytes }: Pick<StoredImage, "width" | "height" | "bytes">): string {
  return `${width} × ${height}, ${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en")} KB`;
}

/** Links to each record that uses an image. */
export function ImageUses({ image }: { image: Pick<StoredImage, "usedIn" | "usedInMore"> }) {
  if (image.usedIn.length === 0) return <span>Nowhere</span>;
  return (
    <ul className="[&_small]:text-muted">
      {image.usedIn.map(({ kind, id, name, label, href }) => (
        <li key={`${kind} ${id} ${label}`}>
          {href ? (
            <Link to={href} dir="auto">
              {name}
            </Link>
          ) : (
            name
          )}{" "}
          <small>{label}</small>
        </li>
      ))}
      {image.usedInMore && <li>and more</li>}
    </ul>
  );
}
