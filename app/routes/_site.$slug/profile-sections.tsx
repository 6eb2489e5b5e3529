import { CitedText, Footnotes, References } from "~/components/evidence/footnotes";
import { CardGrid } from "~/components/experts/card-grid";
import { ExternalLink, Link } from "~/components/ui/link";
import { Disclaimer, Prose } from "~/components/ui/prose";
import { withReferences } from "~/models/records/evidence/margin-note";
import type { Profile } from "~/models/records/profiles/profiles.server";
import { AboutProfile } from "./about-profile";
import { CategoriesAndTopics } from "./masthead";
import { Interview, Product, Videos } from "./media-sections";
import { Section } from "./sections";

export function ProfileSections({ profile, isDraft }: { profile: Profile; isDraft?: boolean }) {
  const { contribution, biography, related, footnotes } = profile;
  return (
    <div>
      <Interview profile={profile} />
      <Product profile={profile} />
      <Section profile={profile} id="contribution">
        <p className="lead" dir="auto">
          <CitedText pieces={contribution} />
        </p>
      </Section>
      <CategoriesAndTopics profile={profile} />
      <Section profile={profile} id="biography">
        <Prose html={withReferences(biography, footnotes?.notes)} dir="auto" />
      </Section>
      <Positions profile={profile} />
      <Videos profile={profile} />
      <Books profile={profile} />
      <Highlights profile={profile} />
      <Articles profile={profile} />
      <Works profile={profile} />
      <ReferenceLinks profile={profile} />
      <Section profile={profile} id="sources">
        {footnotes && <Footnotes {...footnotes} />}
      </Section>
      <Section profile={profile} id="related">
        <CardGrid cards={related} />
      </Section>
      <AboutProfile profile={profile} isDraft={isDraft} />
      <Disclaimer />
    </div>
  );
}

function Positions({ profile }: { profile: Profile }) {
  return (
    <Section profile={profile} id="positions">
      <ol className="entries">
        {profile.positions.map(({ role, institution, page, years, about, disputed, marks }) => (
          <li key={role + institution + years} dir="auto">
            <span>
              {role}
              {role && institution && ", "}
              {page ? <ExternalLink url={page}>{institution}</ExternalLink> : institution}
              {years && `, ${years}`}
              <References marks={marks} />
            </span>
            {about && <p className="text-sm text-muted">{about}</p>}
            {disputed && (
              <p className="text-sm">
                <strong>Disputed:</strong>{" "}
                {disputed.url ? <ExternalLink url={disputed.url}>{disputed.text}</ExternalLink> : disputed.text}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Books({ profile }: { profile: Profile }) {
  return (
    <Section profile={profile} id="books">
      <ul className="entries">
        {profile.books.map(({ title, author, url, marks }) => (
          <li key={title + author}>
            <ExternalLink url={url}>{title}</ExternalLink>
            <span className="about" dir="auto">
              {author}
              <References marks={marks} />
            </span>
            <span className="host">{hostOf(url)}</span>
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
      <ul className="entries">
        {linkedArticles.map(({ slug, title, text }) => (
          <li key={slug}>
            <h3 dir="auto">
              <Link to={`/articles/${slug}`}>{title}</Link>
            </h3>
            {text && <p dir="auto">{text}</p>}
          </li>
        ))}
        {highlights.map(({ headline, description, url, isSearch, marks }) => (
          <li key={headline}>
            <h3 dir="auto">
              <ExternalLink url={url}>{headline}</ExternalLink>
              {!description && <References marks={marks} />}
            </h3>
            {description && (
              <p dir="auto">
                {description}
                <References marks={marks} />
              </p>
            )}
            <span className="host">{isSearch ? "Web search" : hostOf(url)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Articles({ profile }: { profile: Profile }) {
  return (
    <Section profile={profile} id="articles">
      <ul className="entries">
        {profile.articles.map(({ slug, title }) => (
          <li key={slug}>
            <Link dir="auto" to={`/articles/${slug}`}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Works({ profile }: { profile: Profile }) {
  return (
    <Section profile={profile} id="works">
      {profile.works.map(({ title: group, works }) => (
        <div key={group}>
          {group && <h3>{group}</h3>}
          <ul className="entries">
            {works.map(({ id, title, about, retracted, url }) => (
              <li key={id}>
                <ExternalLink url={url}>{title}</ExternalLink> {retracted && <strong>Retracted</strong>}
                <span className="about" dir="auto">
                  {about}
                </span>
                <span className="host">{hostOf(url)}</span>
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
      <ul className="entries">
        {profile.links.map(({ title, url, about }) => (
          <li key={url}>
            <ExternalLink url={url}>{title}</ExternalLink>
            <span className="host">{about}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}
