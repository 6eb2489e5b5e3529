import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { MissedSearches } from "~/components/admin/missed-searches";
import { Empty } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { form, page } from "~/http/form.server";
import { dismissMissed, missedSearches } from "~/models/readers/missed-searches/missed-searches.server";

/** Lists the searches of readers that found nobody. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => ({ searches: await missedSearches(await requireEditor(request, context)) }));
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await dismissMissed(await requireEditor(request, context), fields);
    return redirect(fields.from === "dashboard" ? "/admin#missing" : "/admin/missing", 303);
  });
}

export const meta: MetaFunction = () => [{ title: "Who Is Missing | Admin" }];

export default function Missing() {
  const { searches } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <h1>Who is missing</h1>
      <FormErrors refusal={refusalIn(answer)} title="Dismissal Failed" />
      <Hint>
        These are searches of readers that found nobody. Only their words are counted, without cookies, addresses or
        anything else about the readers. An invitation is the form to suggest somebody, with the name filled in.
      </Hint>
      {searches.length === 0 ? (
        <Empty>There are no searches without results.</Empty>
      ) : (
        <MissedSearches searches={searches} />
      )}
    </>
  );
}
