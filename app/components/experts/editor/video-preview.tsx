import { Hint } from "~/components/admin/text";
import { ExternalLink } from "~/components/ui/link";
import { VideoPlayer } from "~/components/ui/video-player";
import { linkFrom, playerFrom } from "~/models/records/experts/video-embeds";

export function VideoPreview({ code, title }: { code: string; title: string }) {
  if (code.trim() === "") return null;
  const player = playerFrom(code);
  const link = player ? null : linkFrom(code);
  return (
    <div className="mb-2 [&_.player]:max-w-44">
      {player && <VideoPlayer key={player.embedUrl} video={{ player }} title={player.title ?? title} />}
      {link && (
        <Hint>
          Readers get a plain link: <ExternalLink url={link}>{link}</ExternalLink>
        </Hint>
      )}
      {!player && !link && <Hint>This contains no video or link, so readers see nothing.</Hint>}
    </div>
  );
}
