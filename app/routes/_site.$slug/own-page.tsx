import type { MetaDescriptor } from "@remix-run/node";
import { ShortDate } from "~/components/ui/dates";
import { PageHeader } from "~/components/ui/page-header";
import { Prose } from "~/components/ui/prose";
import { pageMeta, type siteOf } from "~/http/page-meta";
import type { PublicPage } from "~/models/pages/pages.server";

export function ownPageMeta({ slug, title, summary }: PublicPage, site: ReturnType<typeof siteOf>): MetaDescriptor[] {
  return pageMeta({ title, description: summary, ...site, path: `/${slug}` });
}

/** A page of the site about itself. */
export function OwnPage({ page: { title, html, updatedAt } }: { page: PublicPage }) {
  return (
    <article>
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
