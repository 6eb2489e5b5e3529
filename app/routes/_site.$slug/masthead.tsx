import { useEffect } from "react";
import { References } from "~/components/evidence/footnotes";
import { PhotoCredit } from "~/components/experts/photo-credit";
import { FollowLink } from "~/components/follows/follow-link";
import { Button, ButtonLink, buttonClass, PILL_CLASS } from "~/components/ui/button";
import { Avatar } from "~/components/ui/image";
import { ExternalLink, Link } from "~/components/ui/link";
import { ShareButton } from "~/components/ui/share-button";
import type { ListMessageId } from "~/models/readers/lists/bounds";
import type { Profile } from "~/models/records/profiles/profiles.server";
import { sectionsOf } from "./sections";

interface MastheadProps {
  profile: Profile;
  /** True for a profile that is not public: its pages for readers do not exist yet. */
  isDraft?: boolean;
}

/** Renders the head of a profile: the person, their position, and the actions of the page. */
export function Masthead({ profile, isDraft }: MastheadProps) {
  const { slug, name, calledName, title, titleMarks, image, years, askUrl, searchUrl } = profile;
  return (
    <header className="identity">
      <figure>
        <Avatar name={name} image={image} size={144} />
      </figure>
      <h1 dir="auto" translate="no">
        {name}
      </h1>
      {title && (
        <p className="mt-3 text-lg" dir="auto">
          {title}
          <References marks={titleMarks} />
        </p>
      )}
      <CurrentPosition profile={profile} />
      {years && <p className="mt-1 text-sm text-muted">{years}</p>}
      <ListMessage />
      <div className="tips relative mt-3 flex flex-wrap gap-2 max-sm:text-sm">
        {askUrl && (
          <ButtonLink href={askUrl} target="_blank" rel="noopener nofollow" data-tip="Opens an assistant in a new tab">
            <span>
              Ask AI <bdi>{calledName}</bdi>
            </span>
          </ButtonLink>
        )}
        <ShareButton name={name} title={title} />
        {!isDraft && (
          <>
            <form method="post" action="/my-list">
              <input type="hidden" name="back" value={slug} />
              <Button quiet type="submit" name="add" value={slug}>
                Save
              </Button>
            </form>
            <FollowLink button path={`/${slug}`}>
              Follow
            </FollowLink>
          </>
        )}
        <details className="menu">
          <summary className={buttonClass({ quiet: true, className: "caret" })}>More</summary>
          <ul className="more">
            <li>
              <a href={searchUrl} target="_blank" rel="noopener nofollow">
                Search on Perplexity
              </a>
            </li>
            {profile.takesQuestions && (
              <li>
                <Link to={`/${slug}/ask`} rel="nofollow">
                  Ask a question
                </Link>
              </li>
            )}
            <li>
              <a href="#about-profile">About this profile</a>
            </li>
          </ul>
        </details>
      </div>
      {profile.photoCredit && (
        <div className="credit max-sm:mt-2">
          <PhotoCredit credit={profile.photoCredit} />
        </div>
      )}
    </header>
  );
}

/**
 * Says that the person was saved to the reader's list, or removed. Cached pages are the same for everybody, so `:target`
 * shows the message after the form of `/my-list` returned here. The style sheet takes the text of the message from `data-said`.
 */
function ListMessage() {
  useEffect(forgetMessage, []);
  return (
    <p className="list-news">
      <span id={"saved" satisfies ListMessageId} data-said="Saved to your list." />
      <span id={"taken-off" satisfies ListMessageId} data-said="Removed from your list." />{" "}
      <Link to="/my-list">See your list</Link>
    </p>
  );
}

/** Takes the message out of the address, so that a shared, bookmarked or reloaded address does not show it again. */
function forgetMessage() {
  if (document.querySelector(".list-news :target"))
    history.replaceState(history.state, "", location.href.replace(/#.*/, ""));
}

/** Links to the categories and topics of a profile. */
export function CategoriesAndTopics({ profile: { fields, topics } }: { profile: Profile }) {
  return (
    <>
      {fields.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-1" aria-label="Categories">
          {fields.map(({ key, label }) => (
            <li key={key}>
              <Link className={`${PILL_CLASS} border-line bg-surface`} to={`/?category=${encodeURIComponent(key)}`}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {topics.length > 0 && (
        <ul className="mt-1 flex flex-wrap gap-x-3 text-sm/5" aria-label="Topics">
          {topics.map((topic) => (
            <li key={topic.slug}>
              <Link dir="auto" className="inline-block py-0.5 underline" to={`/topics/${topic.slug}`}>
                {topic.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Shows the current position: role, institution with its page and its ROR entry, and place. */
function CurrentPosition({ profile: { present } }: { profile: Profile }) {
  if (!present) return null;
  const { role, name, page, entry, place, asOf, marks } = present;
  return (
    <p className="mt-1 text-sm text-muted [&_a]:underline">
      {role && <bdi>{role}, </bdi>}
      {page ? <ExternalLink url={page}>{name}</ExternalLink> : <bdi>{name}</bdi>}
      {entry && (
        <>
          {" "}
          (<ExternalLink url={entry}>ROR</ExternalLink>)
        </>
      )}
      <References marks={marks} />
      {name && place && ", "}
      {place}
      {asOf && ` (${asOf})`}
    </p>
  );
}

/** The number of sections below which a profile needs no contents. */
const MIN_SECTIONS = 5;

/** Links to the sections: folded on phones, beside the text on wide screens. */
export function Contents({ profile }: { profile: Profile }) {
  const sections = sectionsOf(profile);
  if (sections.length < MIN_SECTIONS) return null;
  return (
    <nav className="profile-contents" aria-label="On this page">
      <details className="menu">
        <summary className="caret">Contents</summary>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
