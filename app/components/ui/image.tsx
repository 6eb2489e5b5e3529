import type { ImgHTMLAttributes } from "react";
import { avatarSources, imageSources } from "~/models/base/uploads/address";
import { initials, ownImage } from "~/models/base/web/urls";
import { ringClass } from "~/models/records/experts/rings";

interface Props extends Omit<ImgHTMLAttributes<HTMLImageElement>, "src" | "srcSet" | "alt"> {
  /** The address of a stored image, or any other. */
  address: string;
  /** The width of its box in CSS pixels, so that nothing moves when it arrives. */
  width: number;
  height: number;
  /** The displayed width, as in `<img sizes>`, if it is not `width`. */
  sizes?: string;
}

/**
 * An image beside its words: a stored one in the size that is needed (its middle, for a square box), any other as it
 * is. Decorative.
 */
export function Image({ address, width, height, sizes = `${width}px`, ...more }: Props) {
  const sources = width === height ? avatarSources(address, width) : imageSources(address);
  const { src, srcSet } = sources ?? { src: address };
  const box = { width, height, loading: "lazy", decoding: "async" } as const;
  return <img src={src} srcSet={srcSet} sizes={srcSet && sizes} alt="" {...box} {...more} />;
}

interface AvatarProps {
  name: string;
  /** One of another host is not shown: no page asks one before a click. */
  image?: string | null;
  /** The size in CSS pixels. */
  size?: number;
  className?: string;
}

/** The image of a person, or two initials in growth rings that are always the same for the name. Decorative: the name stands beside it. */
export function Avatar({ name, image, size = 64, className = "" }: AvatarProps) {
  const storedImage = ownImage(image);
  if (storedImage)
    return <Image className={`face bg-line ${className}`.trimEnd()} address={storedImage} width={size} height={size} />;
  return (
    <span className={`face ${ringClass(name)} ${className}`.trimEnd()} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
