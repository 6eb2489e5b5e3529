import { References } from "~/components/evidence/footnotes";
import { FollowLink } from "~/components/experts/follow-link";
import { PhotoCredit } from "~/components/experts/photo-credit";
import { useSite } from "~/components/layout/use-site";
import { ButtonLink, PILL } from "~/components/ui/button";
import { Avatar } from "~/components/ui/image";
import { ExternalLink, Link } from "~/components/ui/link";
import { ShareButton } from "~/components/ui/share-button";
import { embedHtml } from "~/models/experts/embed";
import { identifierPage } from "~/models/experts/identifiers";
import type { Profile } from "~/models/experts/profiles.server";
import { sectionsOf } from "./sections";

/** The identity card of a profile: who this is, their fields, and what a reader can do with the page. */
export function ProfileSide({ profile }: { profile: Profile }) {
  const { slug, name, calledName, title, titleMarks, image, fields, topics, years, askUrl, searchUrl } = profile;
  return (
    <header className="identity lg:not-print:sticky lg:top-8 lg:self-start">
      <Avatar className="mb-4 size-28 text-[2.25rem] lg:size-36 lg:text-5xl" name={name} image={image} size={144} />
      {profile.photoCredit && <PhotoCredit credit={profile.photoCredit} />}
      <h1 className="lg:text-4xl">{name}</h1>
      {title && (
        <p className="mt-1.5 text-lg text-muted">
          {title}
          <References marks={titleMarks} />
        </p>
      )}
      {years && <p className="mt-1.5 text-sm text-muted">{years}</p>}
      <Affiliation profile={profile} />
      {fields.length > 0 && (
        <ul className="mt-3.5 flex flex-wrap gap-1.5" aria-label="Categories">
          {fields.map(({ key, label }) => (
            <li key={key}>
              <Link className={`${PILL} border-line bg-surface`} to={`/?category=${encodeURIComponent(key)}`}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {topics.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-0.5 text-sm" aria-label="Topics">
          {topics.map((topic) => (
            <li key={topic.slug}>
              <Link className="inline-block py-1 underline" to={`/topics/${topic.slug}`}>
                {topic.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="tips relative mt-4.5 flex flex-wrap gap-2">
        {askUrl && (
          <ButtonLink href={askUrl} target="_blank" rel="noopener nofollow" data-tip="Opens an assistant in a new tab">
            Ask AI {calledName}
          </ButtonLink>
        )}
        <ShareButton name={name} title={title} />
        <ButtonLink
          quiet
          href={searchUrl}
          target="_blank"
          rel="noopener nofollow"
          data-tip="Opens a web search in a new tab"
        >
          Search on Perplexity
        </ButtonLink>
        <p className="text-sm text-muted">
          <Link className="underline" to={`/submit?change=${slug}`} rel="nofollow">
            Suggest a change to this profile
          </Link>
        </p>
        <p className="text-sm text-muted">
          <Link className="underline" to={`/${slug}/report`} rel="nofollow">
            Report an error or ask for removal
          </Link>
        </p>
        <p className="text-sm text-muted">
          <Link className="underline" to={`/${slug}/claim`} rel="nofollow">
            Claim this profile
          </Link>
        </p>
        {profile.takesQuestions && (
          <p className="text-sm text-muted">
            <Link className="underline" to={`/${slug}/ask`} rel="nofollow">
              Ask a question
            </Link>
          </p>
        )}
        <p className="text-sm text-muted">
          <FollowLink what={`/${slug}`} />
        </p>
        <Embed slug={slug} name={name} />
      </div>
      <Contents profile={profile} />
    </header>
  );
}

/** A card of the profile for other sites. */
function Embed({ slug, name }: Pick<Profile, "slug" | "name">) {
  const origin = useSite()?.origin ?? "";
  return (
    <details className="w-full text-sm text-muted">
      <summary className="underline">Embed this profile</summary>
      <input className="w-full" readOnly aria-label="HTML for your page" value={embedHtml({ origin, slug, name })} />
    </details>
  );
}

/** Unless the title says it, and there is no page of the institution. */
function Affiliation({ profile: { affiliation, identifiers, title, place } }: { profile: Profile }) {
  const { ror } = identifiers;
  const isSaid = !affiliation || (!ror && title.includes(affiliation));
  if (isSaid && !place) return null;
  return (
    <p className="mt-1.5 text-sm text-muted [&_a]:underline">
      {!isSaid && (ror ? <ExternalLink url={identifierPage("ror", ror)}>{affiliation}</ExternalLink> : affiliation)}
      {!isSaid && place && ", "}
      {place}
    </p>
  );
}

/** A shorter profile is seen at a glance. */
const FEWEST_SECTIONS = 4;

function Contents({ profile }: { profile: Profile }) {
  const sections = sectionsOf(profile);
  if (sections.length < FEWEST_SECTIONS) return null;
  return (
    <nav className="mt-5 text-sm" aria-label="On this page">
      <ul className="flex flex-wrap gap-x-4 lg:grid">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a className="block py-1" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
