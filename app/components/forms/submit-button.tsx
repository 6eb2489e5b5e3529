import { useNavigation } from "@remix-run/react";

/** The button of a form: says what it does, and that it is being done. */
export function SubmitButton({ children, pending, className = "button" }: Props) {
  const isSubmitting = useNavigation().formMethod === "POST";
  return (
    <button
      type="submit"
      className={className}
      aria-disabled={isSubmitting || undefined}
      // A second click would send the form again, with a security question that is used up.
      onClick={(event) => isSubmitting && event.preventDefault()}
    >
      {isSubmitting ? pending : children}
    </button>
  );
}

interface Props {
  children: string;
  /** What it says meanwhile. */
  pending: string;
  className?: string;
}
