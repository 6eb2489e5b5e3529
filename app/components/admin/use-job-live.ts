import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useToast } from "~/components/ui/toast";

interface LiveJob {
  id: string;
  status: string;
  /** The reason of a failure. */
  message: string;
}

/** Milliseconds between two reloads of the page's data while a job runs. */
const POLL_MS = 1_500;

/**
 * Reloads the page's data while a job runs, and announces a failure.
 *
 * @param title the heading of a failure message.
 */
export function useJobLive(jobs: LiveJob[], title: string): void {
  const { revalidate, state } = useRevalidator();
  const isRunning = jobs.some(({ status }) => status === "running");
  useEffect(() => {
    if (!isRunning || state !== "idle") return;
    const timer = setTimeout(() => {
      if (!document.hidden) revalidate();
    }, POLL_MS);
    const onVisibilityChange = () => !document.hidden && revalidate();
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibilityChange);
    };
  }, [isRunning, revalidate, state]);

  const toast = useToast();
  const runningIds = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, status, message } of jobs) {
      if (status === "error" && runningIds.current.has(id)) toast({ title, description: message, failure: true });
      if (status === "running") runningIds.current.add(id);
      else runningIds.current.delete(id);
    }
  }, [jobs, title, toast]);
}
