import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { AdminSearch } from "~/components/admin/admin-search";
import { CopyUrlButton } from "~/components/admin/copy-button";
import { DataTable } from "~/components/admin/data-table";
import { ImageAltForm } from "~/components/admin/image-alt-form";
import { ImageUses, imageSize, Thumbnail } from "~/components/admin/image-facts";
import { Empty, PageLine, RowActions } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { Pagination, useListPending } from "~/components/ui/pagination";
import { page } from "~/http/form.server";
import { nearestPage, searchIn } from "~/models/base/input/paging.server";
import { formatResultCount } from "~/models/base/text/numbers";
import { IMAGES_PAGE_SIZE, imagesPage, type StoredImage } from "~/models/editing/images/admin-list.server";
import { listAddress } from "~/models/records/listings/list-address";

const PATH = "/admin/images";

/** Lists all stored images. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const query = { ...nearestPage(searchParams, IMAGES_PAGE_SIZE), search: searchIn(searchParams) };
    const list = await imagesPage(editor, query, { nearest: true });
    return { ...list, search: query.search, done: searchParams.get("done") ?? "" };
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "All images | Admin" }];

const DONE_TEXTS: Record<string, string> = {
  described: "The alternative text was saved.",
  deleted: "The image was deleted.",
};

export default function Images() {
  const { images, total, totalPages, currentPage, search, done } = useLoaderData<typeof loader>();
  const isPending = useListPending();
  const currentAddress = listAddress(PATH, { search, page: currentPage });
  return (
    <>
      <PageLine>
        <h1>All images</h1>
        <AdminSearch action={PATH} search={search} label="Search names and descriptions" />
      </PageLine>
      <Hint className="mb-3">
        This is every image of the site: uploads, images made by AI, and images of profiles and articles. Images made
        for articles are also listed under <Link to="/admin/library?tab=images">Saved for articles</Link>, with their
        prompts.
      </Hint>
      {Object.hasOwn(DONE_TEXTS, done) && <Notice role="status">{DONE_TEXTS[done]}</Notice>}
      <PageLine>
        <p aria-live="polite">
          {search ? formatResultCount(total) : total.toLocaleString("en")} {total === 1 ? "image" : "images"}
        </p>
        <RowActions>
          <ButtonLink quiet to="/admin/images/unused">
            Find unused
          </ButtonLink>
          <ButtonLink to="/admin/uploader">Upload images</ButtonLink>
        </RowActions>
      </PageLine>
      {total === 0 ? (
        <Empty>{search ? "No images found. Try adjusting your search." : "No images are stored yet."}</Empty>
      ) : (
        <DataTable aria-busy={isPending} head={["Image", "Name", "Alternative text", "Stored", "Used in", "Actions"]}>
          {images.map((image) => (
            <Row key={image.id} image={image} returnTo={currentAddress} />
          ))}
        </DataTable>
      )}
      <Pagination
        page={currentPage}
        totalPages={totalPages}
        address={(number) => listAddress(PATH, { search, page: number })}
      />
    </>
  );
}

function Row({ image, returnTo }: { image: StoredImage; returnTo: string }) {
  const { id, name, url } = image;
  return (
    <tr>
      <td>
        <Thumbnail image={image} />
      </td>
      <td data-label="Name" className="md:min-w-28 xl:min-w-44">
        <Link to={`${PATH}/${id}`} dir="auto">
          {name}
        </Link>
      </td>
      <td data-label="Alternative text" className="md:w-2/5 md:min-w-48 xl:min-w-72">
        <ImageAltForm image={image} returnTo={returnTo} />
      </td>
      <td data-label="Stored" className="xl:whitespace-nowrap">
        <span className="whitespace-nowrap">
          <ShortDate time={image.createdAt} />
        </span>{" "}
        <small>{imageSize(image)}</small>
      </td>
      <td data-label="Used in" className="min-w-24">
        <ImageUses image={image} />
      </td>
      <td className="whitespace-nowrap">
        <RowActions>
          <CopyUrlButton path={url} name={name} />
          <ButtonLink quiet danger small to={`${PATH}/${id}/delete`} aria-label={`Delete ${name}`}>
            Delete
          </ButtonLink>
        </RowActions>
      </td>
    </tr>
  );
}
