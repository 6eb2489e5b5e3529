import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { ErrorNotice } from "~/components/layout/error-page";
import { Button } from "~/components/ui/button";
import { NoticePage } from "~/components/ui/notice";
import type { Refusal } from "~/http/form.server";
import { SignInAgain } from "./form-errors";

/** Renders the error boundary of a page with a long form. */
export function FormErrorBoundary() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.data?.signedOut ? (
    <SignedOut values={error.data.values} />
  ) : (
    <ErrorNotice />
  );
}

/** Keeps the values of a form that was sent after the session had ended, so that it can be sent again. */
export function SignedOut({ values }: Pick<Refusal, "values">) {
  const { pathname, search } = useLocation();
  const entries = Object.entries(values).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((text) => ({ name: `${name}[]`, value: text })) : [{ name, value }],
  );
  return (
    <NoticePage title="You are signed out">
      <SignInAgain />
      <form method="post" action={pathname + search}>
        {entries.map(({ name, value }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two fields can have the same name and value.
          <input key={position} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">Send again</Button>
      </form>
    </NoticePage>
  );
}
