import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { form, page } from "~/http/form.server";
import { type UploadResult, uploadImages } from "~/models/editing/images/upload.server";
import { ACCEPTED_TYPES, MAX_BYTES, MAX_FILES } from "~/models/records/images/rules";
import { UploadList } from "./upload-list";
import { useUploads } from "./use-uploads";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    return null;
  });
}

/** Stores the files of the form. Without scripts the answer fills the same list that scripts fill. */
export async function action({ context, request }: ActionFunctionArgs) {
  const guard = () => requireEditor(request, context);
  return form(
    request,
    async (_fields, files) => ({ results: await uploadImages(await requireEditor(request, context), files) }),
    { guard, files: { files: MAX_FILES, fileBytes: MAX_BYTES } },
  );
}

export const meta: MetaFunction = () => [{ title: "Image Uploader | Admin" }];

export default function Uploader() {
  const answer = useActionData<typeof action>() as (Partial<FormAnswer> & { results?: UploadResult[] }) | undefined;
  const { uploads, add, retry } = useUploads(answer?.results);
  const storedCount = uploads.filter(({ state }) => state === "stored").length;
  return (
    <>
      <h1>Image Uploader</h1>
      <FormErrors refusal={refusalIn(answer as FormAnswer | undefined)} title="Upload Failed" />
      <Form
        method="post"
        encType="multipart/form-data"
        className="drop mb-5 rounded-xl border-2 border-dashed border-edge p-5"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          add(event.dataTransfer.files);
        }}
      >
        <label className="mb-2 block font-semibold" htmlFor="file">
          PNG, JPG or WebP images, each up to 5MB
        </label>
        <input
          id="file"
          type="file"
          name="file"
          multiple
          accept={ACCEPTED_TYPES}
          aria-describedby="file-hint"
          onChange={(event) => addChosenFiles(event.currentTarget, add)}
        />
        <Hint id="file-hint">
          <span className="script:hidden">You can send at most {MAX_FILES} at once.</span>
          <span className="noscript:hidden">
            You can also drop them here. They are uploaded as soon as you choose them.
          </span>
        </Hint>
        <span className="script:hidden">
          <SubmitButton pending="Uploading…">Upload</SubmitButton>
        </span>
      </Form>
      {uploads.length > 0 && (
        <p role="status">
          {storedCount} of {uploads.length} stored
        </p>
      )}
      <UploadList uploads={uploads} retry={retry} />
    </>
  );
}

function addChosenFiles(input: HTMLInputElement, add: (files: FileList) => void): void {
  if (!input.files?.length) return;
  add(input.files);
  // The same file can be chosen again.
  input.value = "";
}
