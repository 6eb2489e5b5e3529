import { ShortDate } from "~/components/ui/dates";
import { ExternalLink } from "~/components/ui/external-link";
import { Link } from "~/components/ui/link";
import { ShareButton } from "~/components/ui/share-button";
import type { ArticlePage } from "~/models/articles/page.server";
import { AI_NOTE, articlesAddress } from "~/models/articles/public";

/** The head of an article: what it is, when it was published, and how long it takes to read. */
export function ArticleHead({ article }: { article: ArticlePage }) {
  const { title, type, kind, publishedAt, minutes, expertName, expertSlug, aiGenerated, picture, draft } = article;
  return (
    <header>
      <p className="crumbs">
        <Link to="/articles">Articles</Link> / <Link to={articlesAddress({ type })}>{kind}</Link>
      </p>
      <h1>{title}</h1>
      <p className="facts">
        {draft ? "Not published" : <ShortDate time={publishedAt} />} · {minutes} min read
        {expertName && (
          <>
            {" · "}
            About {expertSlug ? <Link to={`/${expertSlug}`}>{expertName}</Link> : expertName}
          </>
        )}
        {aiGenerated && (
          <>
            {" · "}
            <a href="#ai">AI-generated</a>
          </>
        )}
      </p>
      {picture && (
        <img {...picture} alt={picture.alt} className="lead-picture" sizes="(min-width: 45rem) 42rem, 100vw" />
      )}
    </header>
  );
}

/** The headings of a long article as links: folded on phones, beside the text where there is room. */
export function ArticleContents({ sections }: { sections: ArticlePage["sections"] }) {
  if (sections.length === 0) return null;
  return (
    <nav className="toc" aria-label="On this page">
      <details>
        <summary>On this page</summary>
        <ol>
          {sections.map(({ id, label }) => (
            <li key={id}>
              <a href={`#${id}`}>{label}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

/** What stands below the text: how it was made, tags, sharing, and where the facts come from. */
export function ArticleFoot({ article }: { article: ArticlePage }) {
  const { title, kind, aiGenerated, tags, sources, draft, publishedAt, updatedAt } = article;
  return (
    <footer>
      {aiGenerated && (
        <p className="notice" id="ai">
          {AI_NOTE}
        </p>
      )}
      {tags.length > 0 && (
        <ul className="badges" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Link to={articlesAddress({ search: tag })}>{tag}</Link>
            </li>
          ))}
        </ul>
      )}
      {!draft && (
        <div className="tips">
          <ShareButton name={title} title={kind} page="Article" />
        </div>
      )}
      <div className="provenance">
        {updatedAt.slice(0, 10) > publishedAt.slice(0, 10) && (
          <p>
            Last updated <ShortDate time={updatedAt} />.
          </p>
        )}
        {sources.length > 0 && (
          <details>
            <summary>Sources</summary>
            <ol>
              {sources.map(({ label, url }) => (
                <li key={label + url}>{url ? <ExternalLink url={url}>{label}</ExternalLink> : label}</li>
              ))}
            </ol>
          </details>
        )}
      </div>
    </footer>
  );
}
