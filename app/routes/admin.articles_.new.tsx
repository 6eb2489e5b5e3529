import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { ArticleType } from "~/components/admin/article-type-field";
import { ExpertNameField } from "~/components/admin/expert-name-field";
import { Actions } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { Field } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn, typedText } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { FormId } from "~/components/forms/form-id";
import { SubmitButton } from "~/components/forms/submit-button";
import { form, page } from "~/http/form.server";
import { siteOrigin } from "~/http/origin.server";
import { newId } from "~/models/base/input/ids.server";
import { createArticle } from "~/models/editing/articles/edit.server";
import { ARTICLE_LABELS } from "~/models/records/articles/fields";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";

/** Shows the form that creates the draft of an article. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    return { id: newId() };
  });
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async ({ id, title, type, expert }) => {
    const editor = await requireEditor(request, context);
    const article = await createArticle(editor, { id, title, type, expert }, { origin: siteOrigin(request) });
    const params = new URLSearchParams({ done: "created", at: article.updatedAt });
    return redirect(`${ADMIN_ARTICLES}/${article.id}?${params}`, 303);
  });
}

export const meta: MetaFunction = () => [{ title: "New Article | Admin" }];

export default function NewArticle() {
  const { id } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <div className="max-w-176">
      <h1>New article</h1>
      <Form method="post" noValidate>
        <FormId id={id} answer={answer} />
        <FormErrors refusal={refusalIn(answer)} title="The article was not created" labels={ARTICLE_LABELS} />
        <Field label={ARTICLE_LABELS.title} name="title" autoComplete="off" required {...fieldProps(answer, "title")} />
        <ArticleType defaultValue={typedText(answer, "type")} error={answer?.fieldErrors?.type} />
        <ExpertNameField {...fieldProps(answer, "expert")} />
        <Actions className="mb-2.5">
          <SubmitButton pending="Creating…">Create draft</SubmitButton>
        </Actions>
        <Hint>It is a draft until you publish it.</Hint>
      </Form>
    </div>
  );
}
