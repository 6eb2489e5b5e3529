import { type MouseEvent, useState } from "react";
import type { Video } from "~/models/records/profiles/profiles.server";
import { Image } from "./image";

interface Props {
  video: Video;
  title: string;
  /** The text of the tile, if it differs from the title. */
  caption?: string;
  poster?: string | null;
}

const FRAME_CLASS =
  "relative grid aspect-16/9 h-auto w-full max-w-measure place-items-center overflow-hidden rounded-lg border border-line bg-wash";
/** The padding leaves room for the caption below the play sign. */
const TILE_CLASS = `${FRAME_CLASS} pb-17`;
const HOSTS = { youtube: "YouTube", vimeo: "Vimeo" };

/** Renders a tile that turns into the video's player when pressed. Until then nothing loads from another host. */
export function VideoPlayer({ video, title, caption = title, poster = null }: Props) {
  const [isPlaying, setIsPlaying] = useState(false);
  if ("link" in video) return <VideoLink url={video.link} title={caption} />;
  const { embedUrl, watchUrl, provider } = video.player;
  if (isPlaying) {
    return (
      <iframe
        className={`player ${FRAME_CLASS}`}
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
    setIsPlaying(true);
  };
  return (
    <a
      className={`player ${TILE_CLASS}`}
      href={watchUrl}
      target="_blank"
      rel="noopener nofollow"
      onClick={play}
      data-live=""
    >
      {poster && <Image address={poster} sizes="(min-width: 45rem) 42rem, 100vw" width={640} height={360} />}
      <PlaySign />
      <Caption title={caption} host={HOSTS[provider]} />
    </a>
  );
}

/** Links to a video that cannot be embedded. */
function VideoLink({ url, title }: { url: string; title: string }) {
  return (
    <a className={TILE_CLASS} href={url} target="_blank" rel="noopener nofollow">
      <PlaySign />
      <Caption title={title} host={new URL(url).hostname.replace(/^www\./, "")} />
    </a>
  );
}

function PlaySign() {
  return (
    <span className="relative rounded-full bg-accent px-4.5 py-2.5 font-semibold text-on-accent">
      <span aria-hidden="true">▶</span> Play
    </span>
  );
}

function Caption({ title, host }: { title: string; host: string }) {
  return (
    <span className="absolute inset-x-0 bottom-0 border-t border-line bg-surface px-3.5 py-2 text-ink">
      <span className="line-clamp-1 font-semibold" dir="auto">
        {title}
      </span>
      <span className="block text-sm text-muted">Video on {host}</span>
    </span>
  );
}
