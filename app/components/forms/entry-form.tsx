import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Lead } from "~/components/ui/page-header";
import type { Refusal } from "~/http/form.server";
import { type FormAnswer, refusalIn } from "./form-answer";
import { FormErrors } from "./form-errors";
import { SubmitButton } from "./submit-button";

/** Renders the heading of a page for signing in or registering. */
export function EntryHeading({ title, lead }: { title: ReactNode; lead?: ReactNode }) {
  return (
    <>
      <h1 className="mb-2 text-4xl">{title}</h1>
      {lead && <Lead>{lead}</Lead>}
    </>
  );
}

interface Props {
  answer: FormAnswer | undefined;
  /** The heading of a refusal, such as "Sign In Failed". */
  failure: string;
  /** A refusal to show before the form is sent. */
  problem?: Refusal;
  labels?: Record<string, string>;
  /** The token of a one-time link. */
  token?: string;
  button: string;
  pending: string;
  /** Content between the refusal and the fields. */
  above?: ReactNode;
  children?: ReactNode;
}

/** Renders the form of such a page. The server checks the input, with and without scripts. */
export function EntryForm({ answer, failure, problem, labels, token, button, pending, above, children }: Props) {
  return (
    <>
      <FormErrors refusal={refusalIn(answer) ?? problem} title={failure} labels={labels} />
      {above}
      <Form method="post" noValidate className="rounded-xl border border-line bg-surface px-4 pt-5 pb-6 md:px-6">
        {token !== undefined && <input type="hidden" name="token" value={token} />}
        {children}
        <SubmitButton className="w-full" pending={pending}>
          {button}
        </SubmitButton>
      </Form>
    </>
  );
}

/** Links to further pages below the form. */
export function AfterForm({ children }: { children: ReactNode }) {
  return <p className="mt-5 mb-2.5 text-center text-muted [&_a]:underline">{children}</p>;
}
