import { useNavigation } from "@remix-run/react";
import { askButtonProps } from "~/components/admin/text-model-choice";
import { Button } from "~/components/ui/button";
import type { ProviderStatus } from "~/models/base/providers/status.server";
import type { Promotion } from "~/models/editing/promotions/promotions.server";
import type { Task } from "~/models/editing/promotions/state";

interface Props {
  promotion: Promotion;
  task: Task;
  providers: ProviderStatus<string>[];
  /** The id of the element that names the missing keys. */
  missingKeyId?: string;
  quiet?: boolean;
  small?: boolean;
  children: string;
}

/** Renders a button that starts a task of a provider. Only one task runs at a time. */
export function TaskButton({ promotion: { job }, task, providers, missingKeyId, children, ...buttonProps }: Props) {
  const { formData } = useNavigation();
  const isRunning = job?.status === "running";
  const isStarting = formData?.get("ask") === task;
  const isBusy = isRunning || isStarting;
  return (
    <Button
      type="submit"
      {...buttonProps}
      name="ask"
      value={task}
      {...askButtonProps(providers, missingKeyId)}
      aria-disabled={isBusy || undefined}
      onClick={(event) => isBusy && event.preventDefault()}
    >
      {isStarting || (isRunning && job?.task === task) ? "Generating…" : children}
    </Button>
  );
}
