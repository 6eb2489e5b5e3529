import { useNavigation } from "@remix-run/react";
import { askable } from "~/components/admin/text-model-choice";
import { Button } from "~/components/ui/button";
import type { ProviderStatus } from "~/models/base/providers/status.server";
import type { Promotion } from "~/models/editing/promotions/promotions.server";
import type { Task } from "~/models/editing/promotions/state";

interface Props {
  promotion: Promotion;
  task: Task;
  providers: ProviderStatus<string>[];
  /** The id of the sentence that names the missing keys. */
  noKey?: string;
  quiet?: boolean;
  small?: boolean;
  children: string;
}

/** Asks a provider for something; one thing at a time. */
export function AskingButton({ promotion: { job }, task, providers, noKey, children, ...look }: Props) {
  const { formData } = useNavigation();
  const isRunning = job?.status === "running";
  const isStarting = formData?.get("ask") === task;
  const isBusy = isRunning || isStarting;
  return (
    <Button
      type="submit"
      {...look}
      name="ask"
      value={task}
      {...askable(providers, noKey)}
      aria-disabled={isBusy || undefined}
      onClick={(event) => isBusy && event.preventDefault()}
    >
      {isStarting || (isRunning && job?.task === task) ? "Generating…" : children}
    </Button>
  );
}
