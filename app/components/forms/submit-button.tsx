import { useNavigation } from "@remix-run/react";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { Button } from "~/components/ui/button";

type Props = Pick<ComponentProps<typeof Button>, "quiet" | "danger" | "small" | "className"> & {
  children: ReactNode;
  /** The text while the form is being sent. */
  pending: string;
};

/** Renders the submit button of a form. Its text changes while the form is being sent; other forms of the page keep theirs. */
export function SubmitButton({ children, pending, ...look }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const isSubmitting = useNavigation().formMethod === "POST" && button.current?.form === window.sentForm;
  return (
    <Button ref={button} type="submit" {...look} aria-disabled={isSubmitting || undefined}>
      {isSubmitting ? pending : children}
    </Button>
  );
}
