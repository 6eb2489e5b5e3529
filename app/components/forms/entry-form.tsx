import { Form } from "@remix-run/react";
import type { ComponentProps } from "react";
import { Lead } from "~/components/ui/page-header";

/** The title of a page that lets people in. */
export function EntryHeading({ title, lead }: { title: string; lead?: string }) {
  return (
    <>
      <h1 className="mb-2 text-4xl">{title}</h1>
      {lead && <Lead>{lead}</Lead>}
    </>
  );
}

/** Its form; the server names what is wrong, with and without scripts. */
export function EntryForm(form: ComponentProps<typeof Form>) {
  return (
    <Form
      method="post"
      noValidate
      className="rounded-xl border border-line bg-surface px-4 pt-5 pb-6 md:px-6"
      {...form}
    />
  );
}

/** Where else one can go from it. */
export function AfterForm({ children }: { children: ComponentProps<"p">["children"] }) {
  return <p className="mt-5 mb-2.5 text-center text-muted [&_a]:underline">{children}</p>;
}
