import type { MetaDescriptor } from "@remix-run/node";
import type { ReactNode } from "react";
import { useSite } from "~/components/layout/use-site";
import { ShortDate } from "~/components/ui/dates";
import { PageHeader } from "~/components/ui/page-header";
import { Prose } from "~/components/ui/prose";
import { pageMeta, type siteOf } from "~/http/page-meta";
import type { Profile } from "~/models/records/profiles/profiles.server";
import type { PublicPage } from "~/models/whole/pages/pages.server";
import { SECTIONS } from "~/subject/profile";

/** Returns the sections of a profile in their order. */
export function sectionsOf(profile: Profile): { id: string; title: ReactNode }[] {
  const { name, positions, interview, product, contribution, biography, videos, books } = profile;
  const { linkedArticles, highlights, articles, works, links, footnotes, related } = profile;
  const sections: [id: string, title: ReactNode, isThere: unknown][] = [
    ["interview", SECTIONS.interview, interview],
    ["solution", "Featured Solution", product],
    ["contribution", SECTIONS.contribution, contribution.length],
    ["biography", "Biography", biography],
    ["positions", "Positions", positions.length],
    ["videos", "Featured Videos", videos.length],
    ["books", <BooksBy key="books" name={name} />, books.length],
    ["highlights", SECTIONS.highlights, linkedArticles.length + highlights.length],
    ["articles", "Articles", articles.length],
    ["works", "Works", works.length],
    ["links", "Reference Links", links.length],
    ["sources", "Sources", footnotes],
    ["related", "Related experts", related.length],
    ["about-profile", "About this profile", true],
  ];
  return sections.flatMap(([id, title, isThere]) => (isThere ? [{ id, title }] : []));
}

function BooksBy({ name }: { name: string }) {
  return (
    <>
      Books by <bdi>{name}</bdi>
    </>
  );
}

interface Props {
  profile: Profile;
  id: string;
  children: ReactNode;
}

/** The address of each section's editor, relative to the admin page of the profile. */
const EDITOR_PATHS: Record<string, string> = {
  interview: "#longevityInterviewTitle",
  solution: "#productTitle",
  contribution: "#longevityContribution",
  biography: "#biography",
  positions: "#positions",
  videos: "#youtubeEmbeds",
  books: "#books",
  highlights: "#scienceHighlights",
  works: "/works",
  links: "#referenceLinks",
  sources: "/sources",
};

/** Shows a section of a profile, or nothing if the profile does not have it. Editors get a link to edit it. */
export function Section({ profile, id, children }: Props) {
  const role = useSite()?.viewer?.role ?? "user";
  const section = sectionsOf(profile).find((candidate) => candidate.id === id);
  if (!section) return null;
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{section.title}</h2>
      {role !== "user" && EDITOR_PATHS[id] && (
        <p className="text-sm">
          <a href={`/admin/experts/${profile.slug}${EDITOR_PATHS[id]}`} aria-describedby={`${id}-title`}>
            Edit
          </a>
        </p>
      )}
      {children}
    </section>
  );
}

export function sitePageMeta({ slug, title, summary }: PublicPage, site: ReturnType<typeof siteOf>): MetaDescriptor[] {
  return pageMeta({ title, description: summary, ...site, path: `/${slug}` });
}

/** Shows a page about the site. */
export function SitePage({ page: { title, html, updatedAt } }: { page: PublicPage }) {
  return (
    <article className="own-page">
      <PageHeader title={title} />
      <Prose html={html} />
      {updatedAt && (
        <p className="mt-6 text-sm text-muted">
          Last updated <ShortDate time={updatedAt} />.
        </p>
      )}
    </article>
  );
}
