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
  const imageRef = useRef<HTMLImageElement>(null);
  // The image may have failed before React attached its handler.
  useEffect(() => {
    const { complete = false, naturalWidth = 1 } = imageRef.current ?? {};
    if (complete && naturalWidth === 0) setBroken(true);
  }, []);
  const sources = imageSources(imageUrl);
  if (missing || isBroken || !sources)
    return (
      <span className={`${className} grid min-h-16 place-items-center text-center text-muted`}>Image unavailable</span>
    );
  return (
    <img
      ref={imageRef}
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
