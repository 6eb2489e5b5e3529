import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { imageSize, Thumbnail } from "~/components/admin/image-facts";
import { Empty, RowActions } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { ShortTime } from "~/components/ui/dates";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { removeUnused, unusedImages } from "~/models/editing/images/admin-list.server";

const PATH = "/admin/images/unused";

/** Lists stored images that nothing uses, to delete them. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const before = Number(searchParams.get("before"));
    return {
      ...(await unusedImages(editor, { before: Number.isSafeInteger(before) && before > 0 ? before : undefined })),
      areAllSelected: searchParams.has("all"),
      address: PATH + (before > 0 ? `?before=${before}` : ""),
      removed: countIn(searchParams, "removed"),
      stillUsed: countIn(searchParams, "kept"),
    };
  });
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const { removed, kept } = await removeUnused(await requireEditor(request, context), fields);
    return redirect(`${PATH}?removed=${removed}&kept=${kept}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Unused Images | Admin" }];

export default function UnusedImages() {
  const { images, hasImages, next, areAllSelected, address, removed, stillUsed } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>Unused Images</h1>
      <FormErrors refusal={refusalIn(answer)} title="Delete Failed" />
      {removed !== null && !answer && (
        <Notice role="status">
          {removed} {removed === 1 ? "image was" : "images were"} deleted.
          {stillUsed !== null &&
            stillUsed > 0 &&
            ` ${stillUsed} ${stillUsed === 1 ? "was not, because it is" : "were not, because they are"} in use now.`}
        </Notice>
      )}
      {images.length > 0 && (
        <p>
          No expert, article, waiting submission or library item uses these images. Other places, such as a newsletter,
          may still link to some of them.
        </p>
      )}
      {images.length === 0 ? (
        <Empty>{noneText({ isFirst: address === PATH, hasImages, next })}</Empty>
      ) : (
        <Form method="post" action={address}>
          <ul
            className="mb-4 grid fill-cols-68 gap-3 [&_small]:block [&_small]:text-muted"
            key={String(areAllSelected)}
          >
            {images.map((image) => (
              <li key={image.id}>
                <label className="grid grid-cols-[auto_auto_1fr] items-center gap-3 rounded-lg border border-line bg-surface p-2.5 [&>input]:min-h-5">
                  <input type="checkbox" name="id[]" value={image.id} defaultChecked={areAllSelected} />
                  <Thumbnail image={image} />
                  <span>
                    {image.name} <small>{imageSize(image)}</small>{" "}
                    <small>
                      <ShortTime time={image.createdAt} />
                    </small>
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <RowActions className="my-4">
            <SubmitButton quiet danger pending="Deleting…">
              Delete the selected images
            </SubmitButton>
            <ButtonLink
              quiet
              to={areAllSelected ? address : `${address}${address.includes("?") ? "&" : "?"}all`}
              preventScrollReset
            >
              {areAllSelected ? "Select none" : "Select all"}
            </ButtonLink>
          </RowActions>
        </Form>
      )}
      {next && (
        <RowActions className="my-4">
          <ButtonLink quiet to={`${PATH}?before=${next}`}>
            Check more images
          </ButtonLink>
        </RowActions>
      )}
    </>
  );
}

/** Says why no image is listed. */
function noneText({ isFirst, hasImages, next }: { isFirst: boolean; hasImages: boolean; next: number | null }): string {
  if (!hasImages) return "No images are stored yet.";
  if (next) return "All images checked so far are in use.";
  return isFirst ? "Every image is in use." : "The other images are in use.";
}

function countIn(params: URLSearchParams, name: string): number | null {
  const text = params.get(name);
  return text && /^\d{1,3}$/.test(text) ? Number(text) : null;
}
