import type { InputHTMLAttributes, ReactNode } from "react";

type Tick = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "className"> & { name: string; "data-mark"?: string };

/** The cell that ticks a row of a list, small beside a mouse and large for fingers; and what the row sends with it. */
export function RowTick({ children, ...tick }: Tick & { children?: ReactNode }) {
  return (
    <td className="w-8">
      <label className="flex min-h-7 items-center max-md:min-h-11">
        <input type="checkbox" className="size-5 min-h-5" {...tick} />
      </label>
      {children}
    </td>
  );
}
