import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireReader } from "~/auth/guards.server";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { NoticePage } from "~/components/ui/notice";
import { page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import { ownProfiles } from "~/models/whole/my-profile/own.server";

export const links = formPageStyles;

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Leads to the reader's profile, lists several, or says how to claim one. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const user = await requireReader(request);
    const profiles = await ownProfiles(user);
    const [firstProfile, ...otherProfiles] = profiles;
    if (firstProfile && otherProfiles.length === 0) throw redirect(`/my-profile/${firstProfile.slug}`);
    return { profiles: profiles.map(({ slug, name }) => ({ slug, name })), name: `${user.firstName} ${user.lastName}` };
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(titleOf(data?.profiles.length ?? 0), matches);

function titleOf(profileCount: number): string {
  return profileCount > 0 ? "Your profiles" : "You have no profile yet";
}

export default function OwnProfiles() {
  const { profiles, name } = useLoaderData<typeof loader>();
  return (
    <NoticePage title={titleOf(profiles.length)}>
      {profiles.length > 0 ? (
        <ul>
          {profiles.map((profile) => (
            <li key={profile.slug} className="py-2">
              <Link className="underline" dir="auto" to={`/my-profile/${profile.slug}`}>
                {profile.name}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>Are you listed here? Open the profile that is about you, and claim it with the link at its end.</p>
          <ButtonLink to={`/directory?${new URLSearchParams({ search: name.trim() })}`}>Look for your name</ButtonLink>
        </>
      )}
    </NoticePage>
  );
}

export { FormErrorBoundary as ErrorBoundary } from "~/components/forms/signed-out";
