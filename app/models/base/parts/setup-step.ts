export interface SetupStep {
  title: string;
  /** The missing set-up, and what to do about it. */
  text: string;
  /** Environment variables that have to be set; restart the server afterwards. */
  variables: string[];
  /** The page for an action on the site. */
  link?: { to: string; label: string };
  /** The button that completes the step in one press. */
  press?: { action: string; intent: string; label: string };
  isDone: boolean;
}
