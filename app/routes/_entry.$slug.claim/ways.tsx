import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Field, FieldFrame } from "~/components/forms/field";
import { type FormAnswer, fieldProps, typed } from "~/components/forms/form-answer";
import { Button, ButtonLink } from "~/components/ui/button";
import { ShortDate } from "~/components/ui/dates";
import { isolated } from "~/components/ui/isolated";
import { Notice } from "~/components/ui/notice";
import type { ClaimPage } from "~/models/editing/claims/claims.server";

interface Props {
  of: ClaimPage;
  answer: FormAnswer | undefined;
}

/** The proofs that exist here, each a form of its own. */
export function Ways({ of: { slug, mailPages, textPages, orcid, claim }, answer }: Props) {
  const email = fieldProps(answer, "email");
  const ways = [
    orcid === "yes" && "by signing in with ORCID",
    mailPages.length > 0 && "by e-mail",
    textPages.length > 0 && "with a page you control",
  ].filter(Boolean);
  return (
    <>
      {claim?.status === "rejected" && (
        <Notice>An earlier claim of yours was not accepted. You can try another way.</Notice>
      )}
      <p>
        {ways.length > 0
          ? `For this profile you can show it ${ways.join(", or ")}.`
          : "The profile lists nothing yet by which you could show it."}
        {orcid === "unknown" && (
          <>
            {" "}
            The profile does not say which ORCID iD is yours.{" "}
            <Link className="underline" to={`/${slug}/report`}>
              Tell us
            </Link>
            , and you can sign in with it.
          </>
        )}
      </p>
      {orcid === "yes" && (
        <Way title="With ORCID">
          <ButtonLink href={`/api/auth/orcid?profile=${slug}`}>Sign in with ORCID</ButtonLink>
        </Way>
      )}
      {mailPages.length > 0 && (
        <Way title="By e-mail">
          <Form method="post" noValidate>
            <PageChoice pages={mailPages} chosen={typed(answer, "page")} id="mail-page" />
            <Field
              label="Your address there"
              name="email"
              type="email"
              autoComplete="email"
              required
              hint="At the domain of that page. We send a link to it; nobody else sees it but the admins."
              {...email}
            />
            <Button type="submit" name="intent" value="mail">
              Send the link
            </Button>
          </Form>
        </Way>
      )}
      <Way title="With a page you control">
        {claim?.token ? (
          <Form method="post">
            <p>
              Place this text visibly on{" "}
              <a className="underline" href={claim.page}>
                {claim.page}
              </a>
              , above any comments, by <ShortDate time={claim.until} />. You can take it away afterwards.
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
              <PageChoice pages={textPages} chosen={typed(answer, "page")} id="token-page" />
              <Button type="submit" name="intent" value="token">
                Get the text
              </Button>
            </Form>
          )
        )}
        <p className="mt-3">
          {textPages.length > 0
            ? "Is your page not among them? "
            : "The profile lists no page that somebody controls. "}
          <Link className="underline" to={`/submit?change=${slug}`}>
            Suggest your page
          </Link>
          , and come back once it is there.
        </p>
      </Way>
    </>
  );
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4 rounded-xl border border-line bg-surface px-4 pt-5 pb-6 md:px-6">
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </section>
  );
}

function PageChoice({ pages, chosen, id }: { pages: ClaimPage["textPages"]; chosen: string; id: string }) {
  return (
    <FieldFrame label="Page" name={id} required>
      <select id={id} name="page" className="w-full" defaultValue={chosen || pages[0]?.url}>
        {pages.map(({ url, title }) => (
          <option key={url} value={url}>
            {`${isolated(title)} (${new URL(url).host})`}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
