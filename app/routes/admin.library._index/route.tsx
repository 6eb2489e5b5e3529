import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData, useSubmit } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { AdminSearch } from "~/components/admin/admin-search";
import { Empty, PageLine, Tabs } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { Notice } from "~/components/ui/notice";
import { Pagination } from "~/components/ui/pagination";
import { page } from "~/http/form.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { foundCount } from "~/models/base/text/numbers";
import { type LibraryTab, libraryAddress } from "~/models/editing/library/address";
import { deletedText } from "~/models/editing/library/labels";
import {
  contentCards,
  countLibrary,
  libraryExperts,
  libraryImagesPage,
  libraryPageQueryOf,
} from "~/models/editing/library/lists.server";
import { listProjects } from "~/models/editing/library/projects.server";
import { LibraryList } from "./library-list";

/** Saved texts and images for articles. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const tab: LibraryTab = searchParams.get("tab") === "images" ? "images" : "content";
    const query = libraryPageQueryOf(searchParams);
    return {
      tab,
      ...(await shownOf(editor, tab, query)),
      experts: await libraryExperts(editor),
      projects: await listProjects(editor),
      areAllSelected: searchParams.has("all"),
      deleted: Number(/^\d{1,3}$/.exec(searchParams.get("deleted") ?? "")?.[0] ?? 0),
    };
  });
}

async function shownOf(editor: Editor, tab: LibraryTab, query: ReturnType<typeof libraryPageQueryOf>) {
  const { search, expert, project = "" } = query;
  const nearest = { nearest: true };
  if (tab === "content") {
    const { items, total, totalPages, currentPage } = await contentCards(editor, query, nearest);
    const counts = { content: total, images: await countLibrary(editor, "image", query) };
    return { contents: items, images: [], counts, totalPages, currentPage, search, expert, project };
  }
  const { items, total, totalPages, currentPage } = await libraryImagesPage(editor, query, nearest);
  const counts = { content: await countLibrary(editor, "content", query), images: total };
  return { contents: [], images: items, counts, totalPages, currentPage, search, expert, project };
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Content Library | Admin" }];

export default function Library() {
  const list = useLoaderData<typeof loader>();
  const { contents, images, counts, totalPages, currentPage, search, expert, experts, areAllSelected } = list;
  const { project, projects } = list;
  const chosen = projects.find(({ id }) => id === project);
  const tab = list.tab as LibraryTab;
  const submit = useSubmit();
  return (
    <>
      <PageLine>
        <h1>Content Library</h1>
        <AdminSearch action="/admin/library" search={search} label="Search texts, experts and prompts">
          {tab === "images" && <input type="hidden" name="tab" value="images" />}
          <select
            key={expert}
            name="expert"
            defaultValue={expert}
            aria-label="Expert"
            onChange={(event) => submit(event.currentTarget.form, { replace: true, preventScrollReset: true })}
          >
            <option value="">All Experts</option>
            {/* An expert with images only is not on the list, and may be asked for all the same. */}
            {expert && !experts.includes(expert) && <option dir="auto">{expert}</option>}
            {experts.map((name) => (
              <option key={name} dir="auto">
                {name}
              </option>
            ))}
          </select>
          {projects.length > 0 && (
            <select
              key={`project ${project}`}
              name="project"
              defaultValue={project}
              aria-label="Project"
              onChange={(event) => submit(event.currentTarget.form, { replace: true, preventScrollReset: true })}
            >
              <option value="">All projects</option>
              {projects.map(({ id, name }) => (
                <option key={id} value={id} dir="auto">
                  {name}
                </option>
              ))}
            </select>
          )}
        </AdminSearch>
      </PageLine>
      <Hint className="mb-3">
        {tab === "content" ? (
          <>
            Texts that AI wrote and editors saved for articles. Profiles that it drafts are in the{" "}
            <Link to="/admin/generate">AI Generator</Link>.
          </>
        ) : (
          <>
            Pictures that AI made and editors saved for articles. <Link to="/admin/images">All images</Link> has every
            picture of the site.
          </>
        )}
      </Hint>
      {list.deleted > 0 && <Notice role="status">{deletedText(tab, list.deleted)}</Notice>}
      {chosen && (
        <p className="mb-3">
          Saved to the project <strong dir="auto">{chosen.name}</strong>
          {chosen.description && (
            <>
              : <bdi>{chosen.description}</bdi>
            </>
          )}
        </p>
      )}
      <Tabs aria-label="Kind">
        {(["content", "images"] as const).map((kind) => (
          <Link
            key={kind}
            to={libraryAddress({ tab: kind, search, expert, project })}
            aria-current={kind === tab ? "page" : undefined}
            preventScrollReset
          >
            {kind === "content" ? "Content" : "Images"} (
            {search ? foundCount(counts[kind]) : counts[kind].toLocaleString("en")})
          </Link>
        ))}
      </Tabs>
      {contents.length + images.length === 0 ? (
        <Empty>
          <h2>{tab === "content" ? "No content found" : "No images found"}</h2>
          <p>Try adjusting your search or filters</p>
        </Empty>
      ) : (
        <LibraryList
          key={tab}
          here={{ tab, search, expert, project, page: currentPage }}
          contents={contents}
          images={images}
          areAllSelected={areAllSelected}
        />
      )}
      <Pagination
        page={currentPage}
        pages={totalPages}
        address={(number) => libraryAddress({ tab, search, expert, project, page: number })}
      />
    </>
  );
}
