export interface SetupStep {
  title: string;
  /** What is missing, and what to do about it. */
  text: string;
  /** Environment variables that have to be set; restart the server afterwards. */
  variables: string[];
  /** Where it is done, for what is done on the site. */
  link?: { to: string; label: string };
  /** What does it in one press. */
  press?: { action: string; intent: string; label: string };
  isDone: boolean;
}
