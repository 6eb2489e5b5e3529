import { data, type HeadersArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NotesContext } from "~/components/evidence/footnotes";
import { Notice } from "~/components/ui/notice";
import { page } from "~/http/form.server";
import { pageStyles } from "~/http/page-styles";
import { draftFor } from "~/models/editing/experts/drafts.server";
import { profileOf } from "~/models/records/profiles/profiles.server";
import { Contents, Masthead } from "./_site.$slug/masthead";
import { ProfileSections } from "./_site.$slug/profile-sections";

/** Shows a profile that is not public yet to people with its link. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const draft = await draftFor(params.id ?? "", new URL(request.url).searchParams.get("key"));
    return data(
      { profile: await profileOf(draft) },
      { headers: { "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex" } },
    );
  });
}

export function headers({ loaderHeaders }: HeadersArgs) {
  return loaderHeaders;
}

export const links = pageStyles;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Draft: ${data.profile.name}` : "Draft Not Found" },
  { name: "robots", content: "noindex" },
];

export default function DraftPage() {
  const { profile } = useLoaderData<typeof loader>();
  return (
    <NotesContext.Provider value={profile.footnotes?.notes ?? []}>
      <Notice>This is a draft. Only people with this link can see it.</Notice>
      <article className="profile" data-smooth-scroll="">
        <Masthead profile={profile} isDraft />
        <Contents profile={profile} />
        <ProfileSections profile={profile} isDraft />
      </article>
    </NotesContext.Provider>
  );
}
