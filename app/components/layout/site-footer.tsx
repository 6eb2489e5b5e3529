import { Link } from "~/components/ui/link";
import type { Scheme } from "~/http/preferences.server";
import { NEWSWIRE } from "~/subject/site";
import { FieldList } from "./category-list";
import { SchemeSwitch, SWITCH } from "./scheme-switch";
import type { ShownSettings, SiteData, Viewer } from "./use-site";

interface Props {
  site: ShownSettings;
  pages: SiteData["pages"];
  viewer: Viewer | null;
  scheme: Scheme;
  light: boolean;
}

const LINKS = "[&_a]:inline-block [&_a]:py-1 [&_a]:text-ink";

/** The foot of every public page: the fields, resources, who stands behind it, and how the reader wants the pages. */
export function SiteFooter({ site, pages, viewer, scheme, light }: Props) {
  return (
    <footer className="border-t border-line bg-surface px-gutter py-8 text-sm">
      <div className="mx-auto grid max-w-inner fit-cols-56 gap-x-8 gap-y-6">
        <nav aria-label="Categories">
          <h2 className="mb-1.5 text-base">Categories</h2>
          <FieldList className={LINKS} />
        </nav>
        <nav aria-label="Resources">
          <h2 className="mb-1.5 text-base">Resources</h2>
          <ul className={LINKS}>
            <li>
              <Link to="/directory">Full Directory</Link>
            </li>
            <li>
              <Link to="/my-list">My list</Link>
            </li>
            <li>
              <Link to="/articles">Articles</Link>
            </li>
            <li>
              <Link to="/submit">Submit Expert</Link>
            </li>
            <li>
              <Link to="/corrections">Corrections</Link>
            </li>
            {Object.entries(pages).map(([slug, title]) => (
              <li key={slug}>
                <Link to={`/${slug}`}>{title}</Link>
              </li>
            ))}
            {viewer && (
              <li>
                <Link to="/my-submissions">My submissions</Link>
              </li>
            )}
            {site.newswireUrl && (
              <li>
                <a href={site.newswireUrl} rel="noopener">
                  {NEWSWIRE}
                </a>
              </li>
            )}
          </ul>
        </nav>
        {(site.founderName || site.contactEmail) && (
          <div>
            <h2 className="mb-1.5 text-base">Contact</h2>
            {site.founderName && <p>Founder: {site.founderName}</p>}
            {site.contactEmail && <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>}
          </div>
        )}
        <div>
          <h2 className="mb-1.5 text-base">Reading</h2>
          <SchemeSwitch scheme={scheme}>
            <button type="submit" className={SWITCH} name="light" value={light ? "off" : "on"} aria-pressed={light}>
              Low-data pages
            </button>
          </SchemeSwitch>
        </div>
      </div>
      <p className="mx-auto mt-6 max-w-inner text-muted">{site.copyright}</p>
    </footer>
  );
}
