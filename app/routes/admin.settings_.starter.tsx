import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { Empty } from "~/components/admin/page-parts";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn, typedText } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { StarterChoice } from "~/components/forms/starter-choice";
import { SubmitButton } from "~/components/forms/submit-button";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { chooseStarter, starterChoiceIn, starterState } from "~/models/whole/starter/starter-choice.server";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => starterState(await requireAdmin(request, context)));
}

export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await chooseStarter(await requireAdmin(request, context), starterChoiceIn(fields));
    return redirect("/admin/settings/starter?saved", 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Starter Profiles | Admin" }];

export default function Starter() {
  const { published, hidden } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const [params] = useSearchParams();
  return (
    <>
      <h1>Starter Profiles</h1>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      {params.has("saved") && !answer && <Notice role="status">Your choice has been applied.</Notice>}
      {published + hidden === 0 ? (
        <Empty>All starter profiles and articles have been edited or deleted.</Empty>
      ) : (
        <Form method="post" className="max-w-form">
          <Hint className="mb-4">
            {`Of the starter profiles and articles that have not been edited, ${published} are published and ${hidden} are in the trash. Your choice does not change the edited ones.`}
          </Hint>
          <StarterChoice
            initialChoice={typedText(answer, "starter") || (published > 0 ? "keep" : "look")}
            error={answer?.fieldErrors?.starter}
          />
          <SubmitButton pending="Working…">Apply</SubmitButton>
        </Form>
      )}
    </>
  );
}
