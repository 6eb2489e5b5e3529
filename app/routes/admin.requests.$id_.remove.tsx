import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { Actions, Crumbs } from "~/components/admin/page-parts";
import { TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import { DECISION_CHARACTERS, type Decided, decideRequest } from "~/models/whole/requests/decide.server";
import { requestForAdmin } from "~/models/whole/requests/request.server";
import { Mentions } from "~/routes/admin.requests.$id/mentions";

/** Before somebody is taken off for good: it is on no page where anything else is decided. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    return { request: await requestForAdmin(admin, params.id ?? "") };
  });
}

type Answer = FormAnswer & { decided?: Decided };

/** Shows the answer on this page, because the names of what to edit are known only now. */
export async function action({ context, params: { id = "" }, request }: ActionFunctionArgs) {
  return form(
    request,
    async ({ notes }): Promise<Answer> => {
      const admin = await requireAdmin(request, context);
      const origin = { linkOrigin: linkOrigin(request) };
      return { values: {}, decided: await decideRequest(admin, id, { decision: "remove", notes }, origin) };
    },
    { guard: () => requireAdmin(request, context), characters: DECISION_CHARACTERS },
  );
}

export const meta: MetaFunction = () => [{ title: "Removal | Admin" }];

export default function RemovePerson() {
  const { request } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Answer | undefined;
  const { id, name, slug, status, kind } = request;
  const isOpen = status === "open" && slug !== "" && (kind === "removal" || kind === "error");
  return (
    <>
      <Crumbs>
        <Link to="/admin/requests">Requests</Link> · <Link to={`/admin/requests/${id}`}>The request</Link>
      </Crumbs>
      <h1>{isOpen ? `Remove ${name} for good` : "Removal"}</h1>
      <FormErrors refusal={refusalIn(answer)} title="Decision Failed" />
      {answer?.decided && <Notice role="status">Decided: {answer.decided.status}. A mail says so.</Notice>}
      <Mentions mentions={answer?.decided?.mentions ?? request.mentions} />
      {isOpen && (
        <Form method="post" className="max-w-form">
          <p className="mb-4">
            The profile, its history, pictures, sources and statistics are deleted, and so is what readers suggested
            about this person. The address says that a profile was removed. Nothing brings it back, and whoever adds
            this person again is asked for a reason.
          </p>
          <TextArea
            label="Note to the person"
            name="notes"
            rows={3}
            hint="Optional. It stands in the mail that says that the profile is gone."
            {...fieldProps(answer, "notes")}
          />
          <Actions>
            <ButtonLink quiet to={`/admin/requests/${id}`}>
              Cancel
            </ButtonLink>
            <SubmitButton danger pending="Removing…">
              {`Remove ${name} for good`}
            </SubmitButton>
          </Actions>
        </Form>
      )}
      {!isOpen && !answer?.decided && <p>There is nothing to remove: this request was decided.</p>}
    </>
  );
}
