import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { Actions, Crumbs } from "~/components/admin/page-parts";
import { TextArea } from "~/components/forms/field";
import { type FormAnswer, fieldProps, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { useMailState } from "~/components/layout/use-site";
import { ButtonLink } from "~/components/ui/button";
import { Link } from "~/components/ui/link";
import { Notice } from "~/components/ui/notice";
import { form, page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import { DECISION_CHARACTERS, type Decided, decideRequest } from "~/models/whole/requests/decide.server";
import { requestForAdmin } from "~/models/whole/requests/request.server";
import { Mentions } from "~/routes/admin.requests.$id/mentions";

/** Asks before a person is removed for good. It is a page of its own, so that no other decision is near. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    return { request: await requestForAdmin(admin, params.id ?? "") };
  });
}

type Answer = FormAnswer & { decided?: Decided };

/** Removes the person. The answer appears on this page, because it lists the texts that still mention the name. */
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
  const mail = useMailState();
  const { id, name, slug, status, kind } = request;
  const isOpen = status === "open" && slug !== "" && (kind === "removal" || kind === "error");
  return (
    <>
      <Crumbs>
        <Link to="/admin/requests">Requests</Link> · <Link to={`/admin/requests/${id}`}>The request</Link>
      </Crumbs>
      <h1>{isOpen ? `Remove ${name} for good` : "Removal"}</h1>
      <FormErrors refusal={refusalIn(answer)} title="Decision Failed" />
      {answer?.decided && (
        <Notice role="status">
          Decided: {answer.decided.status}. {MAIL_WORDS.requestDecided(mail)}
        </Notice>
      )}
      <Mentions mentions={answer?.decided?.mentions ?? request.mentions} />
      {isOpen && (
        <Form method="post" className="max-w-form">
          <p className="mb-4">
            This deletes the profile with its history, pictures, sources and statistics, and all suggestions of readers
            about this person. Its address will say that a profile was removed. This cannot be undone. Anyone who adds
            this person again will be asked for a reason.
          </p>
          <TextArea
            label="Note to the person"
            name="notes"
            rows={3}
            hint="Optional. The mail about the removal has this note."
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
      {!isOpen && !answer?.decided && <p>There is nothing to remove, because this request was already decided.</p>}
    </>
  );
}
