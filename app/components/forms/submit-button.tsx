import { useNavigation } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "~/components/ui/button";

type Props = Pick<ComponentProps<typeof Button>, "quiet" | "danger" | "small" | "className"> & {
  children: ReactNode;
  /** The text while the form is being sent. */
  pending: string;
};

/** Renders the submit button of a form. Its text changes while the form is being sent. */
export function SubmitButton({ children, pending, ...look }: Props) {
  const isSubmitting = useNavigation().formMethod === "POST";
  return (
    <Button type="submit" {...look} aria-disabled={isSubmitting || undefined}>
      {isSubmitting ? pending : children}
    </Button>
  );
}
