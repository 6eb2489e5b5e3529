/** What a model is told for one task. A curator can put words of their own in its place, in the settings. */
export interface Prompt {
  /** What the settings call it. */
  label: string;
  /** What comes of it, in a few words. */
  description: string;
  text: string;
}
