import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { type FormAnswer, refusalIn, typedText } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { safeReturnTo } from "~/http/return-to";
import { setArticleFeatured } from "~/models/editing/articles/featured.server";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    return null;
  });
}

/** Features an article or stops featuring it, and returns to the page of the button. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    await setArticleFeatured(editor, params.id ?? "", { featured: fields.featured === "true" });
    return redirect(safeReturnTo(fields.returnTo, ADMIN_ARTICLES), 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Not Featured | Admin" }];

/** Shows a refusal, for example of a fifth featured article. It is also the page for a GET. */
export default function NotFeatured() {
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <NoticePage title="Nothing was changed">
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <ButtonLink to={safeReturnTo(typedText(answer, "returnTo"), ADMIN_ARTICLES)}>Back to the list</ButtonLink>
    </NoticePage>
  );
}
