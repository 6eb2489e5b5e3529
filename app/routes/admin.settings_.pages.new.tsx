import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { PageEditor } from "~/components/admin/page-editor";
import { Crumbs } from "~/components/admin/page-parts";
import { refusalIn } from "~/components/forms/form-answer";
import { Link } from "~/components/ui/link";
import { form, page } from "~/http/form.server";
import { articlePreview } from "~/models/editing/articles/preview.server";
import { addPage, PAGE_CHARACTERS } from "~/models/whole/pages/edit.server";
import { formOf, type PageAnswer } from "~/models/whole/pages/form";
import { ADMIN_PAGES_OF_SITE } from "~/models/whole/pages/labels";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireAdmin(request, context);
    return null;
  });
}

export async function action({ context, request }: ActionFunctionArgs) {
  const run = async (values: PageAnswer["values"] & object) => {
    const admin = await requireAdmin(request, context);
    if (values.intent === "preview") {
      const typedForm = formOf(values);
      return { form: typedForm, preview: articlePreview(admin, typedForm) };
    }
    return redirect(`${ADMIN_PAGES_OF_SITE}/${await addPage(admin, values)}?saved`, 303);
  };
  return form(request, run, { characters: PAGE_CHARACTERS, guard: () => requireAdmin(request, context) });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Add a page | Admin" }];

const NEW_PAGE = { slug: "", title: "", body: "", position: "9", inFooter: true, shown: {} };

export default function NewPage() {
  const answer = useActionData<typeof action>() as PageAnswer | undefined;
  return (
    <>
      <Crumbs>
        <Link to="/admin/settings">Settings</Link> › <Link to={ADMIN_PAGES_OF_SITE}>Pages</Link>
      </Crumbs>
      <h1>Add a page</h1>
      <PageEditor
        form={answer?.form ?? (answer?.values ? formOf(answer.values) : NEW_PAGE)}
        preview={answer?.preview ?? { html: "", minutes: 1, words: 0 }}
        refusal={answer && refusalIn({ values: {}, ...answer })}
        hasStartingText={false}
        isPreviewed={answer?.preview !== undefined}
      />
    </>
  );
}
