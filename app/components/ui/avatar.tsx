import { initials, tint } from "~/models/experts/texts";
import { Image } from "./image";

/** The picture of a person, or two initials on a tint that is always the same for the name. Decorative: the name stands beside it. */
export function Avatar({ name, image, size = 64 }: { name: string; image: string | null; size?: number }) {
  if (image) return <Image className="face" address={image} width={size} height={size} />;
  return (
    <span className={`face tint-${tint(name)}`} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
