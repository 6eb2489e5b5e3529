import { useEffect, useRef, useState } from "react";
import { imageSources } from "~/models/base/uploads/address";
import type { LibraryImage } from "~/models/editing/library/views.server";

interface Props {
  image: Pick<LibraryImage, "imageUrl" | "alt" | "missing">;
  /** The displayed width, as in `<img sizes>`. */
  sizes: string;
  className?: string;
}

export function FluidImage({ image, sizes, className = "size-full object-contain" }: Props) {
  const { imageUrl, alt, missing } = image;
  const [isBroken, setBroken] = useState(false);
  const shown = useRef<HTMLImageElement>(null);
  // It may have failed before anybody listened.
  useEffect(() => {
    const { complete = false, naturalWidth = 1 } = shown.current ?? {};
    if (complete && naturalWidth === 0) setBroken(true);
  }, []);
  const sources = imageSources(imageUrl);
  if (missing || isBroken || !sources)
    return (
      <span className={`${className} grid min-h-16 place-items-center text-center text-muted`}>Image unavailable</span>
    );
  return (
    <img
      ref={shown}
      className={className}
      {...sources}
      sizes={sources.srcSet && sizes}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
