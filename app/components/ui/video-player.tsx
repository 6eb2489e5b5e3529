import { type MouseEvent, useState } from "react";
import type { Video } from "~/models/experts/profiles.server";
import { ExternalLink } from "./external-link";
import { Image } from "./image";

interface Props {
  video: Video;
  title: string;
  poster?: string | null;
}

const FRAME =
  "relative grid aspect-16/9 h-auto w-full max-w-measure place-items-center overflow-hidden rounded-lg border border-line bg-wash";

/** A poster that becomes the player when it is asked for; until then nothing loads from another host (decision D19). */
export function VideoPlayer({ video, title, poster = null }: Props) {
  const [asked, setAsked] = useState(false);
  if ("link" in video) return <ExternalLink url={video.link}>Watch: {title}</ExternalLink>;
  const { embedUrl, watchUrl, provider } = video.player;
  if (asked) {
    return (
      <iframe
        className={`player ${FRAME}`}
        src={embedUrl}
        title={title}
        width={640}
        height={360}
        allow="autoplay; fullscreen; picture-in-picture"
      />
    );
  }
  const play = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setAsked(true);
  };
  return (
    <a
      className={`player ${FRAME}`}
      href={watchUrl}
      target="_blank"
      rel="noopener nofollow"
      onClick={play}
      data-live=""
    >
      {poster && (
        <Image
          className="absolute inset-0 size-full object-cover"
          address={poster}
          sizes="(min-width: 45rem) 42rem, 100vw"
          width={640}
          height={360}
        />
      )}
      <span className="relative rounded-full bg-accent px-4.5 py-2.5 font-semibold text-on-accent">
        <span aria-hidden="true">▶</span> Play video <small>from {provider === "youtube" ? "YouTube" : "Vimeo"}</small>
      </span>
      <span className="sr-only">: {title}</span>
    </a>
  );
}
