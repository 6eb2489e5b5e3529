import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { requireReader } from "~/auth/guards.server";
import { requireUser } from "~/auth/session.server";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { JumpLink } from "~/components/ui/jump-link";
import { Notice } from "~/components/ui/notice";
import { PageHeader } from "~/components/ui/page-header";
import { DayChart, ReferringHosts } from "~/components/visits/day-chart";
import { form, intentOf, page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import { disownWork, highlightOwn } from "~/models/editing/claims/own-works.server";
import { chooseYearlyMail, confirmOwn } from "~/models/editing/claims/still-right.server";
import { setAcceptsQuestions } from "~/models/readers/questions/questions.server";
import { ownPage } from "~/models/whole/my-profile/own-page.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { Proposals } from "./proposals";
import { Questions } from "./questions";
import { Works } from "./works";

export const links = formPageStyles;

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows a person the page of their profile: confirming it, readers, questions, works, proposals and changes. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  return page(async () => {
    return { ...(await ownPage(await requireReader(request), params.slug ?? "")), isMailed: mailIsConfigured };
  });
}

type Intent = (user: Awaited<ReturnType<typeof requireUser>>, slug: string, fields: FormAnswer["values"]) => unknown;

const INTENTS: Record<string, Intent> = {
  right: confirmOwn,
  questions: (user, slug, { takes }) => setAcceptsQuestions(user, slug, takes === "yes"),
  yearly: (user, slug, { asked }) => chooseYearlyMail(user, slug, asked === "yes"),
  highlight: (user, slug, { highlight = [] }) => highlightOwn(user, slug, [highlight].flat()),
  disown: (user, slug, { work, why }) => disownWork(user, slug, { work, why }),
};

/** Runs the action of one of the page's buttons. */
export async function action({ params, request }: ActionFunctionArgs) {
  return form(request, async (fields): Promise<Response> => {
    const user = await requireUser(request);
    const intent = fields.intent ?? "right";
    await intentOf(INTENTS, intent)(user, params.slug ?? "", fields);
    return redirect(`/my-profile/${params.slug}?done=${intent}`, 303);
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Your profile", matches);

const DONE_MESSAGES: Record<string, string> = {
  right: "Readers now see that you confirmed it today.",
  questions: "Your choice was saved.",
  yearly: "Your choice was saved.",
  highlight: "The works you chose come first now.",
};

/** The first input of a field, if it differs from the field's name. */
const FIRST_INPUTS: Record<string, string> = { imageUrl: "imageUrlFile" };

export default function OwnProfilePage() {
  const profile = useLoaderData<typeof loader>();
  const { slug, name, confirmedAt, changes, visits, record, isMailed, askedYearly } = profile;
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const [params] = useSearchParams();
  const intent = answer ? "" : (params.get("done") ?? "");
  const message = intent === "disown" ? MAIL_WORDS.ownWorkTold({ isMailed }) : DONE_MESSAGES[intent];
  return (
    <div className="mx-auto max-w-192">
      <PageHeader
        title={<bdi>{name}</bdi>}
        lead="This profile is yours. Your proposals come first in the editors’ queue."
      >
        <ButtonLink to={`/my-profile/${slug}/edit`}>Change something</ButtonLink>
      </PageHeader>
      <FormErrors refusal={refusalIn(answer)} title="Not Saved" />
      {message && (
        <Notice role="status" className="my-5">
          {message}
        </Notice>
      )}
      <nav aria-label="On this page" className="mt-4 flex flex-wrap gap-x-4 gap-y-1 [&_a]:py-1 [&_a]:underline">
        <Link to={`/${slug}`}>See the profile</Link>
        {visits && <JumpLink to="visits">Page views</JumpLink>}
        <JumpLink to="questions">Questions</JumpLink>
        <JumpLink to="works">Works</JumpLink>
        <JumpLink to="proposals">Proposals</JumpLink>
        <JumpLink to="changes">Changes</JumpLink>
      </nav>
      <section className="mt-6" aria-labelledby="right">
        <h2 id="right" className="text-lg">
          Still correct?
        </h2>
        <Form method="post" className="mt-2">
          <p className="mb-3">
            You confirmed this profile on <ShortDate time={confirmedAt ?? ""} />, and readers see that date.
          </p>
          <Button quiet type="submit" name="intent" value="right">
            Yes, everything is correct today
          </Button>
        </Form>
        {isMailed && (
          <Form method="post" className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            <input type="hidden" name="intent" value="yearly" />
            <input type="hidden" name="asked" value={askedYearly ? "no" : "yes"} />
            <p>{askedYearly ? "We ask you by mail once a year." : "We do not ask you by mail."}</p>
            <Button quiet small type="submit">
              {askedYearly ? "Do not ask me" : "Ask me once a year"}
            </Button>
          </Form>
        )}
      </section>
      <section className="mt-6" aria-labelledby="shown">
        <h2 id="shown" className="text-lg">
          How readers find you
        </h2>
        <dl className="mt-2">
          {record.map(({ field, label, value }) => (
            <div key={field} className="border-t border-line py-2">
              <dt className="text-muted">{label}</dt>
              <dd>{value || "Nothing yet"}</dd>
              <dd>
                <Link className="underline" to={`/my-profile/${slug}/edit#${FIRST_INPUTS[field] ?? field}`}>
                  Change<span className="sr-only"> {label}</span>
                </Link>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <Questions profile={profile} />
      {visits && (
        <section className="mt-6" aria-labelledby="visits">
          <h2 id="visits" className="mb-2 text-lg">
            Views of your profile
          </h2>
          <DayChart title="Views in the last 30 days" days={visits.days} />
          <ReferringHosts hosts={visits.hosts} />
        </section>
      )}
      <Works profile={profile} answer={answer} />
      <Proposals profile={profile} />
      <section className="mt-6" aria-labelledby="changes">
        <h2 id="changes" className="text-lg">
          Changes of your profile
        </h2>
        {changes.length === 0 && <p>Nothing was changed yet.</p>}
        <ul className="records">
          {changes.map(({ at, fields, by }) => (
            <li key={at} className="max-w-measure border-t border-line py-4">
              <ShortDate time={at} />, <bdi>{by}</bdi>: {fields || "publication"}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

export { FormErrorBoundary as ErrorBoundary } from "~/components/forms/signed-out";
