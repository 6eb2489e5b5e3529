import { useNavigation, useRevalidator } from "@remix-run/react";
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

/** Reloads the page's data while something runs, unless the page is hidden or another one is on its way. */
export function useReloads(isRunning: boolean): void {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  useEffect(() => {
    if (!isRunning || !isIdle) return;
    const reload = () => !document.hidden && revalidate();
    const timer = setTimeout(reload, POLL_MS);
    document.addEventListener("visibilitychange", reload);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", reload);
    };
  }, [isRunning, revalidate, isIdle]);
}

/**
 * Reloads the page's data while a job runs, and announces a failure.
 *
 * @param title the heading of a failure message.
 */
export function useJobLive(jobs: LiveJob[], title: string): void {
  useReloads(jobs.some(({ status }) => status === "running"));
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
