import type { ImgHTMLAttributes } from "react";
import { avatarSources, imageSources } from "~/models/base/uploads/address";
import { initials, ownImage } from "~/models/base/web/urls";
import { ringClass } from "~/models/records/experts/rings";

interface Props extends Omit<ImgHTMLAttributes<HTMLImageElement>, "src" | "srcSet" | "alt"> {
  /** Where it is: a stored image's address, or any other. */
  address: string;
  /** Of the box it fills, in CSS pixels, so that nothing moves when it arrives. */
  width: number;
  height: number;
  /** How wide it is shown, as in `<img sizes>`, where that is not `width`. */
  sizes?: string;
}

/**
 * An image beside its words: a stored one in the size that is needed (its middle, for a square box), any other as it
 * is. Decorative.
 */
export function Image({ address, width, height, sizes = `${width}px`, ...more }: Props) {
  const own = width === height ? avatarSources(address, width) : imageSources(address);
  const { src, srcSet } = own ?? { src: address };
  const box = { width, height, loading: "lazy", decoding: "async" } as const;
  return <img src={src} srcSet={srcSet} sizes={srcSet && sizes} alt="" {...box} {...more} />;
}

interface AvatarProps {
  name: string;
  /** One of another host is not shown: no page asks one before a click. */
  image?: string | null;
  /** In CSS pixels. */
  size?: number;
  className?: string;
}

/** The image of a person, or two initials in growth rings that are always the same for the name. Decorative: the name stands beside it. */
export function Avatar({ name, image, size = 64, className = "" }: AvatarProps) {
  const own = ownImage(image);
  if (own) return <Image className={`face bg-line ${className}`.trimEnd()} address={own} width={size} height={size} />;
  return (
    <span className={`face ${ringClass(name)} ${className}`.trimEnd()} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
