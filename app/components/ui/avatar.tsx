import { initials, tint } from "~/models/experts/texts";
import { Image } from "./image";

interface Props {
  name: string;
  image?: string | null;
  /** In CSS pixels. */
  size?: number;
  className?: string;
}

/** The image of a person, or two initials on a tint that is always the same for the name. Decorative: the name stands beside it. */
export function Avatar({ name, image, size = 64, className = "" }: Props) {
  if (image) return <Image className={`face ${className}`.trimEnd()} address={image} width={size} height={size} />;
  return (
    <span className={`face tint-${tint(name)} ${className}`.trimEnd()} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
