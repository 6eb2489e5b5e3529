import type { ReactNode } from "react";
import { Link } from "~/components/ui/link";
import type { Scheme } from "~/http/preferences.server";
import { NEWSWIRE } from "~/subject/site";
import { FieldList } from "./category-list";
import { SchemeSwitch, SWITCH_BUTTON_CLASS } from "./scheme-switch";
import type { ShownSettings, SiteData, Viewer } from "./use-site";

interface Props {
  site: ShownSettings;
  pages: SiteData["pages"];
  viewer: Viewer | null;
  scheme: Scheme;
  isLight: boolean;
}

/** Renders the footer of every public page: categories, resources, pages about the site, and the reader's preferences. */
export function SiteFooter({ site, pages, viewer, scheme, isLight }: Props) {
  const { founderName, contactEmail, newswireUrl } = site;
  return (
    <footer className="border-t border-line bg-surface px-gutter py-8 text-sm">
      <div className="foot mx-auto grid max-w-inner gap-x-6 gap-y-5">
        <Group title="Categories">
          <FieldList />
        </Group>
        <Group title="Resources">
          <ul>
            <li>
              <Link to="/directory">Full Directory</Link>
            </li>
            <li>
              <Link to="/articles">Articles</Link>
            </li>
            <li>
              <Link to="/submit">Submit Expert</Link>
            </li>
            <li>
              <Link to="/my-list">My list</Link>
            </li>
            {viewer && (
              <li>
                <Link to="/my-submissions">My submissions</Link>
              </li>
            )}
            {newswireUrl && (
              <li>
                <a href={newswireUrl} rel="noopener">
                  {NEWSWIRE}
                </a>
              </li>
            )}
          </ul>
        </Group>
        <Group title="About this site">
          <ul>
            {Object.entries(pages).map(([slug, title]) => (
              <li key={slug}>
                <Link to={`/${slug}`}>{title}</Link>
              </li>
            ))}
            {founderName && <li>Founder: {founderName}</li>}
            {contactEmail && (
              <li>
                <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
              </li>
            )}
          </ul>
        </Group>
      </div>
      <div className="mx-auto mt-5 flex max-w-inner flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <p className="text-muted">{site.copyright}</p>
        <SchemeSwitch scheme={scheme}>
          <button
            type="submit"
            className={SWITCH_BUTTON_CLASS}
            name="light"
            value={isLight ? "off" : "on"}
            aria-pressed={isLight}
          >
            Save data
          </button>
        </SchemeSwitch>
      </div>
    </footer>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-1.5 text-base">{title}</h2>
      {children}
    </nav>
  );
}
