import type { ReactNode } from "react";
import { CardGrid } from "~/components/experts/card-grid";
import { ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Disclaimer } from "~/components/ui/disclaimer";
import { ExternalLink } from "~/components/ui/external-link";
import { Image } from "~/components/ui/image";
import { Link } from "~/components/ui/link";
import { Prose } from "~/components/ui/prose";
import { VideoPlayer } from "~/components/ui/video-player";
import type { Profile } from "~/models/experts/profiles.server";

const TEXT = "max-w-measure whitespace-pre-line";
const LINKS = "[&_a]:underline [&>li]:py-1.5";

/** The sections of a profile in the order of public-side.md §2, "Expert profile". */
export function ProfileSections({ profile }: { profile: Profile }) {
  const { name, interview, product, contribution, biography, videos, books } = profile;
  const { linkedArticles, highlights, articles, links, related } = profile;
  return (
    <div className="flex flex-col gap-8">
      {interview && <Interview interview={interview} name={name} />}
      {product && <Product product={product} />}
      {contribution && (
        <Section id="contribution" title="Longevity Contribution">
          <p className={`${TEXT} mb-3 text-lg`}>{contribution}</p>
        </Section>
      )}
      {biography && (
        <Section id="biography" title="Biography">
          <Prose html={biography} />
        </Section>
      )}
      {videos.length > 0 && (
        <Section id="videos" title="Featured Videos">
          <ul className="grid fit-cols-72 gap-4 lg:grid-cols-2">
            {videos.map((video, place) => (
              <li key={"player" in video ? video.player.watchUrl : video.link}>
                <VideoPlayer video={video} title={`${name}, video ${place + 1}`} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {books.length > 0 && (
        <Section id="books" title={`Books by ${name}`}>
          <ul className={LINKS}>
            {books.map(({ title, author, url }) => (
              <li key={title + author}>
                <ExternalLink url={url}>{title}</ExternalLink>
                <span className="block text-sm text-muted">{author}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {linkedArticles.length + highlights.length > 0 && (
        <Section id="highlights" title="Longevity Science Highlights">
          <ul className="flex flex-col gap-4 [&_a]:underline">
            {linkedArticles.map(({ slug, title, text }) => (
              <li key={slug}>
                <h3>
                  <Link to={`/articles/${slug}`}>{title}</Link>
                </h3>
                {text && <p className="max-w-measure">{text}</p>}
              </li>
            ))}
            {highlights.map(({ headline, description, url }) => (
              <li key={headline}>
                <h3>
                  <ExternalLink url={url}>{headline}</ExternalLink>
                </h3>
                {description && <p className="max-w-measure">{description}</p>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {articles.length > 0 && (
        <Section id="articles" title="Articles">
          <ul className={LINKS}>
            {articles.map(({ slug, title }) => (
              <li key={slug}>
                <Link to={`/articles/${slug}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {links.length > 0 && (
        <Section id="links" title="Reference Links">
          <ul className={LINKS}>
            {links.map(({ label, url }) => (
              <li key={url}>
                <ExternalLink url={url}>{label}</ExternalLink>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Provenance profile={profile} />
      {related.length > 0 && (
        <Section id="related" title="Related experts">
          <CardGrid cards={related} />
        </Section>
      )}
      <Disclaimer />
    </div>
  );
}

interface SectionProps {
  id: string;
  title: string;
  className?: string;
  children: ReactNode;
}

function Section({ id, title, className = "", children }: SectionProps) {
  return (
    <section id={id} className={`${className}`} aria-labelledby={`${id}-title`}>
      <h2 className="mb-3 border-b border-line pb-1.5" id={`${id}-title`}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function Interview({ interview, name }: { interview: NonNullable<Profile["interview"]>; name: string }) {
  const { title, video, poster, notesUrl, shortDescription, longDescription } = interview;
  return (
    <Section id="interview" title="Longevity Interview">
      {video ? (
        <VideoPlayer video={video} title={title || `Interview with ${name}`} poster={poster} />
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
      {title && <h3 className="mt-3.5 mb-1.5">{title}</h3>}
      {shortDescription && <p className={`${TEXT} mb-3 text-lg`}>{shortDescription}</p>}
      {longDescription && <p className={TEXT}>{longDescription}</p>}
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

function Product({ product }: { product: NonNullable<Profile["product"]> }) {
  const { title, image, description, buttonText, buttonUrl } = product;
  return (
    <Section id="solution" title="Featured Solution">
      <div className="flex flex-wrap gap-5 rounded-xl border border-line bg-surface p-4.5">
        {image && <Image className="size-40 rounded-md object-cover" address={image} width={160} height={160} />}
        <div className="min-w-0 flex-[1_1_16rem]">
          {title && <h3>{title}</h3>}
          {description && <p className={TEXT}>{description}</p>}
          {buttonUrl && (
            <ButtonLink
              className="mt-3 whitespace-normal!"
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

/** Where the entry's facts come from, and when it was last changed. */
function Provenance({ profile }: { profile: Profile }) {
  const { starter, withAi, sources, updatedAt } = profile;
  return (
    <div className="provenance text-sm text-muted [&_a]:underline">
      <p>
        {starter && "This entry was compiled from public sources. "}Last updated <ShortDate time={updatedAt} />.
        {withAi && " Parts of this profile were written with the help of AI and checked by the curator."}
      </p>
      {sources.length > 0 && (
        <details>
          <summary className="caret inline-block py-1.5">Sources</summary>
          <ol className="list-decimal pl-5.5">
            {sources.map(({ label, url }) => (
              <li key={label}>{url ? <ExternalLink url={url}>{label}</ExternalLink> : label}</li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
