import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice-page";
import { page } from "~/http/form.server";
import { breadcrumbs, imageMeta, pageMeta, siteOf } from "~/http/page-meta";
import { findExpert } from "~/models/experts/experts.server";
import { profileOf } from "~/models/experts/profiles.server";
import { identityData } from "./identity-data";
import { ProfileSections } from "./profile-sections";
import { ProfileSide } from "./profile-side";

/** The canonical address of a profile; an address left behind by a renaming leads here. */
export async function loader({ params }: LoaderFunctionArgs) {
  return page(async () => {
    const expert = await findExpert(params.slug ?? "");
    if (params.slug !== expert.slug) throw redirect(`/${expert.slug}`, 301);
    return { profile: await profileOf(expert) };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return [{ title: isGone(error) ? GONE : "Expert Not Found" }];
  const { profile } = data;
  const { siteName, origin } = siteOf(matches);
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
        knowsAbout: profile.fields.map(({ label }) => label),
        ...identityData(profile),
      },
      breadcrumbs(origin, [
        ["Home", "/"],
        field ? [field.label, `/?category=${field.key}`] : ["Expert Directory", "/directory"],
        [profile.name, path],
      ]),
    ],
  });
  return [...meta, ...imageMeta(profile.shareImage, profile.name)];
};

export default function ProfilePage() {
  const { profile } = useLoaderData<typeof loader>();
  return (
    <article
      className="grid grid-cols-[minmax(0,1fr)] gap-x-[clamp(2rem,5vw,4rem)] gap-y-6 pt-7 lg:grid-cols-[18rem_minmax(0,1fr)] lg:pt-12"
      data-smooth-scroll=""
    >
      <ProfileSide profile={profile} />
      <ProfileSections profile={profile} />
    </article>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isGone(error)) {
    return (
      <NoticePage title={GONE}>
        <p>Somebody was listed at this address, and asked to be taken off.</p>
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
