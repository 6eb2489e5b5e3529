import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { AdminSearch } from "~/components/admin/admin-search";
import { AttachList } from "~/components/admin/attach-dialog";
import { PageLine } from "~/components/admin/page-parts";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Pagination } from "~/components/ui/pagination";
import { form, page } from "~/http/form.server";
import { attachImage } from "~/models/editing/library/library.server";
import { attachablePage, libraryPageQueryOf } from "~/models/editing/library/lists.server";
import { listAddress } from "~/models/records/listings/list-address";

/** Lists the images of the library that can be attached to a text. With scripts a dialog shows the same. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const query = libraryPageQueryOf(new URL(request.url).searchParams);
    return { ...(await attachablePage(editor, params.id ?? "", query)), search: query.search };
  });
}

export async function action({ context, request, params: { id = "" } }: ActionFunctionArgs) {
  return form(request, async ({ imageId }) => {
    await attachImage(await requireEditor(request, context), { id, imageId });
    return redirect(`/admin/library/content/${id}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Attach Images | Admin" }];

export default function Attach() {
  const { id, expertName, images, totalPages, currentPage, search } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const pageAddress = `/admin/library/content/${id}/attach`;
  return (
    <div className="max-w-form">
      <PageLine>
        <h1>Attach Images</h1>
        <AdminSearch action={pageAddress} search={search} label="Search prompts and experts" />
      </PageLine>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <Form method="post">
        <AttachList images={images} />
      </Form>
      <Pagination
        page={currentPage}
        totalPages={totalPages}
        address={(number) => listAddress(pageAddress, { search, page: number })}
      />
      <p className="mt-5 underline">
        <Link to={`/admin/library/content/${id}`}>Back to the content{expertName && ` about ${expertName}`}</Link>
      </p>
    </div>
  );
}
