import { Link } from "@remix-run/react";

interface Props {
  isNew: boolean;
  returnTo: string;
  /** The typed email address, for readers without scripts. With scripts the field itself stays. */
  email: string;
}

const MODE_LINK_CLASS =
  "-mb-px border-b-3 border-transparent px-4 py-2.5 text-muted aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink";

/** Switches between signing in and registering with two links, so that it works without scripts. */
export function ModeSwitch({ isNew, returnTo, email }: Props) {
  const addressOf = (mode: string) => {
    const params = new URLSearchParams({ mode, returnTo, email });
    for (const [name, value] of [...params]) if (["", "/", "sign-in"].includes(value)) params.delete(name);
    return `/login${params.size ? `?${params}` : ""}`;
  };
  return (
    <nav className="mb-5 flex border-b border-line" aria-label="Sign in or create an account">
      <Link
        className={MODE_LINK_CLASS}
        to={addressOf("sign-in")}
        aria-current={isNew ? undefined : "page"}
        preventScrollReset
        replace
      >
        Sign in
      </Link>
      <Link
        className={MODE_LINK_CLASS}
        to={addressOf("register")}
        aria-current={isNew ? "page" : undefined}
        preventScrollReset
        replace
      >
        Create account
      </Link>
    </nav>
  );
}
