import type { ImgHTMLAttributes } from "react";
import { avatarSources, imageSources } from "~/models/base/uploads/address";
import { initials, ownImage } from "~/models/base/web/urls";
import { ringClass } from "~/models/records/experts/rings";

interface Props extends Omit<ImgHTMLAttributes<HTMLImageElement>, "src" | "srcSet" | "alt"> {
  /** The address of a stored image or of any other image. */
  address: string;
  /** The width in CSS pixels, so that the layout does not move when the image arrives. */
  width: number;
  height: number;
  /** The displayed width, as in `<img sizes>`, if it is not `width`. */
  sizes?: string;
}

/**
 * Renders a decorative image beside its text. A stored image is served in the needed size, cropped to its middle for a
 * square box; any other image stays as it is.
 */
export function Image({ address, width, height, sizes = `${width}px`, ...attributes }: Props) {
  const sources = width === height ? avatarSources(address, width) : imageSources(address);
  const { src, srcSet } = sources ?? { src: address };
  const boxAttributes = { width, height, loading: "lazy", decoding: "async" } as const;
  return <img src={src} srcSet={srcSet} sizes={srcSet && sizes} alt="" {...boxAttributes} {...attributes} />;
}

interface AvatarProps {
  name: string;
  /** The address of a stored image. An image of another host is not shown, because pages load nothing from other hosts without a click. */
  image?: string | null;
  /** The size in CSS pixels. */
  size?: number;
  className?: string;
}

/**
 * Renders the portrait of a person, or the initials in growth rings that depend on the name. It is decorative, because the
 * name stands beside it.
 */
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
