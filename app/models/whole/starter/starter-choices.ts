/** The choices about the profiles that come with the site. */
export const STARTER_CHOICES = ["keep", "look", "empty"] as const;
export type StarterChoice = (typeof STARTER_CHOICES)[number];

export const STARTER_LABELS: Record<StarterChoice, string> = {
  keep: "Keep them: they are published, and I edit them as I like",
  look: "Hide them: they stay in the trash, for admins only, until I restore or delete them",
  empty: "Begin empty: delete them for good",
};
