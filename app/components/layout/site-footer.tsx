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

const LINKS = "[&_a]:inline-block [&_a]:py-1 [&_a]:text-ink";
const SWITCH = "min-h-10 cursor-pointer border border-edge px-3.5 aria-pressed:bg-wash aria-pressed:font-semibold";

/** The foot of every public page: the fields, resources, who stands behind it, and how the reader wants the pages. */
export function SiteFooter({ site, viewer, scheme, light }: Props) {
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
            <h2 className="mb-1.5 text-base">Contact</h2>
            {site.founderName && <p>Founder: {site.founderName}</p>}
            {site.contactEmail && <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>}
          </div>
        )}
        <Switches scheme={scheme} light={light} />
      </div>
      <p className="mx-auto mt-6 max-w-inner text-muted">{site.copyright}</p>
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
    <form method="post" action="/preferences">
      <h2 className="mb-1.5 text-base">Reading</h2>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <fieldset className="mb-2.5 flex">
        <legend className="mb-1 text-muted">Colours</legend>
        {SCHEMES.map(({ value, label }) => (
          <button
            key={value}
            type="submit"
            className={`${SWITCH} not-first-of-type:border-l-0`}
            name="scheme"
            value={value}
            aria-pressed={value === scheme}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <button type="submit" className={SWITCH} name="light" value={light ? "off" : "on"} aria-pressed={light}>
        Light pages
      </button>
    </form>
  );
}
