import { CitedText, Footnotes } from "~/components/evidence/footnotes";
import { PILL_CLASS } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { ExternalLink, Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { ShareButton } from "~/components/ui/share-button";
import type { ArticlePage } from "~/models/records/articles/page.server";
import { AI_NOTE, articlesAddress } from "~/models/records/articles/public";

/** Renders the head of an article: kind, title, lead, day of publication and reading time. */
export function ArticleHead({ article }: { article: ArticlePage }) {
  const { title, type, kind, lead, publishedAt, minutes, expertName, expertSlug, aiGenerated, image, draft } = article;
  return (
    <header>
      <p className="text-sm">
        <Link to="/articles">Articles</Link> › <Link to={articlesAddress({ type })}>{kind}</Link>
      </p>
      <h1 className="mt-2 mb-3" dir="auto">
        {title}
      </h1>
      {lead.length > 0 && (
        <p className="mb-3 text-lg" dir="auto">
          <CitedText pieces={lead} />
        </p>
      )}
      <p className="flex flex-wrap gap-x-5 text-sm text-muted [&_a]:underline">
        <span>{draft ? "Not published" : <ShortDate time={publishedAt} />}</span> <span>{minutes} min read</span>{" "}
        {expertName && (
          <span>
            About <bdi>{expertSlug ? <Link to={`/${expertSlug}`}>{expertName}</Link> : expertName}</bdi>
          </span>
        )}{" "}
        {aiGenerated && <a href="#ai">AI-generated</a>}
      </p>
      {image && (
        <img
          {...image}
          alt={image.alt}
          className="mt-5 h-auto max-h-[90svh] w-full rounded-lg bg-line object-contain"
          sizes={image.srcSet && "(min-width: 45rem) 42rem, 100vw"}
        />
      )}
    </header>
  );
}

/** Links to the headings of a long article: folded on phones, beside the text on wide screens. */
export function ArticleContents({ sections }: { sections: ArticlePage["sections"] }) {
  if (sections.length === 0) return null;
  return (
    <nav className="contents-list mt-5 text-sm" aria-label="On this page">
      <details className="group">
        <summary className='py-2 font-semibold [&::before]:[content:"▸_"] group-open:[&::before]:[content:"▾_"]'>
          Contents
        </summary>
        <ol className="border-l-2 border-line pl-4">
          {sections.map(({ id, label }) => (
            <li key={id}>
              <a className="block py-1" href={`#${id}`} dir="auto">
                {label}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

/** Renders the foot of an article: sources, the note about AI, tags and the Share button. */
export function ArticleFooter({ article }: { article: ArticlePage }) {
  const { title, kind, aiGenerated, tags, sources, draft, publishedAt, updatedAt, footnotes } = article;
  return (
    <footer>
      {footnotes && (
        <section className="mt-6" aria-labelledby="sources-title">
          <h2 className="mb-3" id="sources-title">
            Sources
          </h2>
          <Footnotes {...footnotes} />
        </section>
      )}
      {aiGenerated && (
        <Notice className="mt-6" id="ai">
          {AI_NOTE}
        </Notice>
      )}
      {tags.length > 0 && (
        <ul className="mt-3.5 flex flex-wrap gap-1.5" aria-label="Tags">
          {tags.map(({ name, topic }) => (
            <li key={name}>
              <Link
                dir="auto"
                className={`${PILL_CLASS} border-line bg-surface`}
                to={topic ? `/topics/${topic}` : articlesAddress({ search: name })}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {!draft && (
        <div className="tips relative mt-4.5 flex flex-wrap gap-2">
          <ShareButton name={title} title={kind} page="Article" />
        </div>
      )}
      <div className="provenance mt-6 text-sm text-muted [&_a]:underline">
        {updatedAt.slice(0, 10) > publishedAt.slice(0, 10) && (
          <p>
            Last updated <ShortDate time={updatedAt} />.
          </p>
        )}
        {sources.length > 0 && (
          <details>
            <summary className="caret inline-block py-1.5">{footnotes ? "More sources" : "Sources"}</summary>
            <ol className="notes">
              {sources.map(({ label, url }) => (
                <li key={label + url}>{url ? <ExternalLink url={url}>{label}</ExternalLink> : <bdi>{label}</bdi>}</li>
              ))}
            </ol>
          </details>
        )}
      </div>
    </footer>
  );
}
