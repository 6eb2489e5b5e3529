import { CitedText } from "~/components/evidence/footnotes";
import { ButtonLink, PILL_CLASS } from "~/components/ui/button";
import { Image } from "~/components/ui/image";
import { VideoPlayer } from "~/components/ui/video-player";
import type { Profile } from "~/models/records/profiles/profiles.server";
import { Section } from "./sections";

const TEXT_CLASS = "max-w-measure whitespace-pre-line";

export function Interview({ profile }: { profile: Profile }) {
  const { name, interview } = profile;
  if (!interview) return null;
  const { title, video, poster, notesUrl, shortDescription, longDescription } = interview;
  return (
    <Section profile={profile} id="interview">
      {video ? (
        <VideoPlayer
          video={video}
          title={title || `Interview with ${name}`}
          caption="Watch the interview"
          poster={poster}
        />
      ) : (
        poster && (
          <Image
            className="aspect-16/9 h-auto w-full max-w-measure rounded-lg object-cover"
            address={poster}
            sizes="(min-width: 45rem) 42rem, 100vw"
            width={640}
            height={360}
          />
        )
      )}
      {title && (
        <h3 className="mt-3.5 mb-1.5" dir="auto">
          {title}
        </h3>
      )}
      {shortDescription.length > 0 && (
        <p className={`${TEXT_CLASS} mb-3 text-lg`} dir="auto">
          <CitedText pieces={shortDescription} />
        </p>
      )}
      {longDescription.length > 0 && (
        <p className={TEXT_CLASS} dir="auto">
          <CitedText pieces={longDescription} />
        </p>
      )}
      {notesUrl && (
        <p>
          <ButtonLink quiet className="mt-3.5" href={notesUrl} rel="noopener nofollow">
            Download Interview Notes
          </ButtonLink>
        </p>
      )}
    </Section>
  );
}

export function Product({ profile }: { profile: Profile }) {
  if (!profile.product) return null;
  const { title, image, description, buttonText, buttonUrl } = profile.product;
  return (
    <Section profile={profile} id="solution">
      <span className={`mb-3 ${PILL_CLASS} border-edge`}>Promotion</span>
      <div className="flex flex-wrap gap-5 rounded-xl border border-line bg-surface p-4.5">
        {image && <Image className="product-image" address={image} width={160} height={160} />}
        <div className="min-w-0 flex-[1_1_16rem]">
          {title && <h3 dir="auto">{title}</h3>}
          {description.length > 0 && (
            <p className={TEXT_CLASS} dir="auto">
              <CitedText pieces={description} />
            </p>
          )}
          {buttonUrl && (
            <ButtonLink
              className="mt-3 whitespace-normal!"
              dir="auto"
              href={buttonUrl}
              target="_blank"
              rel="noopener nofollow sponsored"
            >
              {buttonText || "Learn more"}
            </ButtonLink>
          )}
        </div>
      </div>
    </Section>
  );
}

export function Videos({ profile }: { profile: Profile }) {
  const { name, videos } = profile;
  return (
    <Section profile={profile} id="videos">
      <ul>
        {videos.map((video, index) => {
          const player = "player" in video ? video.player : null;
          return (
            <li key={player?.watchUrl ?? ("link" in video ? video.link : "")}>
              <VideoPlayer video={video} title={player?.title ?? `${name}, video ${index + 1}`} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
