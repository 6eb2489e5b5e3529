import { useSite } from "~/components/layout/use-site";
import { ShortDate } from "~/components/ui/dates";
import { ExternalLink, Link } from "~/components/ui/link";
import { embedHtml } from "~/models/records/profiles/embed";
import type { Profile } from "~/models/records/profiles/profiles.server";
import { Section } from "./sections";

/** Says where the profile's facts come from and, unless it is a draft, how to correct them and how to embed the profile. */
export function AboutProfile({ profile, isDraft }: { profile: Profile; isDraft?: boolean }) {
  const { slug, name } = profile;
  return (
    <Section profile={profile} id="about-profile">
      <div className="about-profile">
        <Provenance profile={profile} />
        {!isDraft && (
          <>
            <ul className="corrections">
              <li>
                <Link to={`/submit?change=${slug}`} rel="nofollow">
                  Suggest a change to this profile
                </Link>
              </li>
              <li>
                <Link to={`/${slug}/report`} rel="nofollow">
                  Report an error or ask for removal
                </Link>
              </li>
              <li>
                <Link to={`/${slug}/claim`} rel="nofollow">
                  Claim this profile
                </Link>
              </li>
            </ul>
            <Embed slug={slug} name={name} />
          </>
        )}
      </div>
    </Section>
  );
}

/** Says where the facts come from and when they last changed. */
function Provenance({ profile }: { profile: Profile }) {
  const { starter, withAi, interests, sources, updatedAt, reviewedAt, confirmedAt, footnotes } = profile;
  return (
    <div className="provenance">
      <p>
        {starter && "This profile was compiled from public sources. "}Last updated <ShortDate time={updatedAt} />.
        {reviewedAt && (
          <>
            {" "}
            Checked by an editor on <ShortDate time={reviewedAt} />.
          </>
        )}
        {withAi && " Parts of it were written with the help of AI and checked by an editor."}
      </p>
      {confirmedAt && (
        <p>
          Confirmed by the person on <ShortDate time={confirmedAt} />.
        </p>
      )}
      {interests && (
        <p className="whitespace-pre-line">
          Disclosed interests: <bdi>{interests}</bdi>
        </p>
      )}
      {sources.length > 0 && (
        <details>
          <summary className="caret">{footnotes ? "More sources" : "Sources"}</summary>
          <ol className="notes">
            {sources.map(({ label, url }) => (
              <li key={label}>{url ? <ExternalLink url={url}>{label}</ExternalLink> : <bdi>{label}</bdi>}</li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

/** Shows the HTML that embeds the profile in other sites. */
function Embed({ slug, name }: Pick<Profile, "slug" | "name">) {
  const origin = useSite()?.origin ?? "";
  return (
    <details className="embed">
      <summary className="caret">Embed this profile</summary>
      <input className="w-full" readOnly aria-label="HTML for your page" value={embedHtml({ origin, slug, name })} />
    </details>
  );
}
