import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { ImageUses, Thumbnail } from "~/components/admin/image-facts";
import { RowActionsForm } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { form, page } from "~/http/form.server";
import { deleteImage, findImage } from "~/models/editing/images/admin-list.server";

/** Asks before an image is deleted, and lists where it is used. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => ({ image: await findImage(await requireEditor(request, context), params.id ?? "") }));
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async ({ force }) => {
    await deleteImage(await requireEditor(request, context), { id: params.id, force });
    return redirect("/admin/images?done=deleted", 303);
  });
}

/** Reloads after a conflict, because the image may be in use by now. */
export { afterConflict as shouldRevalidate } from "~/http/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Delete ${data?.image.name ?? "an image"} | Admin` },
];

export default function DeleteImage() {
  const { image } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const isUsed = image.usedIn.length > 0;
  return (
    <>
      <h1>Delete this image?</h1>
      <FormErrors refusal={refusalIn(answer)} title="Delete Failed" />
      <p className="my-4 flex items-center gap-4">
        <Thumbnail image={image} /> {image.name}
      </p>
      {isUsed ? (
        <>
          <p>This image is in use. &apos;Delete anyway&apos; removes it from these places:</p>
          <ImageUses image={image} />
        </>
      ) : (
        <p>Nothing uses this image. It will be deleted immediately and cannot be restored.</p>
      )}
      <RowActionsForm method="post" className="my-4">
        {isUsed && <input type="hidden" name="force" value="1" />}
        <SubmitButton quiet danger pending="Deleting…">
          {isUsed ? "Delete anyway" : "Delete"}
        </SubmitButton>
        <ButtonLink quiet to="/admin/images">
          Cancel
        </ButtonLink>
      </RowActionsForm>
    </>
  );
}
