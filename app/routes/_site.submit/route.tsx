import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
} from "@remix-run/react";
import { currentUser } from "~/auth/session.server";
import { AppError } from "~/errors";
import { addressOf } from "~/http/api.server";
import { draftBrowser, draftCookie } from "~/http/draft-cookie.server";
import { form, page } from "~/http/form.server";
import { nameIn } from "~/http/missed-search.server";
import { linkOrigin } from "~/http/origin.server";
import { pageMeta, siteOf } from "~/http/page-meta";
import { log } from "~/log.server";
import { findExpert } from "~/models/experts/experts.server";
import { newId } from "~/models/records/ids.server";
import { houseRules } from "~/models/site/settings.server";
import { findDraft, saveDraft } from "~/models/submissions/drafts.server";
import {
  FAILED,
  KEEP,
  NO_FIELDS,
  NOT_SIGNED_IN,
  SUBMISSION_CHARACTERS,
  settled,
  stepOf,
  toFields,
} from "~/models/submissions/fields";
import { findOwnSubmission } from "~/models/submissions/own.server";
import { checkSubmission, DuplicatesFound, submitExpert } from "~/models/submissions/submissions.server";
import { SubmitReceived } from "./before-and-after";
import { SubmitForm } from "./submit-form";

/** The form with what was typed last time; with `?change=slug`, filled from that profile; with `?received=id`, thanks. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const { searchParams } = new URL(request.url);
    const [user, browser] = await Promise.all([currentUser(request), draftBrowser(request)]);
    const received = user && (await findOwnSubmission(user, searchParams.get("received") ?? ""));
    const change = searchParams.get("change");
    const expert = change ? await findExpert(change) : null;
    const draft = await findDraft({ browser, userId: user?.id ?? null }, expert?.slug ?? "");
    const content = {
      draftId: draft?.id ?? newId(),
      restored: draft !== null,
      fields:
        draft?.fields ??
        (expert ? toFields({ ...expert, change: expert.slug }) : { ...NO_FIELDS, name: nameIn(searchParams) }),
      change: expert && { slug: expert.slug, name: expert.name },
      submitter: user && `${user.firstName} ${user.lastName}`.trim(),
      received,
      rules: await houseRules(),
    };
    return data(content, { headers: { "Set-Cookie": await draftCookie(request) } });
  });
}

/**
 * Private, but not `no-store` as what signed-in readers get elsewhere: Back to an answer of the form would then be an
 * error page of the browser, with everything that was typed gone.
 */
export const headers = () => ({ "Cache-Control": "private, no-cache" });

/** Whatever happens, what was typed is in the answer and, unless it was stored, in the draft. */
export async function action({ context, request }: ActionFunctionArgs) {
  const [user, browser] = await Promise.all([currentUser(request), draftBrowser(request)]);
  const run = async (values: Record<string, string | string[]>) => {
    const typed = toFields(values);
    const draftId = String(values.draftId ?? "");
    const owner = { browser, userId: user?.id ?? null, address: addressOf(context) };
    try {
      const step = stepOf(values.intent, typed);
      if (step) {
        const fields = step();
        await saveDraft(draftId, fields, owner);
        return { values: fields, kept: values.intent === KEEP && Boolean(user || browser) };
      }
      const fields = settled(typed);
      await checkSubmission(fields);
      if (!user) throw new AppError("unauthenticated", NOT_SIGNED_IN);
      const seen = String(values.seen ?? "").split(",");
      const { id } = await submitExpert(user, fields, { origin: linkOrigin(request), draftId, browser, seen });
      return redirect(`/submit?received=${id}`, 303);
    } catch (error) {
      // What keeps the draft from being kept is the worse problem.
      const problem = await saveDraft(draftId, typed, owner).then(
        () => error,
        (worse) => worse,
      );
      if (problem instanceof DuplicatesFound) return data({ values: typed, duplicates: problem.duplicates }, 409);
      if (problem instanceof AppError) throw problem;
      log.error({ err: problem }, "a submission failed");
      throw new AppError("unavailable", FAILED);
    }
  };
  return form(request, run, { characters: SUBMISSION_CHARACTERS });
}

/** With scripts a server that cannot be reached is no reason to take the form away. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    if (error instanceof Response) throw error;
    // A Response, because its status keeps the framework from loading the page anew.
    const body = JSON.stringify({ message: FAILED, fieldErrors: {} });
    return new Response(body, { status: 503, headers: { "Content-Type": "application/json" } });
  }
}

/** A refused form leaves the page as it is: when the server cannot be reached, asking for it again would take it away. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) => actionStatus < 400;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const title = data?.received
    ? data.received.isChange
      ? "Change Received"
      : "Submission Received"
    : data?.change
      ? "Suggest a Change"
      : "Submit an Expert";
  if (!data) return [{ title }];
  return pageMeta({
    title,
    description:
      "Suggest someone who leads longevity science or medicine. Every suggestion is reviewed before it is published.",
    ...siteOf(matches),
    path: "/submit",
    noindex: Boolean(data.received || data.change),
  });
};

export default function SubmitPage() {
  const { rules, fields, draftId, restored, change, submitter, received } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (received) return <SubmitReceived {...received} />;
  return (
    <SubmitForm
      // Another draft is another form: a change instead of a new expert, or a fresh start.
      key={draftId}
      rules={rules}
      draftId={draftId}
      fields={fields}
      restored={restored}
      change={change}
      submitter={submitter}
      answer={answer}
    />
  );
}
