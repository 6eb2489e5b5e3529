import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { type MouseEvent, useState } from "react";
import { requireAdmin } from "~/auth/session.server";
import { AdminSearch } from "~/components/admin/admin-search";
import { DeleteDialog } from "~/components/admin/delete-dialog";
import { FeaturedSwitch } from "~/components/admin/featured-switch";
import { SpellingCorrection } from "~/components/experts/spelling-correction";
import { Avatar } from "~/components/ui/avatar";
import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { Pagination } from "~/components/ui/pagination";
import { page } from "~/http/form.server";
import { categoryLabel } from "~/models/experts/categories";
import { countFeatured } from "~/models/experts/featured.server";
import { DELETE_QUESTION } from "~/models/experts/fields";
import { listAddress } from "~/models/experts/list-address";
import { listingCounts } from "~/models/experts/listing.server";
import { listExperts, pageQueryOf } from "~/models/experts/lists.server";
import { expertForAdmin } from "~/models/experts/rows.server";
import { shownImage } from "~/models/images/missing.server";

/** Experts on a page. */
const PAGE_SIZE = 20;
const PATH = "/admin/experts";
const DELETE_HINT = "It stays in the trash for 30 days.";

/** All experts, in the order and with the search of the public lists; `?deleted=` offers to take that back. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const { searchParams } = new URL(request.url);
    const query = pageQueryOf(searchParams, PAGE_SIZE);
    const list = await listExperts(query, { nearest: true });
    const counts = list.counts && !query.search ? list.counts : await listingCounts();
    const deleted = searchParams.get("deleted");
    const row = deleted ? await expertForAdmin(admin, deleted).catch(() => null) : null;
    return {
      experts: list.experts.map(({ id, slug, name, title, categories, imageUrl, featured }) => ({
        ...{ id, slug, name, title, featured },
        fields: categories.map(categoryLabel).join(", "),
        image: shownImage(imageUrl),
      })),
      found: `${list.total.toLocaleString("en")}${list.isCapped ? "+" : ""}`,
      total: counts["*"] ?? 0,
      featured: await countFeatured(),
      page: list.currentPage,
      pages: list.totalPages,
      search: query.search,
      corrected: list.corrected,
      deleted: row?.deletedAt ? { id: row.id, name: row.name } : null,
    };
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Manage Experts | Admin" }];

export default function Experts() {
  const { experts, found, total, featured, page, pages, search, corrected, deleted } = useLoaderData<typeof loader>();
  const [asked, setAsked] = useState<{ id: string; name: string } | null>(null);
  const here = listAddress(PATH, { search, page });
  return (
    <>
      <div className="page-line">
        <h1>Manage Experts</h1>
        <p className="acts">
          <ButtonLink to={`${PATH}/new`}>New expert</ButtonLink>
          <ButtonLink quiet to="/admin/featured">
            Featured experts
          </ButtonLink>
          <ButtonLink quiet to={`${PATH}/trash`}>
            Trash
          </ButtonLink>
        </p>
      </div>
      {deleted && <Deleted expert={deleted} returnTo={here} />}
      <dl className="figures">
        <Figure label="Total" value={total} />
        <Figure label="Featured" value={featured} />
        <Figure label="On Page" value={experts.length} />
      </dl>
      <AdminSearch action={PATH} search={search} label="Search experts" />
      <p className="found" aria-live="polite">
        {search && `${found} found`}
        {pages > 1 && ` Page ${page} of ${pages.toLocaleString("en")}`}
      </p>
      <SpellingCorrection corrected={corrected} search={search} />
      {experts.length === 0 ? (
        <p className="empty">No experts found. {search ? "Try adjusting your search." : "Make the first one."}</p>
      ) : (
        <table className="rows experts">
          <thead>
            <tr>
              <th scope="col">Expert</th>
              <th scope="col">Categories</th>
              <th scope="col">Featured</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {experts.map((expert) => (
              <Row key={expert.id} expert={expert} here={here} onDelete={setAsked} />
            ))}
          </tbody>
        </table>
      )}
      <Pagination page={page} pages={pages} address={(number) => listAddress(PATH, { search, page: number })} />
      <DeleteDialog
        asked={asked && { ...asked, title: `Delete ${asked.name}`, question: DELETE_QUESTION, hint: DELETE_HINT }}
        path="/api/experts"
        after={(id) => `${here}${here.includes("?") ? "&" : "?"}deleted=${id}`}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value.toLocaleString("en")}</dd>
    </div>
  );
}

/** Says who was deleted a moment ago, with the way back. */
function Deleted({ expert, returnTo }: { expert: { id: string; name: string }; returnTo: string }) {
  return (
    <Notice role="status">
      <Form method="post" action={`${PATH}/${expert.id}/restore`}>
        <input type="hidden" name="returnTo" value={returnTo} />
        {expert.name} is in the trash.{" "}
        <Button type="submit" quiet small>
          Undo
        </Button>
      </Form>
    </Notice>
  );
}

type ListedExpert = ReturnType<typeof useLoaderData<typeof loader>>["experts"][number];

interface RowProps {
  expert: ListedExpert;
  here: string;
  onDelete(expert: ListedExpert): void;
}

function Row({ expert, here, onDelete }: RowProps) {
  const { id, slug, name, title, fields, image, featured } = expert;
  const ask = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onDelete(expert);
  };
  return (
    <tr>
      <td>
        <div className="who">
          <Avatar name={name} image={image} size={40} />
          <div>
            <p>
              <Link to={`${PATH}/${id}`}>{name}</Link>
            </p>
            <p className="hint">{title}</p>
          </div>
        </div>
      </td>
      <td data-label="Categories">{fields || "none"}</td>
      <td data-label="Featured">
        <FeaturedSwitch
          {...{ name, featured }}
          path={`/api/experts/${id}/featured`}
          action={`${PATH}/${id}/featured`}
          returnTo={here}
        />
      </td>
      <td>
        <div className="acts">
          <ButtonLink quiet small to={`${PATH}/${id}`} aria-label={`Edit ${name}`}>
            Edit
          </ButtonLink>
          <ButtonLink
            quiet
            danger
            small
            to={`${PATH}/${id}/delete?${new URLSearchParams({ returnTo: here })}`}
            aria-label={`Delete ${name}`}
            onClick={ask}
          >
            Delete
          </ButtonLink>
          <ButtonLink quiet small href={`/${slug}`} target="_blank" rel="noopener" aria-label={`View ${name}`}>
            View
          </ButtonLink>
        </div>
      </td>
    </tr>
  );
}
