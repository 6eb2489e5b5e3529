import type { Piece } from "./matter";

export interface SetupStep {
  title: string;
  /** Says what is not set up, and what to do about it. */
  text: string | Piece[];
  /** Environment variables that have to be set; restart the server afterwards. */
  variables: string[];
  /** The page on which an admin completes the step. */
  link?: { to: string; label: string };
  /** The button that completes the step. */
  press?: { action: string; intent: string; label: string };
  isDone: boolean;
}
