import { useSubmit } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";

/**
 * Renders a select that filters a list: with scripts at once, otherwise with the search. It follows the address, for example after
 * Back, and keeps the focus, so that arrow keys reach every option.
 */
export function FilterSelect({
  name,
  label,
  value,
  children,
}: {
  name: string;
  label: string;
  value: string;
  children: ReactNode;
}) {
  const submit = useSubmit();
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (select.current) select.current.value = value;
  }, [value]);
  return (
    <select
      ref={select}
      name={name}
      aria-label={label}
      defaultValue={value}
      onChange={({ currentTarget: { form } }) => submit(form, { replace: true, preventScrollReset: true })}
    >
      {children}
    </select>
  );
}
