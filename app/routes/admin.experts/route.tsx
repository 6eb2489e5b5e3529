import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { requireEditor } from "~/auth/session.server";
import { DeleteDialog } from "~/components/admin/delete-dialog";
import { KeyboardShortcuts } from "~/components/admin/keyboard-shortcuts";
import type { KeyInUse } from "~/components/admin/keys";
import { Empty, FigureInLine, FiguresLine, PageLine, RowActions } from "~/components/admin/page-parts";
import { SELECTABLE } from "~/components/admin/selection";
import { SearchNotices } from "~/components/experts/list-notices";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { Pagination } from "~/components/ui/pagination";
import { form, page } from "~/http/form.server";
import { addressWith } from "~/models/base/input/list-address";
import type { Paging } from "~/models/base/input/paging.server";
import { countNoun } from "~/models/base/text/numbers";
import { shownImage } from "~/models/base/uploads/missing.server";
import { type BulkResult, bulkStates, changeExperts } from "~/models/editing/experts/bulk.server";
import { countDrafts } from "~/models/editing/experts/drafts.server";
import { countFeatured } from "~/models/editing/experts/featured.server";
import { type Gap, isGap } from "~/models/editing/experts/gaps";
import { expertsLacking, gapCounts, matchingIds } from "~/models/editing/experts/gaps.server";
import { quickEditIfThere } from "~/models/editing/experts/quick-edit.server";
import { expertsInTrash, restoreExperts, trashExperts } from "~/models/editing/experts/trash.server";
import { listExperts, pageQueryOf } from "~/models/records/directory/lists.server";
import { DELETE_QUESTION } from "~/models/records/experts/fields";
import { currentTopics } from "~/models/records/experts/topics.server";
import { categoryLabel } from "~/models/records/listings/categories";
import { listingCounts } from "~/models/records/listings/listing.server";
import { BulkBar, BulkNotice } from "./bulk-bar";
import { DeletedNotice } from "./deleted-notice";
import { ExpertsTable, type ListedExpert } from "./experts-table";
import { ListTools } from "./list-tools";

const PAGE_SIZE = 20;
const PATH = "/admin/experts";
const SELECTION_FORM_ID = "selected";
const DELETE_HINT = "It stays in the trash for 30 days.";

/**
 * Lists all experts with the order and search of the public lists. `?gap=` filters by a gap, and `?deleted=` offers to undo a
 * deletion. `?edit=` opens the quick form of a person, and `?saved=` names whose profile was saved.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const query = pageQueryOf(searchParams, PAGE_SIZE);
    const gap = gapIn(searchParams);
    const list = gap
      ? { ...(await expertsLacking(editor, { ...query, gap })), corrected: null }
      : await listExperts({ ...query, isStrict: true, asWords: true }, { nearest: true });
    return {
      ...listOf(list),
      search: query.search,
      gap,
      gaps: await gapCounts(editor, query.search),
      topics: (await currentTopics()).map(({ slug, name }) => ({ slug, name })),
      states: await bulkStates(
        editor,
        list.experts.map(({ id }) => id),
      ),
      total: (await listingCounts())["*"] ?? 0,
      featured: await countFeatured(),
      editing: await quickEditIfThere(editor, searchParams.get("edit")),
      drafts: query.search && !gap ? await countDrafts(editor, query.search) : 0,
      saved: await quickEditIfThere(editor, searchParams.get("saved")),
      deleted: await expertsInTrash(editor, searchParams.get("deleted")?.split(",") ?? []),
    };
  });
}

function gapIn(params: URLSearchParams): Gap | null {
  const gap = params.get("gap");
  return isGap(gap) ? gap : null;
}

type ListedExperts = Pick<Awaited<ReturnType<typeof listExperts>>, "experts" | "total" | "isCapped" | "corrected"> &
  Paging;

function listOf(list: ListedExperts) {
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
    count: list.total,
    isCapped: list.isCapped,
    page: list.currentPage,
    totalPages: list.totalPages,
    corrected: list.corrected,
  };
}

/** The limit of a form with the ids of 500 profiles. */
const CHARACTERS = 40_000;

/** Changes, deletes or restores the selected experts. */
export async function action({ context, request }: ActionFunctionArgs) {
  const run = async (fields: FormAnswer["values"]) => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const { search, page } = pageQueryOf(searchParams, PAGE_SIZE);
    const listAddress = addressOf({ search, gap: gapIn(searchParams), page });
    if (fields.intent === "undo") {
      await restoreExperts(editor, fields);
      return redirect(listAddress, 303);
    }
    const ids = fields.all ? await matchingIds(editor, { search, gap: gapIn(searchParams) }) : (fields.ids ?? []);
    if (fields.intent === "change") {
      const [action, value] = String(fields.choice ?? "").split(":");
      return data({ values: {}, done: await changeExperts(editor, { action, value, ids, places: fields.places }) });
    }
    const deletedIds = await trashExperts(editor, { ids });
    return redirect(`${listAddress}${listAddress.includes("?") ? "&" : "?"}deleted=${deletedIds.join(",")}`, 303);
  };
  return form(request, run, { characters: CHARACTERS });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Manage Experts | Admin" }];

type Answer = FormAnswer & { done?: BulkResult };

export default function Experts() {
  const list = useLoaderData<typeof loader>();
  const {
    experts,
    count,
    isCapped,
    total,
    featured,
    page,
    totalPages,
    search,
    gap,
    gaps,
    corrected,
    deleted,
    topics,
    states,
    editing,
    drafts,
    saved,
  } = list;
  const answer = useActionData<typeof action>() as Answer | undefined;
  const [expertToDelete, setExpertToDelete] = useState<ListedExpert | null>(null);
  const listAddress = addressOf({ search, gap, page });
  const isUndoable = deleted.length > 0 || Boolean(answer?.done?.changed.length);
  return (
    <>
      <PageLine className="mb-2! [&>h1]:flex-none!">
        <h1>Manage Experts</h1>
        <FiguresLine className="mr-auto">
          <FigureInLine label="Total">{total.toLocaleString("en")}</FigureInLine>
          <FigureInLine label="Featured">{featured.toLocaleString("en")}</FigureInLine>
          <FigureInLine label="On Page">{experts.length}</FigureInLine>
        </FiguresLine>
        <RowActions>
          <ButtonLink small to={`${PATH}/new`}>
            New expert
          </ButtonLink>
          <ButtonLink quiet small to={`${PATH}/trash`}>
            Trash
          </ButtonLink>
        </RowActions>
      </PageLine>
      {deleted.length > 0 && <DeletedNotice experts={deleted} returnTo={listAddress} />}
      {saved && !answer && (
        <Notice role="status" className="mb-3">
          {saved.name} was saved. <a href={`/${saved.slug}`}>View the profile</a>
        </Notice>
      )}
      {answer?.done && <BulkNotice done={answer.done} listAddress={listAddress} />}
      <FormErrors
        refusal={refusalIn(answer)}
        title={answer?.values.intent === "trash" ? "Delete Failed" : "Update Failed"}
      />
      <ListTools
        count={count}
        isCapped={isCapped}
        page={page}
        totalPages={totalPages}
        search={search}
        gap={gap}
        gaps={gaps}
      />
      <SearchNotices search={search} corrected={corrected} />
      {drafts > 0 && (
        <p className="mb-3">
          This list has public profiles.{" "}
          <Link className="underline" to={addressWith(`${PATH}/drafts`, { search })}>
            {countNoun(drafts, "draft matches", "drafts match")}
          </Link>
        </p>
      )}
      {experts.length === 0 ? (
        <Empty>No experts found. {search || gap ? "Try adjusting your search." : "Add the first one."}</Empty>
      ) : (
        <div className={SELECTABLE} key={answer?.done ? JSON.stringify(answer.done) : ""}>
          <ExpertsTable
            experts={experts}
            listAddress={listAddress}
            form={SELECTION_FORM_ID}
            editing={editing}
            onDelete={setExpertToDelete}
          />
          <BulkBar
            form={SELECTION_FORM_ID}
            listAddress={listAddress}
            total={count}
            totalPages={totalPages}
            topics={topics}
            states={states}
            search={search}
            gap={gap}
          />
        </div>
      )}
      <KeyboardShortcuts keys={[...(experts.length > 0 ? keysOf(totalPages) : []), ...(isUndoable ? UNDO_KEYS : [])]} />
      <Pagination page={page} totalPages={totalPages} address={(number) => addressOf({ search, gap, page: number })} />
      <DeleteDialog
        deletion={
          expertToDelete && {
            ...expertToDelete,
            title: `Delete ${expertToDelete.name}`,
            question: DELETE_QUESTION,
            hint: DELETE_HINT,
          }
        }
        path="/api/experts"
        addressAfter={(id) => `${listAddress}${listAddress.includes("?") ? "&" : "?"}deleted=${id}`}
        onClose={() => setExpertToDelete(null)}
      />
    </>
  );
}

const UNDO_KEYS: KeyInUse[] = [["undo", "undo"]];

function keysOf(totalPages: number): KeyInUse[] {
  return [
    ["next", "next"],
    ["previous", "previous"],
    ["select", "select"],
    ["selectPage", "select all on this page"],
    ...(totalPages > 1 ? ([["selectList", "all of this list"]] as KeyInUse[]) : []),
    ["change", "choose a change"],
  ];
}

function addressOf({ search, gap, page }: { search: string; gap: Gap | null; page?: number }): string {
  return addressWith(PATH, { search, gap: gap ?? "", page });
}
