import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { draftBrowserHash, draftCookie } from "~/auth/draft-cookie.server";
import { currentUser } from "~/auth/session.server";
import { clientAddressOf } from "~/http/api.server";
import { form, page } from "~/http/form.server";
import { linkOrigin } from "~/http/origin.server";
import { pageMeta, siteOf } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import { lineIn } from "~/http/params.server";
import { newId } from "~/models/base/input/ids.server";
import { houseRules } from "~/models/base/settings/settings.server";
import { findDraft } from "~/models/editing/submissions/drafts.server";
import { findOwnSubmission } from "~/models/editing/submissions/own.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { NO_FIELDS, SUBMISSION_CHARACTERS, toFields } from "~/models/records/experts/submission-fields";
import { SUBMIT } from "~/subject/submit";
import { SubmitReceived } from "./before-and-after";
import { send, type Values } from "./send.server";
import { SubmitForm } from "./submit-form";

export const links = formPageStyles;

/** Shows the form with its draft. `?change=slug` fills it from that profile. `?received=id` shows the confirmation instead. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const { searchParams } = new URL(request.url);
    const [user, browser] = await Promise.all([currentUser(request), draftBrowserHash(request)]);
    const content = {
      ...(await draftOrNew({ browser, userId: user?.id ?? null }, searchParams)),
      submitter: user && `${user.firstName} ${user.lastName}`.trim(),
      received: user && (await findOwnSubmission(user, searchParams.get("received") ?? "")),
      rules: await houseRules(),
    };
    return data(content, { headers: { "Set-Cookie": await draftCookie(request) } });
  });
}

async function draftOrNew(owner: Parameters<typeof findDraft>[0], params: URLSearchParams) {
  const slug = params.get("change");
  const expert = slug ? await findExpert(slug) : null;
  const draft = await findDraft(owner, expert?.slug ?? "");
  const initialFields = expert
    ? toFields({ ...expert, change: expert.slug, basedOn: expert.updatedAt })
    : { ...NO_FIELDS, name: lineIn(params, "name", 80) };
  return {
    draftId: draft?.id ?? newId(),
    restored: draft !== null,
    fields: draft?.fields ?? initialFields,
    change: expert && { slug: expert.slug, name: expert.name },
  };
}

/**
 * The page is private, but not `no-store` as other pages of signed-in readers. With `no-store`, Back to an answer of the form would
 * show an error page of the browser and lose everything that was typed.
 */
export const headers = () => ({ "Cache-Control": "private, no-cache" });

/** Handles the buttons of the form. The answer always has the typed text, and so has the draft unless the submission was stored. */
export async function action({ context, request }: ActionFunctionArgs) {
  const run = async (values: Values) => {
    const [user, browser] = await Promise.all([currentUser(request), draftBrowserHash(request)]);
    const owner = { browser, userId: user?.id ?? null, address: clientAddressOf(context) };
    return send(values, { user, owner, origin: linkOrigin(request) });
  };
  return form(request, run, { characters: SUBMISSION_CHARACTERS });
}

/** Keeps the page after a refusal, because reloading it would lose the form if the server cannot be reached. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) => actionStatus < 400;

const NEW_EXPERT = "Submit an Expert";

function titleOf({ received, change }: { received: { isChange: boolean } | null; change: object | null }): string {
  if (received) return received.isChange ? "Change Received" : "Submission Received";
  return change ? "Suggest a Change" : NEW_EXPERT;
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [{ title: NEW_EXPERT }];
  return pageMeta({
    title: titleOf(data),
    description: `${SUBMIT.lead} Every suggestion is reviewed before it is published.`,
    ...siteOf(matches),
    path: "/submit",
    noindex: Boolean(data.received || data.change),
  });
};

export default function SubmitPage() {
  const { rules, fields, draftId, restored: isRestored, change, submitter, received } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (received) return <SubmitReceived {...received} />;
  return (
    <SubmitForm
      // Another draft needs a fresh form.
      key={draftId}
      rules={rules}
      draftId={draftId}
      fields={fields}
      isRestored={isRestored}
      change={change}
      submitter={submitter}
      answer={answer}
    />
  );
}
