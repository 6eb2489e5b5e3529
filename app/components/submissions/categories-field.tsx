import { type ChangeEvent, useRef } from "react";
import { FieldFrame } from "~/components/forms/field";
import { Button, PILL_CLASS } from "~/components/ui/button";
import { INTENT } from "~/models/records/experts/submission-fields";
import { categories, categoryLabel } from "~/models/records/listings/categories";

interface Props {
  label: string;
  /** The keys of the chosen categories. */
  chosenKeys: string[];
  /** The key of the selected category that is not added yet. */
  pendingKey: string;
  error?: string;
}

/** Renders a dropdown that adds categories as badges. Pressing a badge removes it. */
export function SubmitFormCategories({ label, chosenKeys, pendingKey, error }: Props) {
  // On many systems each arrow key selects an option, which must not add it. Keyboard users press the button.
  const usesKeyboard = useRef<boolean>();
  const choose = ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
    const { form, value } = currentTarget;
    // Before the scripts start nobody notes keys, but browsers mark the focus of keyboard users.
    if (!(usesKeyboard.current ?? currentTarget.matches(":focus-visible")) && value)
      form?.requestSubmit(form.querySelector<HTMLButtonElement>("#choose"));
  };
  return (
    <FieldFrame label={label} name="categories" error={error} showsOptional={false}>
      <ul className="mb-2 flex flex-wrap gap-1.5" aria-live="polite">
        {chosenKeys.map((key) => (
          <li key={key}>
            <input type="hidden" name="categories[]" value={key} />
            <button
              type="submit"
              className={`${PILL_CLASS} cursor-pointer border-line`}
              name={INTENT}
              value={`remove-category ${key}`}
              formAction="#categories"
            >
              {categoryLabel(key)} <span aria-hidden="true">×</span>
              <span className="sr-only"> remove</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="mb-1 flex gap-2">
        <select
          className="w-full"
          id="categories"
          name="category"
          defaultValue={pendingKey}
          onChange={choose}
          onKeyDown={() => {
            usesKeyboard.current = true;
          }}
          onPointerDown={() => {
            usesKeyboard.current = false;
          }}
          aria-describedby={error && "categories-error"}
          aria-invalid={error ? true : undefined}
        >
          <option value="">Choose a category</option>
          {categories.map(({ key, label }) =>
            chosenKeys.includes(key) ? null : (
              <option key={key} value={key}>
                {label}
              </option>
            ),
          )}
        </select>
        <Button id="choose" type="submit" quiet className="flex-none" name={INTENT} value="add-category">
          Choose
        </Button>
      </div>
    </FieldFrame>
  );
}
