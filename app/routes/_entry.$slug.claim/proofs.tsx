import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Field, FieldFrame } from "~/components/forms/field";
import { type FormAnswer, fieldProps, typedText } from "~/components/forms/form-answer";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { isolateRightToLeft } from "~/components/ui/isolate-right-to-left";
import { Notice } from "~/components/ui/notice";
import type { ClaimPage } from "~/models/editing/claims/claims.server";

interface Props {
  claimPage: ClaimPage;
  answer: FormAnswer | undefined;
}

/** Shows the possible proofs of a profile, each as a form. */
export function Proofs({ claimPage: { slug, mailPages, textPages, orcid, claim }, answer }: Props) {
  const emailProps = fieldProps(answer, "email");
  const proofs = [
    orcid === "yes" && "by signing in with ORCID",
    mailPages.length > 0 && "by email",
    textPages.length > 0 && "with a page you control",
  ].filter(Boolean);
  return (
    <>
      {claim && (claim.status === "rejected" || claim.reason) && (
        <Notice>
          An earlier claim of yours {claim.status === "rejected" ? "was not accepted" : "was ended"}. You can try
          another way.
          {claim.reason && (
            <>
              {" "}
              The reason: <bdi className="whitespace-pre-line">{claim.reason}</bdi>
            </>
          )}
        </Notice>
      )}
      <p>
        {proofs.length > 0
          ? `You can prove it ${proofs.join(", or ")}.`
          : "The profile has no link yet that could prove it."}
        {orcid === "unknown" && (
          <>
            {" "}
            The profile does not have your ORCID iD yet.{" "}
            <Link className="underline" to={`/${slug}/report`}>
              Tell us
            </Link>
            , and you can then sign in with it.
          </>
        )}
      </p>
      {orcid === "yes" && (
        <Proof title="With ORCID">
          <ButtonLink href={`/api/auth/orcid?profile=${slug}`}>Sign in with ORCID</ButtonLink>
        </Proof>
      )}
      {mailPages.length > 0 && (
        <Proof title="By email">
          <Form method="post" noValidate>
            <PageChoice pages={mailPages} chosenUrl={typedText(answer, "page")} id="mail-page" />
            <Field
              label="Your address there"
              name="email"
              type="email"
              autoComplete="email"
              required
              hint="At the domain of that page. We send a link to it. Only the admins can see this address."
              {...emailProps}
            />
            <Button type="submit" name="intent" value="mail">
              Send the link
            </Button>
          </Form>
        </Proof>
      )}
      <Proof title="With a page you control">
        {claim?.token ? (
          <Form method="post">
            <p>
              Place this text visibly on{" "}
              <a className="underline" href={claim.page}>
                {claim.page}
              </a>
              , above any comments, by <ShortDate time={claim.until} />. You can remove it afterwards.
            </p>
            <p className="my-3">
              <code className="break-all">{claim.token}</code>
            </p>
            <Button type="submit" name="intent" value="check">
              It is there
            </Button>
          </Form>
        ) : (
          textPages.length > 0 && (
            <Form method="post">
              <PageChoice pages={textPages} chosenUrl={typedText(answer, "page")} id="token-page" />
              <Button type="submit" name="intent" value="token">
                Get the text
              </Button>
            </Form>
          )
        )}
        <p className="mt-3">
          {textPages.length > 0 ? "Is your page not among them? " : "The profile lists no page that you could edit. "}
          <Link className="underline" to={`/submit?change=${slug}`}>
            Suggest your page
          </Link>
          , and return when the profile has it.
        </p>
      </Proof>
    </>
  );
}

function Proof({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4 rounded-xl border border-line bg-surface px-4 pt-5 pb-6 md:px-6">
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </section>
  );
}

function PageChoice({ pages, chosenUrl, id }: { pages: ClaimPage["textPages"]; chosenUrl: string; id: string }) {
  return (
    <FieldFrame label="Page" name={id} required>
      <select id={id} name="page" className="w-full" defaultValue={chosenUrl || pages[0]?.url}>
        {pages.map(({ url, title }) => (
          <option key={url} value={url}>
            {`${isolateRightToLeft(title)} (${new URL(url).host})`}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
