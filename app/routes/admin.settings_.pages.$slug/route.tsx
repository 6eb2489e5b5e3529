import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { ConflictPanel } from "~/components/admin/conflict-panel";
import { PageEditor } from "~/components/admin/page-editor";
import { Crumbs, LinkSummary, PageLine } from "~/components/admin/page-parts";
import { refusalIn } from "~/components/forms/form-answer";
import { Button, ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { AppError } from "~/errors";
import { form, intentOf, page } from "~/http/form.server";
import type { Admin } from "~/models/base/accounts/admin.server";
import { articlePreview } from "~/models/editing/articles/preview.server";
import { EditConflict } from "~/models/records/shared/edit-conflict.server";
import { PAGE_CHARACTERS, pageConflict, pageForAdmin, removePage, savePage } from "~/models/whole/pages/edit.server";
import { formOf, formOfPage, type PageAnswer } from "~/models/whole/pages/form";
import { ADMIN_PAGES_OF_SITE } from "~/models/whole/pages/labels";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const editedPage = await pageForAdmin(admin, params.slug ?? "");
    return { page: editedPage, preview: articlePreview(admin, editedPage) };
  });
}

/** Saves the page. Other buttons show the preview or the original text without saving, or remove the page. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const run = async (values: Values) => {
    const admin = await requireAdmin(request, context);
    return intentOf(INTENTS, values.intent ?? "save")(admin, params.slug ?? "", values);
  };
  return form(request, run, { characters: PAGE_CHARACTERS, guard: () => requireAdmin(request, context) });
}

type Values = PageAnswer["values"] & object;

const INTENTS: Record<string, (admin: Admin, slug: string, values: Values) => Promise<unknown>> = {
  async save(admin, slug, values) {
    try {
      await savePage(admin, slug, values);
      return redirect(`${ADMIN_PAGES_OF_SITE}/${slug}?saved`, 303);
    } catch (error) {
      if (!(error instanceof EditConflict)) throw error;
      const conflict = pageConflict(error);
      return data({ ...conflict, preview: articlePreview(admin, conflict.form) }, 409);
    }
  },
  async preview(admin, _slug, values) {
    const typedForm = formOf(values);
    return { form: typedForm, preview: articlePreview(admin, typedForm), isStartingText: false };
  },
  async "starting-text"(admin, slug, values) {
    const typedForm = { ...formOf(values), body: (await pageForAdmin(admin, slug)).startingText };
    return { form: typedForm, preview: articlePreview(admin, typedForm), isStartingText: true };
  },
  async remove(admin, slug, { updatedAt }) {
    try {
      await removePage(admin, slug, updatedAt);
      return redirect(`${ADMIN_PAGES_OF_SITE}?removed`, 303);
    } catch (error) {
      if (!(error instanceof AppError) || error.problem !== "conflict") throw error;
      // Shows the page as it is now.
      const storedPage = await pageForAdmin(admin, slug);
      const shownPage = { form: formOfPage(storedPage), preview: articlePreview(admin, storedPage) };
      return data({ message: error.message, fieldErrors: {}, ...shownPage }, 409);
    }
  },
};

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Edit ${data.page.title}` : "Edit"} | Admin` },
];

export default function EditPage() {
  const { page, preview } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as PageAnswer | undefined;
  const [params] = useSearchParams();
  const { slug, title, startingText, listed, updatedAt } = page;
  const typedForm = answer?.form ?? (answer?.values ? formOf(answer.values) : formOfPage(page));
  return (
    <>
      <Crumbs>
        <Link to="/admin/settings">Settings</Link> › <Link to={ADMIN_PAGES_OF_SITE}>Pages</Link>
      </Crumbs>
      <PageLine>
        <h1>
          Edit <bdi>{title}</bdi>
        </h1>
        <ButtonLink quiet to={`/${slug}`}>
          View
        </ButtonLink>
      </PageLine>
      {params.has("saved") && !answer && <Notice role="status">The page was saved.</Notice>}
      {answer?.isStartingText && (
        <Notice role="status">The form has the original text. Save the page to show it to readers again.</Notice>
      )}
      {listed && (
        <Notice tone="caution">
          The profile of {listed} has the address /{slug}, so readers see it in place of this page.
        </Notice>
      )}
      <PageEditor
        key={answer?.conflict ? typedForm.updatedAt : answer?.isStartingText ? "starting text" : updatedAt}
        form={typedForm}
        preview={answer?.preview ?? preview}
        isPreviewed={answer?.preview !== undefined}
        refusal={answer && refusalIn({ values: {}, ...answer })}
        hasStartingText={startingText !== ""}
      >
        {answer?.conflict && (
          <ConflictPanel
            conflict={answer.conflict}
            discard={
              <Link to={`${ADMIN_PAGES_OF_SITE}/${slug}`} reloadDocument>
                discard your changes
              </Link>
            }
          />
        )}
      </PageEditor>
      {startingText === "" && (
        <details>
          <LinkSummary>Remove this page</LinkSummary>
          <Form method="post">
            <input type="hidden" name="updatedAt" value={updatedAt} />
            <p className="mb-2.5">This deletes the text. Its address will say that there is no such page.</p>
            <Button quiet danger type="submit" name="intent" value="remove">
              Remove {title}
            </Button>
          </Form>
        </details>
      )}
    </>
  );
}
