import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Scheme } from "~/http/preferences.server";

const SCHEMES: { value: Scheme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export const SWITCH_BUTTON_CLASS =
  "min-h-10 cursor-pointer border border-edge px-3.5 aria-pressed:bg-wash aria-pressed:font-semibold";

/** Chooses the colour scheme. It posts a form and returns to this page, so it works without scripts and never flashes the other scheme. */
export function SchemeSwitch({ scheme, children }: { scheme: Scheme; children?: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action="/preferences" className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <input type="hidden" name="returnTo" value={pathname + search} />
      <fieldset className="flex">
        <legend className="mb-1 text-muted">Colours</legend>
        {SCHEMES.map(({ value, label }) => (
          <button
            key={value}
            type="submit"
            className={`${SWITCH_BUTTON_CLASS} not-first-of-type:border-l-0`}
            name="scheme"
            value={value}
            aria-pressed={value === scheme}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {children}
    </form>
  );
}
