import { useLocation } from "@remix-run/react";
import { Link } from "~/components/ui/link";
import type { Scheme } from "~/http/preferences.server";
import type { SiteSettings } from "~/models/site/settings.server";
import { FieldList } from "./category-list";
import type { Viewer } from "./use-site";

interface Props {
  site: SiteSettings;
  viewer: Viewer | null;
  scheme: Scheme;
  light: boolean;
}

/** The foot of every public page: the fields, resources, who stands behind it, and how the reader wants the pages. */
export function SiteFooter({ site, viewer, scheme, light }: Props) {
  return (
    <footer className="site-footer">
      <div className="columns">
        <nav aria-label="Categories">
          <h2>Categories</h2>
          <FieldList className="two" />
        </nav>
        <nav aria-label="Resources">
          <h2>Resources</h2>
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
            {viewer && (
              <li>
                <Link to="/my-submissions">My submissions</Link>
              </li>
            )}
            {site.newswireUrl && (
              <li>
                <a href={site.newswireUrl} rel="noopener">
                  Longevity Newswire
                </a>
              </li>
            )}
          </ul>
        </nav>
        {(site.founderName || site.contactEmail) && (
          <div>
            <h2>Contact</h2>
            {site.founderName && <p>Founder: {site.founderName}</p>}
            {site.contactEmail && <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>}
          </div>
        )}
        <Switches scheme={scheme} light={light} />
      </div>
      <p className="copyright">{site.copyright}</p>
    </footer>
  );
}

const SCHEMES: { value: Scheme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Posts the choice and comes back to this page, so that it works without scripts and shows no flash of the other one. */
function Switches({ scheme, light }: { scheme: Scheme; light: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <form className="switches" method="post" action="/preferences">
      <h2>Reading</h2>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <fieldset>
        <legend>Colours</legend>
        {SCHEMES.map(({ value, label }) => (
          <button key={value} type="submit" name="scheme" value={value} aria-pressed={value === scheme}>
            {label}
          </button>
        ))}
      </fieldset>
      <button type="submit" name="light" value={light ? "off" : "on"} aria-pressed={light}>
        Light pages
      </button>
    </form>
  );
}
