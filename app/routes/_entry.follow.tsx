import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { questionForm } from "~/auth/question-form.server";
import { AfterForm, EntryForm, EntryHeading } from "~/components/forms/entry-form";
import { Field } from "~/components/forms/field";
import { type FormAnswer, fieldProps, typed } from "~/components/forms/form-answer";
import { SecurityQuestion } from "~/components/forms/security-question";
import { ButtonLink } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import { page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { newQuestion } from "~/models/base/accounts/security-question.server";
import { CONFIRM_DAYS, followByMail } from "~/models/readers/follows/follow.server";
import { RHYTHM_LABELS, RHYTHMS } from "~/models/readers/follows/rhythms";
import { followedAt } from "~/models/readers/follows/targets.server";
import { mailIsConfigured } from "~/services/mailer.server";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** `?what=` is the path of the page that is followed; `?sent` and `?left` are what comes after. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const { searchParams } = new URL(request.url);
    const after = searchParams.has("sent") ? "sent" : searchParams.has("left") ? "left" : null;
    if (after) return { after, days: CONFIRM_DAYS, asked: null };
    const { name, page: path } = await followedAt(searchParams.get("what") ?? "");
    const feed = path.split("?").join("/feed.xml?");
    const asked = { name, path, feed: path.includes("?") ? feed : `${path}/feed.xml`, isMailed: mailIsConfigured };
    return { after, days: CONFIRM_DAYS, asked: { ...asked, question: newQuestion() } };
  });
}

/** Also after a refusal: it takes a new question. */
export function shouldRevalidate() {
  return true;
}

export async function action(args: ActionFunctionArgs) {
  const what = new URL(args.request.url).searchParams.get("what") ?? "";
  return questionForm(args, async (fields, caller) => {
    await followByMail({ ...fields, what }, caller);
    return "/follow?sent";
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(data?.asked ? `Follow ${data.asked.name}` : "Follow", matches);

const LABELS = { email: "Your email", rhythm: "How often", captchaAnswer: "Security question" };

export default function Follow() {
  const { after, days, asked } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  if (!asked) return after === "left" ? <Left /> : <Sent days={days} />;
  const { name, path, feed, isMailed, question } = asked;
  const feedLink = <a href={feed}>{isMailed ? "Follow it in a feed reader instead" : "The feed for feed readers"}</a>;
  if (!isMailed) {
    return (
      <NoticePage narrow title={`Follow ${name}`}>
        <p>This site sends no e-mail, so it cannot be followed by mail.</p>
        <p>{feedLink}</p>
      </NoticePage>
    );
  }
  return (
    <>
      <EntryHeading
        title={`Follow ${name}`}
        lead="Mail about what is new: people, works, articles and corrections. None comes without news, and one click ends it."
      />
      <EntryForm answer={answer} failure="Not Sent" labels={LABELS} button="Follow" pending="Sending…">
        <Field
          label={LABELS.email}
          name="email"
          type="email"
          autoComplete="email"
          required
          {...fieldProps(answer, "email")}
          hint="We write to it once now, so that you can confirm it. It is not shown to anybody."
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
                defaultChecked={(typed(answer, "rhythm") || "weekly") === rhythm}
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

function Sent({ days }: { days: number }) {
  return (
    <NoticePage narrow title="Check Your Email">
      <p>
        We sent you a link. Please open it and press the button there: only then do you follow. It works for {days}{" "}
        days.
      </p>
      <p>
        Where we wrote to this address about it within the last day, or several times, no further mail comes: the link
        in the latest one shows everything that waits.
      </p>
      <ButtonLink to="/">Home</ButtonLink>
    </NoticePage>
  );
}

function Left() {
  return (
    <NoticePage narrow title="You Follow Nothing Any More">
      <p>Your address is deleted, and no more mail comes.</p>
      <ButtonLink to="/">Home</ButtonLink>
    </NoticePage>
  );
}
