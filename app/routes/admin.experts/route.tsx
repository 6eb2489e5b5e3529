import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { requireEditor } from "~/auth/session.server";
import { AdminSearch } from "~/components/admin/admin-search";
import { DeleteDialog } from "~/components/admin/delete-dialog";
import { ActionsForm, Empty, Figure, Figures, PageLine, ResultCount, RowActions } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { SearchNotices } from "~/components/experts/list-notices";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { Pagination } from "~/components/ui/pagination";
import { form, page } from "~/http/form.server";
import { categoryLabel } from "~/models/experts/categories";
import { countFeatured } from "~/models/experts/featured.server";
import { DELETE_QUESTION } from "~/models/experts/fields";
import { listAddress } from "~/models/experts/list-address";
import { listingCounts } from "~/models/experts/listing.server";
import { listExperts, pageQueryOf } from "~/models/experts/lists.server";
import { inTrash, restoreExperts, trashExperts } from "~/models/experts/trash.server";
import { shownImage } from "~/models/images/missing.server";
import { ExpertsTable, type ListedExpert } from "./experts-table";

const PAGE_SIZE = 20;
const PATH = "/admin/experts";
const BULK = "selected";
const DELETE_HINT = "It stays in the trash for 30 days.";

/** All experts, in the order and with the search of the public lists; `?deleted=` offers to take that back. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const query = pageQueryOf(searchParams, PAGE_SIZE);
    return {
      ...shownOf(await listExperts({ ...query, isStrict: true }, { nearest: true })),
      search: query.search,
      total: (await listingCounts())["*"] ?? 0,
      featured: await countFeatured(),
      deleted: await inTrash(editor, searchParams.get("deleted")?.split(",") ?? []),
    };
  });
}

function shownOf(list: Awaited<ReturnType<typeof listExperts>>) {
  return {
    experts: list.experts.map(({ id, slug, name, title, categories, imageUrl, featured }) => ({
      id,
      slug,
      name,
      title,
      featured,
      fields: categories.map(categoryLabel).join(", "),
      image: shownImage(imageUrl),
    })),
    found: `${list.total.toLocaleString("en")}${list.isCapped ? "+" : ""}`,
    page: list.currentPage,
    pages: list.totalPages,
    corrected: list.corrected,
  };
}

/** Deletes the selected experts, or takes them out of the trash again. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    const { search, page } = pageQueryOf(new URL(request.url).searchParams, PAGE_SIZE);
    const here = listAddress(PATH, { search, page });
    if (fields.intent === "undo") {
      await restoreExperts(editor, fields);
      return redirect(here, 303);
    }
    const deleted = await trashExperts(editor, { ids: fields.ids ?? [] });
    return redirect(`${here}${here.includes("?") ? "&" : "?"}deleted=${deleted.join(",")}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Manage Experts | Admin" }];

export default function Experts() {
  const { experts, found, total, featured, page, pages, search, corrected, deleted } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const [deleting, setDeleting] = useState<ListedExpert | null>(null);
  const here = listAddress(PATH, { search, page });
  return (
    <>
      <PageLine>
        <h1>Manage Experts</h1>
        <RowActions>
          <ButtonLink to={`${PATH}/new`}>New expert</ButtonLink>
          <ButtonLink quiet to="/admin/featured">
            Featured experts
          </ButtonLink>
          <ButtonLink quiet to={`${PATH}/trash`}>
            Trash
          </ButtonLink>
        </RowActions>
      </PageLine>
      {deleted.length > 0 && <Deleted experts={deleted} returnTo={here} />}
      <FormErrors refusal={refusalIn(answer)} title="Delete Failed" />
      <Figures>
        <Figure label="Total">{total.toLocaleString("en")}</Figure>
        <Figure label="Featured">{featured.toLocaleString("en")}</Figure>
        <Figure label="On Page">{experts.length}</Figure>
      </Figures>
      <AdminSearch action={PATH} search={search} label="Search experts" />
      <ResultCount aria-live="polite">
        {search && `${found} found`}
        {pages > 1 && ` Page ${page} of ${pages.toLocaleString("en")}`}
      </ResultCount>
      <SearchNotices search={search} corrected={corrected} />
      {experts.length === 0 ? (
        <Empty>No experts found. {search ? "Try adjusting your search." : "Add the first one."}</Empty>
      ) : (
        <>
          <ExpertsTable experts={experts} here={here} form={BULK} onDelete={setDeleting} />
          <ActionsForm id={BULK} method="post" action={here} className="mt-4">
            <Button type="submit" quiet danger>
              Delete selected
            </Button>
            <Hint>Deleted experts stay in the trash for 30 days.</Hint>
          </ActionsForm>
        </>
      )}
      <Pagination page={page} pages={pages} address={(number) => listAddress(PATH, { search, page: number })} />
      <DeleteDialog
        deletion={
          deleting && { ...deleting, title: `Delete ${deleting.name}`, question: DELETE_QUESTION, hint: DELETE_HINT }
        }
        path="/api/experts"
        after={(id) => `${here}${here.includes("?") ? "&" : "?"}deleted=${id}`}
        onClose={() => setDeleting(null)}
      />
    </>
  );
}

/** Says who was deleted a moment ago, with the way back. */
function Deleted({ experts, returnTo }: { experts: { id: string; name: string }[]; returnTo: string }) {
  return (
    <Notice role="status">
      <Form method="post" action={experts.length === 1 ? `${PATH}/${experts[0]?.id}/restore` : returnTo}>
        <input type="hidden" name="returnTo" value={returnTo} />
        {experts.map(({ id }) => (
          <input key={id} type="hidden" name="ids[]" value={id} />
        ))}
        {experts.length === 1 ? `${experts[0]?.name} is` : `${experts.length} experts are`} in the trash.{" "}
        <Button type="submit" quiet small name="intent" value="undo">
          Undo
        </Button>
      </Form>
    </Notice>
  );
}
