import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHeader } from "~/components/ui/page-header";
import { Prose } from "~/components/ui/prose";
import { page } from "~/http/form.server";
import { interfaceGuide } from "~/http/openapi/guide.server";
import { siteOrigin } from "~/http/origin.server";
import { pageMeta, siteOf } from "~/http/page-meta";
import { pageStyles } from "~/http/page-styles";
import { renderMarkdown } from "~/models/base/markdown/markdown.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    return { html: renderMarkdown(interfaceGuide(siteOrigin(request)), { headings: "article" }) };
  });
}

const TITLE = "JSON interface";

export const links = pageStyles;

export const meta: MetaFunction<typeof loader> = ({ matches }) => {
  const description = "The calls for programs: experts, articles, suggestions and editing.";
  return pageMeta({ title: TITLE, description, ...siteOf(matches), path: "/api/docs" });
};

export default function InterfaceGuide() {
  const { html } = useLoaderData<typeof loader>();
  return (
    <article className="own-page">
      <PageHeader title={TITLE} />
      <Prose html={html} />
    </article>
  );
}
