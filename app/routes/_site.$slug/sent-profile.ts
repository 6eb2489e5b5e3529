import type { Profile } from "~/models/records/profiles/profiles.server";

/** Fields that are empty in many profiles. */
const NONE = {
  titleMarks: [],
  positions: [],
  fields: [],
  topics: [],
  videos: [],
  books: [],
  highlights: [],
  contribution: [],
  linkedArticles: [],
  articles: [],
  links: [],
  works: [],
  related: [],
  sources: [],
} satisfies Partial<Profile>;

export type SentProfile = Omit<Profile, keyof typeof NONE> & Partial<Profile>;

/** Returns the profile as it is sent: without empty lists. */
export function toSent(profile: Profile): SentProfile {
  const entries = Object.entries(profile);
  return Object.fromEntries(
    entries.filter(([key, value]) => !(key in NONE && Array.isArray(value) && value.length === 0)),
  ) as SentProfile;
}

export function inFull(profile: SentProfile): Profile {
  return { ...NONE, ...profile };
}
