import { STARTER_CHOICES, STARTER_LABELS } from "~/models/whole/starter/starter-choices";
import { FieldError } from "./field";

/** Asks what to do with the profiles and articles that came with the site. */
export function StarterChoice({ initialChoice, error }: { initialChoice: string; error?: string }) {
  return (
    <fieldset className="mb-4.5" aria-describedby={error && "starter-error"}>
      <legend className="mb-1 block font-semibold">The profiles and articles that came with the site</legend>
      {STARTER_CHOICES.map((choice) => (
        <label key={choice} className="flex items-center gap-1.5 py-1">
          <input
            className="flex-none"
            type="radio"
            name="starter"
            value={choice}
            defaultChecked={choice === initialChoice}
          />{" "}
          {STARTER_LABELS[choice]}
        </label>
      ))}
      {error && <FieldError name="starter">{error}</FieldError>}
    </fieldset>
  );
}
