import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireReader } from "~/auth/guards.server";
import { callerOf, requireUser } from "~/auth/session.server";
import { AfterForm, EntryHeading } from "~/components/forms/entry-form";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { FormErrors } from "~/components/forms/form-errors";
import { ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";
import { clientAddressOf } from "~/http/api.server";
import { form, intentOf, page } from "~/http/form.server";
import { unlistedMeta } from "~/http/page-meta";
import { MAIL_WORDS } from "~/models/base/text/mail-words";
import { type ClaimPage, claimPage } from "~/models/editing/claims/claims.server";
import { checkPageProof, startMailProof, startPageProof } from "~/models/editing/claims/prove.server";
import { Proofs } from "./proofs";

export { formPageHeaders as headers } from "~/auth/guards.server";

/** Shows the proofs with which a person can claim their profile. */
export async function loader({ params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const user = await requireReader(request);
    const loadedPage = await claimPage(user, params.slug ?? "");
    if (params.slug !== loadedPage.slug) throw redirect(`/${loadedPage.slug}/claim`, 301);
    const { searchParams } = new URL(request.url);
    return {
      ...loadedPage,
      sent: loadedPage.hasMail && searchParams.has("sent"),
      problem: ORCID_PROBLEMS[searchParams.get("orcid") ?? ""],
    };
  });
}

const ORCID_PROBLEMS: Record<string, string | undefined> = {
  other: "You signed in with an ORCID iD that is not the one on this profile, or did not allow it.",
  again: "You have already sent this proof. An admin will check it.",
  off: "ORCID does not respond. Please try again later.",
  failed: "The sign-in with ORCID failed. Please try again.",
};

export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields): Promise<Response> => {
    const user = await requireUser(request);
    const slug = params.slug ?? "";
    const intents: Record<string, () => Promise<void>> = {
      mail: () => startMailProof(user, slug, fields, callerOf(request, clientAddressOf(context))),
      token: () => startPageProof(user, slug, fields),
      check: () => checkPageProof(user, slug),
    };
    await intentOf(intents, fields.intent)();
    return redirect(`/${slug}/claim${fields.intent === "mail" ? "?sent" : ""}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(data ? `Claim the profile of ${data.name}` : "Claim this profile", matches);

export default function Claim() {
  const loadedPage = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const { slug, name, claim, isTaken, sent, problem } = loadedPage;
  const isDone = claim?.status === "proven" || claim?.status === "confirmed";
  return (
    <>
      <EntryHeading
        title="Claim this profile"
        lead={
          <>
            Prove that the profile of <bdi>{name}</bdi> is about you. Then you can propose changes, and readers see that
            you confirmed it.
          </>
        }
      />
      <FormErrors
        refusal={refusalIn(answer)}
        title="Not Proven Yet"
        labels={{ page: "Page", email: "Your address there" }}
      />
      {problem && <Notice tone="caution">{problem}</Notice>}
      {sent && !isDone && (
        <Notice role="status">
          We sent a link to that address. Please open it here within 24 hours, signed in to the same account. If others
          requested many links to that address today, the next one can only be sent tomorrow. Please use another proof
          then.
        </Notice>
      )}
      {isTaken && (
        <Notice>
          Another account has already claimed this profile. If it is yours, please prove it too. An admin will check
          both claims.
        </Notice>
      )}
      {isDone ? (
        <Done claim={claim} slug={slug} isMailed={loadedPage.hasMail} />
      ) : (
        <Proofs claimPage={loadedPage} answer={answer} />
      )}
      <AfterForm>
        <Link to={`/${slug}`}>Back to the profile</Link>
      </AfterForm>
    </>
  );
}

type DoneProps = { claim: NonNullable<ClaimPage["claim"]>; slug: string; isMailed: boolean };

function Done({ claim, slug, isMailed }: DoneProps) {
  if (claim.status === "confirmed") return <ButtonLink to={`/my-profile/${slug}`}>Go to your profile</ButtonLink>;
  return (
    <Notice role="status">
      Thank you. An admin will check your proof within 30 days. {MAIL_WORDS.claimDecided({ isMailed })}
    </Notice>
  );
}

export { FormErrorBoundary as ErrorBoundary } from "~/components/forms/signed-out";
