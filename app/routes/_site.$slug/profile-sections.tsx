import type { ReactNode } from "react";
import { CardGrid } from "~/components/experts/card-grid";
import { ShortDate } from "~/components/ui/dates";
import { ExternalLink } from "~/components/ui/external-link";
import { Image } from "~/components/ui/image";
import { Link } from "~/components/ui/link";
import { VideoPlayer } from "~/components/ui/video-player";
import type { Profile } from "~/models/experts/profiles.server";

/** The sections of a profile in the order of public-side.md §2, "Expert profile". */
export function ProfileSections({ profile }: { profile: Profile }) {
  const { name, interview, product, contribution, biography, videos, books } = profile;
  const { linkedArticles, highlights, articles, links, related } = profile;
  return (
    <div className="sections">
      {interview && <Interview interview={interview} name={name} />}
      {product && <Product product={product} />}
      {contribution && (
        <Section id="contribution" title="Longevity Contribution">
          <p className="text lead">{contribution}</p>
        </Section>
      )}
      {biography && (
        <Section id="biography" title="Biography">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made by models/markdown.server.ts, which lets nothing run */}
          <div className="prose" dangerouslySetInnerHTML={{ __html: biography }} />
        </Section>
      )}
      {videos.length > 0 && (
        <Section id="videos" title="Featured Videos">
          <ul className="videos">
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
          <ul className="books">
            {books.map(({ title, author, url }) => (
              <li key={title + author}>
                <ExternalLink url={url}>{title}</ExternalLink>
                <span>{author}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {linkedArticles.length + highlights.length > 0 && (
        <Section id="highlights" title="Longevity Science Highlights">
          <ul className="highlights">
            {linkedArticles.map(({ slug, title, text }) => (
              <li key={slug}>
                <h3>
                  <Link to={`/articles/${slug}`}>{title}</Link>
                </h3>
                {text && <p>{text}</p>}
              </li>
            ))}
            {highlights.map(({ headline, description, url }) => (
              <li key={headline}>
                <h3>
                  <ExternalLink url={url}>{headline}</ExternalLink>
                </h3>
                {description && <p>{description}</p>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {articles.length > 0 && (
        <Section id="articles" title="Articles">
          <ul className="links">
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
          <ul className="links">
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
      <p className="disclaimer">
        These statements have not been evaluated by the Food and Drug Administration. The information on this page is
        not intended to diagnose, treat, cure or prevent any disease.
      </p>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
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
          <Image className="poster" address={poster} sizes="(min-width: 45rem) 42rem, 100vw" width={640} height={360} />
        )
      )}
      {title && <h3>{title}</h3>}
      {shortDescription && <p className="text lead">{shortDescription}</p>}
      {longDescription && <p className="text">{longDescription}</p>}
      {notesUrl && (
        <p>
          <a className="button quiet" href={notesUrl} rel="noopener nofollow">
            Download Interview Notes
          </a>
        </p>
      )}
    </Section>
  );
}

function Product({ product }: { product: NonNullable<Profile["product"]> }) {
  const { title, image, description, buttonText, buttonUrl } = product;
  return (
    <Section id="solution" title="Featured Solution">
      <div className="product">
        {image && <Image address={image} width={160} height={160} />}
        <div>
          {title && <h3>{title}</h3>}
          {description && <p className="text">{description}</p>}
          {buttonUrl && (
            <a className="button" href={buttonUrl} target="_blank" rel="noopener nofollow sponsored">
              {buttonText || "Learn more"}
            </a>
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
    <div className="provenance">
      <p>
        {starter && "This entry was compiled from public sources. "}Last updated <ShortDate time={updatedAt} />.
        {withAi && " Parts of this profile were written with the help of AI and checked by the curator."}
      </p>
      {sources.length > 0 && (
        <details>
          <summary>Sources</summary>
          <ol>
            {sources.map(({ label, url }) => (
              <li key={label}>{url ? <ExternalLink url={url}>{label}</ExternalLink> : label}</li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
