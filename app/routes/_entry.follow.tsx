import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { questionForm } from "~/auth/question-form.server";
import { AfterForm, EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { Field } from "~/components/forms/field";
import { type FormAnswer, fieldProps, typedText } from "~/components/forms/form-answer";
import { SecurityQuestion } from "~/components/forms/security-question";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { newQuestion } from "~/models/base/accounts/security-question.server";
import { CONFIRM_DAYS, followByMail } from "~/models/readers/follows/follow.server";
import { RHYTHM_LABELS, RHYTHMS } from "~/models/readers/follows/rhythms";
import { findFollowedSubject } from "~/models/readers/follows/targets.server";
import { mailIsConfigured } from "~/services/mailer.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the form for following the page at `?what=`, or with `?sent` and `?left` the confirmations. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const { searchParams } = new URL(request.url);
    const after = searchParams.has("sent") ? "sent" : searchParams.has("left") ? "left" : null;
    if (after) return { after, days: CONFIRM_DAYS, target: null };
    const { name, page: path } = await findFollowedSubject(searchParams.get("what") ?? "");
    const feed = path.split("?").join("/feed.xml?");
    const target = { name, path, feed: path.includes("?") ? feed : `${path}/feed.xml`, isMailed: mailIsConfigured };
    return { after, days: CONFIRM_DAYS, target: { ...target, question: newQuestion() } };
  });
}

export { unlessUnanswered as shouldRevalidate } from "~/http/revalidation";

export async function action(args: ActionFunctionArgs) {
  const target = new URL(args.request.url).searchParams.get("what") ?? "";
  return questionForm(args, async (fields, caller) => {
    await followByMail({ ...fields, what: target }, caller);
    return "/follow?sent";
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(data?.target ? `Follow ${data.target.name}` : "Follow", matches);

const LABELS = { email: "Your email", rhythm: "How often", captchaAnswer: "Security question" };

export default function Follow() {
  const { after, days, target } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (!target) return after === "left" ? <FollowingEnded /> : <LinkSent days={days} />;
  const { name, path, feed, isMailed, question } = target;
  const feedLink = <a href={feed}>{isMailed ? "Follow it in a feed reader instead" : "The feed for feed readers"}</a>;
  if (!isMailed) {
    return (
      <NoticePage narrow title={`Follow ${name}`}>
        <p>This site sends no email, so you cannot follow it by mail.</p>
        <p>{feedLink}</p>
      </NoticePage>
    );
  }
  return (
    <>
      <EntryHeading
        title={`Follow ${name}`}
        lead="We mail you when there are new people, works, articles or corrections. You can stop it with one click."
      />
      <EntryForm answer={answer} failure="Not Sent" labels={LABELS} button="Follow" pending="Sending…">
        <Field
          label={LABELS.email}
          name="email"
          type="email"
          autoComplete="email"
          required
          {...fieldProps(answer, "email")}
          hint="We send you a link now to confirm your address. We show it to nobody."
        />
        <fieldset className="mb-4.5">
          <legend className="font-semibold">{LABELS.rhythm}</legend>
          {RHYTHMS.map((rhythm) => (
            <label key={rhythm} className="flex items-center gap-1.5 py-1">
              <input
                className="flex-none"
                type="radio"
                name="rhythm"
                value={rhythm}
                defaultChecked={(typedText(answer, "rhythm") || "weekly") === rhythm}
              />{" "}
              {RHYTHM_LABELS[rhythm]}
            </label>
          ))}
        </fieldset>
        <SecurityQuestion question={question} answer={answer} />
      </EntryForm>
      <AfterForm>
        {feedLink} · <Link to={path}>Back</Link>
      </AfterForm>
    </>
  );
}

function LinkSent({ days }: { days: number }) {
  return (
    <NoticePage narrow title="Check Your Email">
      <p>
        We sent you a link. Please open it within {days} days and press the button there. Only then will you follow the
        page.
      </p>
      <p>
        If we have sent such a link to this address today, or several times before, we do not send another mail. The
        link in the latest mail shows everything that you have to confirm.
      </p>
      <ButtonLink to="/">Home</ButtonLink>
    </NoticePage>
  );
}

function FollowingEnded() {
  return (
    <NoticePage narrow title="You No Longer Follow Anything">
      <p>We deleted your address and will send you no more mail.</p>
      <ButtonLink to="/">Home</ButtonLink>
    </NoticePage>
  );
}
