import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { NotesContext } from "~/components/evidence/footnotes";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { page } from "~/http/form.server";
import { breadcrumbs, feedLink, imageMeta, pageMeta, siteOf } from "~/http/page-meta";
import { pageStyles } from "~/http/page-styles";
import { findExpert } from "~/models/records/directory/experts.server";
import { profileOf } from "~/models/records/profiles/profiles.server";
import { publicPage } from "~/models/whole/pages/pages.server";
import { identityData } from "./identity-data";
import { Contents, Masthead } from "./masthead";
import { ProfileSections } from "./profile-sections";
import { SitePage, sitePageMeta } from "./sections";
import { withEmptyLists, withoutEmptyLists } from "./sent-profile";

/**
 * Shows a page about the site, or a profile at its canonical address. Former addresses of a renamed profile redirect here.
 */
export async function loader({ params }: LoaderFunctionArgs) {
  return page(async () => {
    const sitePage = await publicPage(params.slug ?? "");
    const result = sitePage ?? (await findExpert(params.slug ?? ""));
    if (params.slug !== result.slug) throw redirect(`/${result.slug}`, 301);
    return "html" in result
      ? { own: result, profile: null }
      : { own: null, profile: withoutEmptyLists(await profileOf(result)) };
  });
}

export const links = pageStyles;

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return [{ title: isGone(error) ? GONE : "Expert Not Found" }];
  const site = siteOf(matches);
  if (!data.profile) return sitePageMeta(data.own, site);
  const profile = withEmptyLists(data.profile);
  const { siteName, origin } = site;
  const path = `/${profile.slug}`;
  const [field] = profile.fields;
  const meta = pageMeta({
    title: profile.name,
    description: profile.summary,
    siteName,
    origin,
    path,
    image: profile.shareImage.src,
    type: "profile",
    data: [
      {
        "@type": "Person",
        name: profile.name,
        url: origin + path,
        description: profile.summary,
        jobTitle: profile.title || undefined,
        image: profile.image ? new URL(profile.image, origin).href : undefined,
        knowsAbout: profile.topics.map(({ slug, name }) => {
          return { "@type": "DefinedTerm", name, url: `${origin}/topics/${slug}` };
        }),
        ...identityData(profile),
      },
      breadcrumbs(origin, [
        ["Home", "/"],
        field ? [field.label, field.path] : ["Expert Directory", "/directory"],
        [profile.name, path],
      ]),
    ],
  });
  const oembed = `/api/oembed?${new URLSearchParams({ url: origin + path })}`;
  const discovery = { tagName: "link", rel: "alternate", type: "application/json+oembed", href: oembed };
  const feed = feedLink(path, profile.name);
  return [...meta, ...imageMeta(profile.shareImage, profile.name), discovery, feed];
};

export default function ProfilePage() {
  const data = useLoaderData<typeof loader>();
  if (!data.profile) return <SitePage page={data.own} />;
  const profile = withEmptyLists(data.profile);
  return (
    <NotesContext.Provider value={profile.footnotes?.notes ?? []}>
      <article className="profile" data-smooth-scroll="">
        <Masthead profile={profile} />
        <Contents profile={profile} />
        <ProfileSections profile={profile} />
      </article>
    </NotesContext.Provider>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isGone(error)) {
    return (
      <NoticePage title={GONE}>
        <p>The person who was listed at this address asked to be removed.</p>
        <ButtonLink to="/">Browse All Experts</ButtonLink>
      </NoticePage>
    );
  }
  const message = isRouteErrorResponse(error) && error.status === 404 ? error.data?.message : null;
  return (
    <NoticePage title="Expert Not Found">
      <p>{message ?? "The expert profile could not be loaded. Please try again in a moment."}</p>
      <ButtonLink to="/">Browse All Experts</ButtonLink>
    </NoticePage>
  );
}

const GONE = "Profile Removed";

function isGone(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 410;
}
