import type { Profile } from "~/models/records/profiles/profiles.server";

/** What many profiles have none of. */
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

/** As it is sent: a list that is empty is not named. */
export function toSent(profile: Profile): SentProfile {
  const entries = Object.entries(profile);
  return Object.fromEntries(
    entries.filter(([key, value]) => !(key in NONE && Array.isArray(value) && value.length === 0)),
  ) as SentProfile;
}

export function inFull(profile: SentProfile): Profile {
  return { ...NONE, ...profile };
}
