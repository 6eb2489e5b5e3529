/** Finds the video in a stored embed. Embeds are raw HTML, so pages show only an id or address from them. */
import { httpUrl } from "~/models/base/web/urls";

/** The limit of characters; longer embeds are ignored. */
const EMBED_LENGTH = 20_000;

const TITLE_LENGTH = 200;

export interface Player {
  provider: "youtube" | "vimeo";
  id: string;
  title?: string;
  embedUrl: string;
  watchUrl: string;
}

/** Returns the YouTube or Vimeo video in an embed, text or URL; null for none. Never throws. */
export function playerFrom(html: string): Player | null {
  const code = readCode(html);
  for (const text of addressesIn(code)) {
    const url = toUrl(text);
    const video = url && (youtubePlayer(url) ?? vimeoPlayer(url));
    if (video) return withTitle(video, code);
  }
  return null;
}

/** Returns the only http or https URL in `src` and `href`, or the text itself; null for none or several. Never throws. */
export function linkFrom(html: string): string | null {
  const code = readCode(html);
  const linkedAddresses = Array.from(
    code.matchAll(LINKING_ATTRIBUTE),
    ([, doubleQuoted, singleQuoted, unquoted]) => doubleQuoted ?? singleQuoted ?? unquoted,
  );
  const texts = linkedAddresses.length > 0 ? linkedAddresses : [code.replace(/<[^<>]*>/g, " ")];
  const urls = new Set(
    texts.map((text = "") => httpUrl(withScheme(decodeEntities(text).trim()))).filter((url) => url !== null),
  );
  const [url, ...otherUrls] = urls;
  return url && otherUrls.length === 0 ? url : null;
}

// Stops each repetition where no match can start, so reading stays linear.
const ADDRESS = /(?:^|[\s"'=>(])((?:https?:)?\/\/[^\s"'<>]+)/gi;
const LINKING_ATTRIBUTE =
  /<(?:iframe|a|embed|video|source)\b[^<]*?\s(?:src|href)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/gi;
const TITLE = /<iframe\b[^<]*?\stitle\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/i;

function readCode(html: string): string {
  if (html.length > EMBED_LENGTH) return "";
  return (html.includes("<") ? html : decodeEntities(html)).trim();
}

function addressesIn(code: string): string[] {
  if (/^[\w.-]+\.\w+\/[^\s"'<>]*$/.test(code)) return [`https://${code}`];
  return Array.from(code.matchAll(ADDRESS), ([, address = ""]) => decodeEntities(address));
}

function toUrl(address: string): URL | null {
  const text = httpUrl(withScheme(address));
  return text ? new URL(text) : null;
}

function withScheme(address: string): string {
  return address.startsWith("//") ? `https:${address}` : address;
}

const YOUTUBE_HOST = /^(?:(?:www\.|m\.|music\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com)$/;
const YOUTUBE_PATH = /^\/(?:embed|shorts|live|v|e)\/([^/]+)\/?$/;
const YOUTUBE_ID = /^[\w-]{11}$/;
// Words as long as an id that stand for a playlist and a live stream.
const NOT_YOUTUBE_IDS = ["videoseries", "live_stream"];

function youtubePlayer(url: URL): Player | null {
  const id = youtubeId(url);
  if (!id || !YOUTUBE_ID.test(id) || NOT_YOUTUBE_IDS.includes(id)) return null;
  return {
    provider: "youtube",
    id,
    embedUrl: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`,
    watchUrl: `https://www.youtube.com/watch?v=${id}`,
  };
}

function youtubeId({ hostname, pathname, searchParams }: URL): string | null | undefined {
  if (/^(?:www\.)?youtu\.be$/.test(hostname)) return pathname.match(/^\/([^/]+)\/?$/)?.[1];
  if (!YOUTUBE_HOST.test(hostname)) return null;
  return /^\/watch\/?$/.test(pathname) ? searchParams.get("v") : pathname.match(YOUTUBE_PATH)?.[1];
}

const VIMEO_PAGE =
  /^\/(?:channels\/[\w-]+\/|groups\/[\w-]+\/videos\/|(?:album|showcase)\/\d+\/video\/)?([1-9]\d{0,11})(?:\/([\da-f]{6,20}))?\/?$/;
const VIMEO_PLAYER = /^\/video\/([1-9]\d{0,11})\/?$/;

function vimeoPlayer({ hostname, pathname, searchParams }: URL): Player | null {
  const onPage = /^(?:www\.)?vimeo\.com$/.test(hostname) ? pathname.match(VIMEO_PAGE) : null;
  const inPlayer = hostname === "player.vimeo.com" ? pathname.match(VIMEO_PLAYER) : null;
  const id = (onPage ?? inPlayer)?.[1];
  if (!id) return null;
  // Keeps the code in the address, which an unlisted video needs.
  const code = onPage?.[2] ?? searchParams.get("h") ?? "";
  const privateCode = /^[\da-f]{6,20}$/.test(code) ? code : "";
  return {
    provider: "vimeo",
    id,
    embedUrl: `https://player.vimeo.com/video/${id}?${privateCode && `h=${privateCode}&`}dnt=1&autoplay=1`,
    watchUrl: `https://vimeo.com/${id}${privateCode && `/${privateCode}`}`,
  };
}

function withTitle(player: Player, code: string): Player {
  const [, doubleQuoted, singleQuoted] = code.match(TITLE) ?? [];
  const title = decodeEntities(doubleQuoted ?? singleQuoted ?? "").trim();
  // Ignores titles that players use for every video.
  const isSpecific = title && !/^(?:youtube|vimeo)[ -](?:video[ -])?player$/i.test(title);
  return isSpecific ? { ...player, title: Array.from(title).slice(0, TITLE_LENGTH).join("") } : player;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#34": '"', "#38": "&", "#39": "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#34|#38|#39);/g, (_, name: string) => ENTITIES[name] as string);
}
