import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { readerOf } from "~/auth/guards.server";
import { requireUser } from "~/auth/session.server";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { PageHeader } from "~/components/ui/page-header";
import { DayChart, ReferringHosts } from "~/components/visits/day-chart";
import { form, page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { formPageStyles } from "~/http/page-styles";
import { ownProfile } from "~/models/claims/own.server";
import { confirmOwn } from "~/models/claims/still-right.server";
import { chooseQuestions } from "~/models/questions/questions.server";
import { mailIsConfigured } from "~/services/mailer.server";

export const links = formPageStyles;

export { formPageHeaders as headers } from "~/auth/guards.server";

/** A profile as its holder sees it: whether it is right, and who changed what. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  return page(async () => {
    return { ...(await ownProfile(await readerOf(request), params.slug ?? "")), isMailed: mailIsConfigured };
  });
}

/** Says that all of it is right, or chooses whether readers may ask. */
export async function action({ params, request }: ActionFunctionArgs) {
  return form(request, async ({ intent, takes }): Promise<Response> => {
    const user = await requireUser(request);
    if (intent === "questions") await chooseQuestions(user, params.slug ?? "", takes === "yes");
    else await confirmOwn(user, params.slug ?? "");
    return redirect(`/my-profile/${params.slug}`, 303);
  });
}

export const meta: MetaFunction = ({ matches }) => unlistedMeta("Your profile", matches);

export default function OwnProfilePage() {
  const { slug, name, confirmedAt, changes, takesQuestions, isMailed, visits } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <div className="mx-auto max-w-192">
      <PageHeader
        title={<bdi>{name}</bdi>}
        lead="This profile is yours. What you propose comes first in the editors’ queue."
      >
        <ButtonLink to={`/my-profile/${slug}/edit`}>Change something</ButtonLink>
      </PageHeader>
      <FormErrors refusal={refusalIn(answer)} title="Not Confirmed" />
      <Form method="post" className="mt-6">
        <p className="mb-3">
          You confirmed it on <ShortDate time={confirmedAt ?? ""} />.{" "}
          <Link className="underline" to={`/${slug}`}>
            See the profile
          </Link>
        </p>
        <Button quiet type="submit">
          Yes, all of it is right today
        </Button>
      </Form>
      <Questions takes={takesQuestions === 1} isMailed={isMailed} />
      {visits && (
        <section className="mt-6" aria-labelledby="visits">
          <h2 id="visits" className="mb-2 text-lg">
            How often it was read
          </h2>
          <DayChart title="Readers of your profile in the last 30 days" days={visits.days} />
          <ReferringHosts hosts={visits.hosts} />
        </section>
      )}
      <section className="mt-6" aria-labelledby="changes">
        <h2 id="changes" className="text-lg">
          Who changed what
        </h2>
        {changes.length === 0 && <p>Nothing was changed yet.</p>}
        <ul className="records">
          {changes.map(({ at, fields, by }) => (
            <li key={at} className="max-w-measure border-t border-line py-4">
              <ShortDate time={at} />, <bdi>{by}</bdi>: {fields || "whether it is shown"}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Whether readers may ask; what the person is available for, and in which languages, is in the profile. */
function Questions({ takes, isMailed }: { takes: boolean; isMailed: boolean }) {
  return (
    <section className="mt-6" aria-labelledby="questions">
      <h2 id="questions" className="text-lg">
        Questions of readers
      </h2>
      {isMailed ? (
        <Form method="post">
          <input type="hidden" name="intent" value="questions" />
          <input type="hidden" name="takes" value={takes ? "no" : "yes"} />
          <p className="my-2 max-w-measure">
            {takes
              ? "Readers can ask you through a form on your profile. You get a mail and answer on this site; neither of you sees the other's address, unless you choose to show yours."
              : "Readers cannot ask you. If you allow it, your profile gets a form; you get a mail and answer on this site, and neither of you sees the other's address, unless you choose to show yours."}
          </p>
          <Button quiet type="submit">
            {takes ? "Take no questions" : "Take questions"}
          </Button>
        </Form>
      ) : (
        <p>This site sends no e-mail, so readers cannot ask you through it.</p>
      )}
    </section>
  );
}
