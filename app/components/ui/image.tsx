import type { ImgHTMLAttributes } from "react";
import { avatarSources, imageSources } from "~/models/images/address";

interface Props extends Omit<ImgHTMLAttributes<HTMLImageElement>, "src" | "srcSet" | "alt"> {
  /** Where it is: a stored picture's address, or any other. */
  address: string;
  /** Of the box it fills, in CSS pixels, so that nothing moves when it arrives. */
  width: number;
  height: number;
  /** How wide it is shown, as in `<img sizes>`, where that is not `width`. */
  sizes?: string;
}

/**
 * A picture beside its words: a stored one in the size that is needed (its middle, for a square box), any other as it
 * is. Decorative.
 */
export function Image({ address, width, height, sizes = `${width}px`, ...more }: Props) {
  const own = width === height ? avatarSources(address, width) : imageSources(address);
  const { src, srcSet } = own ?? { src: address };
  const box = { width, height, loading: "lazy", decoding: "async" } as const;
  return <img src={src} srcSet={srcSet} sizes={srcSet && sizes} alt="" {...box} {...more} />;
}
