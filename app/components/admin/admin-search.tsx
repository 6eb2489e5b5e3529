import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "~/components/ui/button";

/** Milliseconds between the last key press and the automatic search. */
const WAIT_MS = 500;

interface Props {
  action: string;
  search: string;
  label: string;
  /** Hidden inputs that keep the other parameters of the address. */
  children?: ReactNode;
}

/** Renders the search box of an admin list. With scripts it also submits by itself after a pause in typing. */
export function AdminSearch({ action, search, label, children }: Props) {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const { state, formMethod } = useNavigation();
  const isFollowingLink = state === "loading" && formMethod === undefined;
  useEffect(() => () => clearTimeout(timer.current), []);
  // A search that still waits must not take the place of the page to which a link leads.
  useEffect(() => {
    if (isFollowingLink) clearTimeout(timer.current);
  }, [isFollowingLink]);
  // A link or the Back button may change the search; the box then shows the new one.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = search;
  }, [search]);
  const submitSoon = (form: HTMLFormElement | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => submit(form, { replace: true, preventScrollReset: true }), WAIT_MS);
  };
  return (
    <Form
      className="flex min-w-0 flex-[0_1_26rem] gap-2 has-[select]:flex-[0_1_40rem] max-md:flex-[1_1_100%] max-md:has-[select]:flex-[1_1_100%] max-md:has-[select]:flex-wrap [&>:is(input,select,button)]:min-h-9! [&>:is(input,select)]:py-1! [&>input]:min-w-0 [&>input]:flex-[1_1_10rem] max-md:has-[select]:[&>input]:basis-[calc(100%-7rem)] [&>select]:min-w-0 md:[&>select]:max-w-60 md:[&>select]:flex-[0_1_12rem] max-md:[&>select]:flex-[1_1_45%]"
      method="get"
      action={action}
      role="search"
      onSubmit={() => clearTimeout(timer.current)}
    >
      {children}
      <input
        ref={input}
        type="search"
        name="search"
        defaultValue={search}
        placeholder={label}
        aria-label={label}
        maxLength={200}
        enterKeyHint="search"
        onChange={(event) => submitSoon(event.currentTarget.form)}
      />
      <Button type="submit" quiet>
        Search
      </Button>
    </Form>
  );
}
