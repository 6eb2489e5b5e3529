import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { Actions, Crumbs, Empty } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { offeredSynonyms } from "~/models/base/text/synonyms.server";
import { addSynonyms, SETTINGS_CHARACTERS } from "~/models/whole/settings/settings.server";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => ({ offered: await offeredSynonyms(await requireAdmin(request, context)) }));
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(
    request,
    async (fields) => {
      const addedCount = await addSynonyms(await requireAdmin(request, context), fields);
      return redirect(`/admin/settings/words?added=${addedCount}`, 303);
    },
    { characters: SETTINGS_CHARACTERS },
  );
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "New Words | Admin" }];

export default function NewWords() {
  const { offered } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const [params] = useSearchParams();
  const addedCount = params.get("added");
  return (
    <>
      <Crumbs>
        <Link to="/admin/settings">Settings</Link>
      </Crumbs>
      <h1>New Words That Mean the Same</h1>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      {addedCount && !answer && (
        <Notice role="status">
          {addedCount === "0"
            ? "The list of words did not change."
            : `Groups added to the list of words: ${Number(addedCount)}.`}
        </Notice>
      )}
      {offered.length === 0 ? (
        <Empty>There are no new words to decide about.</Empty>
      ) : (
        <Form method="post" className="max-w-form">
          <Hint className="mb-4">
            {`${offered.length === 1 ? "A group of words" : `${offered.length} groups of words`} came with newer versions, and this site’s list does not have ${offered.length === 1 ? "it" : "them"}. Ticked groups are added to its end. The others are not offered again.`}
          </Hint>
          <ul className="mb-4">
            {offered.map((line) => (
              <li key={line}>
                <label className="flex gap-2.5 py-1.5">
                  <input type="checkbox" name="lines[]" value={line} defaultChecked />
                  <span dir="auto" className="wrap-anywhere">
                    {line}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          <Actions>
            <SubmitButton pending="Adding…">Add to the list</SubmitButton>
          </Actions>
        </Form>
      )}
    </>
  );
}
