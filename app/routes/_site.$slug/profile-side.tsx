import { Avatar } from "~/components/ui/avatar";
import { Link } from "~/components/ui/link";
import { ShareButton } from "~/components/ui/share-button";
import type { Profile } from "~/models/experts/profiles.server";

/** The identity card of a profile: who this is, their fields, and what a reader can do with the page. */
export function ProfileSide({ profile }: { profile: Profile }) {
  const { slug, name, title, image, fields, askUrl, searchUrl } = profile;
  return (
    <header className="identity">
      <Avatar name={name} image={image} size={144} />
      <h1>{name}</h1>
      {title && <p className="role">{title}</p>}
      {fields.length > 0 && (
        <ul className="badges" aria-label="Categories">
          {fields.map(({ key, label }) => (
            <li key={key}>
              <Link to={`/?category=${encodeURIComponent(key)}`}>{label}</Link>
            </li>
          ))}
        </ul>
      )}
      <div className="tips">
        {askUrl && (
          <a
            className="button"
            href={askUrl}
            target="_blank"
            rel="noopener nofollow"
            data-tip="Opens an assistant in a new tab"
          >
            Ask AI {name.split(/\s+/)[0]}
          </a>
        )}
        <ShareButton name={name} title={title} />
        <a
          className="button quiet"
          href={searchUrl}
          target="_blank"
          rel="noopener nofollow"
          data-tip="Opens a web search in a new tab"
        >
          Search on Perplexity
        </a>
        <p className="hint">
          <Link to={`/submit?change=${slug}`} rel="nofollow">
            Suggest a change to this profile
          </Link>
        </p>
      </div>
    </header>
  );
}
