import { CitedText, Footnotes, References } from "~/components/evidence/footnotes";
import { CardGrid } from "~/components/experts/card-grid";
import { ShortDate } from "~/components/ui/dates";
import { ExternalLink, Link } from "~/components/ui/link";
import { Disclaimer, Prose } from "~/components/ui/prose";
import type { Profile } from "~/models/experts/profiles.server";
import { Interview, Product, Videos } from "./media-sections";
import { Section } from "./sections";

const LINKS = "[&_a]:underline [&>li]:py-1.5";

export function ProfileSections({ profile }: { profile: Profile }) {
  const { contribution, biography, related, footnotes } = profile;
  return (
    <div className="flex flex-col gap-8">
      <Interview profile={profile} />
      <Product profile={profile} />
      <Section profile={profile} id="contribution">
        <p className="mb-3 max-w-measure text-lg whitespace-pre-line">
          <CitedText pieces={contribution} />
        </p>
      </Section>
      <Section profile={profile} id="biography">
        <Prose html={biography} />
      </Section>
      <Videos profile={profile} />
      <Books profile={profile} />
      <Highlights profile={profile} />
      <Articles profile={profile} />
      <Works profile={profile} />
      <ReferenceLinks profile={profile} />
      <Section profile={profile} id="sources">
        {footnotes && <Footnotes {...footnotes} />}
      </Section>
      <Provenance profile={profile} />
      <Section profile={profile} id="related">
        <CardGrid cards={related} />
      </Section>
      <Disclaimer />
    </div>
  );
}

function Books({ profile }: { profile: Profile }) {
  return (
    <Section profile={profile} id="books">
      <ul className={LINKS}>
        {profile.books.map(({ title, author, url }) => (
          <li key={title + author}>
            <ExternalLink url={url}>{title}</ExternalLink>
            <span className="block text-sm text-muted">{author}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Highlights({ profile }: { profile: Profile }) {
  const { linkedArticles, highlights } = profile;
  return (
    <Section profile={profile} id="highlights">
      <ul className="flex flex-col gap-4 [&_a]:underline">
        {linkedArticles.map(({ slug, title, text }) => (
          <li key={slug}>
            <h3>
              <Link to={`/articles/${slug}`}>{title}</Link>
            </h3>
            {text && <p className="max-w-measure">{text}</p>}
          </li>
        ))}
        {highlights.map(({ headline, description, url, marks }) => (
          <li key={headline}>
            <h3>
              <ExternalLink url={url}>{headline}</ExternalLink>
              {!description && <References marks={marks} />}
            </h3>
            {description && (
              <p className="max-w-measure">
                {description}
                <References marks={marks} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Articles({ profile }: { profile: Profile }) {
  return (
    <Section profile={profile} id="articles">
      <ul className={LINKS}>
        {profile.articles.map(({ slug, title }) => (
          <li key={slug}>
            <Link to={`/articles/${slug}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Works({ profile }: { profile: Profile }) {
  return (
    <Section profile={profile} id="works">
      {profile.works.map(({ title: order, works }) => (
        <div key={order}>
          {order && <h3>{order}</h3>}
          <ul className={LINKS}>
            {works.map(({ id, title, about, retracted, url }) => (
              <li key={id}>
                <ExternalLink url={url}>{title}</ExternalLink> {retracted && <strong>Retracted</strong>}
                <span className="block text-sm text-muted">{about}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  );
}

function ReferenceLinks({ profile }: { profile: Profile }) {
  return (
    <Section profile={profile} id="links">
      <ul className={LINKS}>
        {profile.links.map(({ title, url }) => (
          <li key={url}>
            <ExternalLink url={url}>{title}</ExternalLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Where the profile's facts come from, and when it was last changed. */
function Provenance({ profile }: { profile: Profile }) {
  const { starter, withAi, interests, sources, updatedAt, reviewedAt, confirmedAt, footnotes } = profile;
  return (
    <div className="provenance text-sm text-muted [&_a]:underline">
      <p>
        {starter && "This profile was compiled from public sources. "}Last updated <ShortDate time={updatedAt} />.
        {reviewedAt && (
          <>
            {" "}
            Reviewed on <ShortDate time={reviewedAt} />.
          </>
        )}
        {withAi && " Parts of it were written with the help of AI and checked by an editor."}
      </p>
      {confirmedAt && (
        <p>
          Confirmed by the person on <ShortDate time={confirmedAt} />.
        </p>
      )}
      {interests && <p className="whitespace-pre-line">Disclosed interests: {interests}</p>}
      {sources.length > 0 && (
        <details>
          <summary className="caret inline-block py-1.5">{footnotes ? "More sources" : "Sources"}</summary>
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
