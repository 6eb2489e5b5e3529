import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { ContentDetails } from "~/components/admin/content-details";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import { contentPage, draftFromContent } from "~/models/editing/library/article.server";
import { detachImage } from "~/models/editing/library/library.server";

/** Shows a text of the library with its details. With scripts the list shows the same in a dialog. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => contentPage(await requireEditor(request, context), params.id ?? ""));
}

/** Detaches an image, or drafts an article from the text and opens it. */
export async function action({ context, request, params: { id = "" } }: ActionFunctionArgs) {
  return form(request, async ({ intent, imageId }) => {
    const editor = await requireEditor(request, context);
    if (intent === "publish") return redirect(`/admin/articles/${await draftFromContent(editor, id)}`, 303);
    if (intent !== "detach") throw new AppError("invalid", "Unknown intent.");
    await detachImage(editor, { id, imageId });
    return redirect(`/admin/library/content/${id}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.content.expertName || "Content Details"} | Admin` },
];

export default function Content() {
  const details = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <div className="max-w-form">
      <h1>{details.content.expertName || "No expert"}</h1>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <ContentDetails {...details} />
      <p className="mt-5 underline">
        <Link to="/admin/library">Content Library</Link>
      </p>
    </div>
  );
}
