import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { LibrarySearch, LibraryTabs } from "~/components/admin/library-tabs";
import { Empty, PageLine } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { Pagination } from "~/components/ui/pagination";
import { form, page } from "~/http/form.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { type LibraryTab, libraryAddress } from "~/models/editing/library/address";
import { deletedText, movedText } from "~/models/editing/library/labels";
import { moveContents } from "~/models/editing/library/library.server";
import {
  type ContentCard,
  contentCards,
  libraryExperts,
  libraryImagesPage,
  libraryPageQueryOf,
} from "~/models/editing/library/lists.server";
import { listProjects } from "~/models/editing/library/projects.server";
import type { LibraryImage } from "~/models/editing/library/views.server";
import { countContent } from "~/models/editing/promotions/content-counts.server";
import { PROMOTE } from "~/models/editing/promotions/form";
import { LibraryList } from "./library-list";

/** Shows the texts and images that are saved for articles. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const tab: LibraryTab = searchParams.get("tab") === "images" ? "images" : "content";
    const query = libraryPageQueryOf(searchParams);
    return {
      tab,
      ...(await listOf(editor, tab, query)),
      experts: await libraryExperts(editor),
      projects: await listProjects(editor),
      areAllSelected: searchParams.has("all"),
      deleted: countIn(searchParams, "deleted") ?? 0,
      moved: countIn(searchParams, "moved"),
    };
  });
}

function countIn(params: URLSearchParams, name: string): number | null {
  const text = params.get(name) ?? "";
  return /^\d{1,3}$/.test(text) ? Number(text) : null;
}

/** Moves the selected texts to a project. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const movedCount = await moveContents(await requireEditor(request, context), fields);
    const listAddress = new URL(request.url);
    for (const name of ["all", "index"]) listAddress.searchParams.delete(name);
    listAddress.searchParams.set("moved", String(movedCount));
    return redirect(`${listAddress.pathname}?${listAddress.searchParams}`, 303);
  });
}

async function listOf(editor: Editor, tab: LibraryTab, query: ReturnType<typeof libraryPageQueryOf>) {
  const { search, expert, project = "" } = query;
  const readList = tab === "content" ? contentCards : libraryImagesPage;
  const { items, totalPages, currentPage } = await readList(editor, query, { nearest: true });
  const listData = { counts: await countContent(editor, query), totalPages, currentPage, search, expert, project };
  if (tab === "content") return { ...listData, contents: items as ContentCard[], images: [] };
  return { ...listData, contents: [], images: items as LibraryImage[] };
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Content Library | Admin" }];

export default function Library() {
  const list = useLoaderData<typeof loader>();
  const { contents, images, counts, totalPages, currentPage, search, expert, experts, areAllSelected } = list;
  const { project, projects } = list;
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const chosenProject = projects.find(({ id }) => id === project);
  const tab = list.tab as LibraryTab;
  return (
    <>
      <PageLine>
        <h1>Content Library</h1>
        <LibrarySearch
          tab={tab}
          search={search}
          expert={expert}
          experts={experts}
          project={project}
          projects={projects}
        />
      </PageLine>
      {list.deleted > 0 && <Notice role="status">{deletedText(tab, list.deleted)}</Notice>}
      {list.moved !== null && !answer && <Notice role="status">{movedText(list.moved)}</Notice>}
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <LibraryTabs current={tab} counts={counts} search={search} expert={expert} project={project} />
      {chosenProject && (
        <p className="mb-3">
          {tab === "content" ? "Saved to" : "Attached to what is saved to"} the project{" "}
          <strong dir="auto">{chosenProject.name}</strong>
          {chosenProject.description && (
            <>
              : <bdi>{chosenProject.description}</bdi>
            </>
          )}
        </p>
      )}
      {contents.length + images.length === 0 ? (
        <Empty>
          <h2>{tab === "content" ? "No content found" : "No images found"}</h2>
          <p>Try adjusting your search or filters</p>
          {!search && !expert && !project && (
            <p>
              {tab === "content" ? "No text" : "No image"} is saved yet. What you save under{" "}
              <Link className="underline" to={PROMOTE}>
                Generate Articles with Images
              </Link>{" "}
              appears here.
            </p>
          )}
        </Empty>
      ) : (
        <LibraryList
          key={`${tab} ${list.moved}`}
          listFilters={{ tab, search, expert, project, page: currentPage }}
          contents={contents}
          images={images}
          projects={projects}
          areAllSelected={areAllSelected}
        />
      )}
      <Pagination
        page={currentPage}
        totalPages={totalPages}
        address={(number) => libraryAddress({ tab, search, expert, project, page: number })}
      />
    </>
  );
}
