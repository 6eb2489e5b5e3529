import { useNavigation } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "~/components/ui/button";

type Props = Pick<ComponentProps<typeof Button>, "quiet" | "danger" | "small" | "className"> & {
  children: ReactNode;
  /** The text while the form is being sent. */
  pending: string;
};

/** The button of a form: says what it does, and that it is being done. */
export function SubmitButton({ children, pending, ...look }: Props) {
  const isSubmitting = useNavigation().formMethod === "POST";
  return (
    <Button
      type="submit"
      {...look}
      aria-disabled={isSubmitting || undefined}
      // A second click would send the form again, with a security question that is used up.
      onClick={(event) => isSubmitting && event.preventDefault()}
    >
      {isSubmitting ? pending : children}
    </Button>
  );
}
