import type { InputHTMLAttributes, ReactNode } from "react";

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "className"> & {
  name: string;
  "data-mark"?: string;
};

/**
 * Renders the cell with the checkbox of a row, larger on touch screens. Its children are hidden inputs of the row. Without scripts
 * a row cannot be left out while the whole list is selected, so its checkbox is hidden.
 */
export function RowCheckbox({ children, ...tick }: CheckboxProps & { children?: ReactNode }) {
  return (
    <td className="w-8">
      <label className="flex min-h-7 items-center max-md:min-h-11">
        <input
          type="checkbox"
          className="size-5 min-h-5 noscript:group-has-[input[name=all]:checked]/selectable:invisible"
          {...tick}
        />
      </label>
      {children}
    </td>
  );
}
