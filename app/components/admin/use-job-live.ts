import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useToast } from "~/components/ui/toast";

interface LiveJob {
  id: string;
  status: string;
  /** Why it failed. */
  message: string;
}

/** The time between two reads of the page while a job runs. */
const EVERY_MS = 1_500;

/**
 * Keeps the page as it is on the server while one of its jobs runs; a failure is announced.
 *
 * @param title what a failure is headed with.
 */
export function useJobLive(jobs: LiveJob[], title: string): void {
  const { revalidate, state } = useRevalidator();
  const isRunning = jobs.some(({ status }) => status === "running");
  useEffect(() => {
    if (!isRunning || state !== "idle") return;
    const timer = setTimeout(() => {
      if (!document.hidden) revalidate();
    }, EVERY_MS);
    const look = () => !document.hidden && revalidate();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [isRunning, revalidate, state]);

  const toast = useToast();
  const ran = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, status, message } of jobs) {
      if (status === "error" && ran.current.has(id)) toast({ title, description: message, failure: true });
      if (status === "running") ran.current.add(id);
      else ran.current.delete(id);
    }
  }, [jobs, title, toast]);
}
