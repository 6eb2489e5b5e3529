import type { Profile } from "~/models/records/profiles/profiles.server";

type ListName = { [Name in keyof Profile]-?: Profile[Name] extends unknown[] ? Name : never }[keyof Profile];

const EMPTY_LISTS = {
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
} satisfies Record<ListName, []>;

export type ProfileWithoutEmptyLists = Omit<Profile, keyof typeof EMPTY_LISTS> & Partial<Profile>;

/** Removes the empty lists from a profile, so that the page is smaller. */
export function withoutEmptyLists(profile: Profile): ProfileWithoutEmptyLists {
  const entries = Object.entries(profile);
  return Object.fromEntries(
    entries.filter(([key, value]) => !(key in EMPTY_LISTS && Array.isArray(value) && value.length === 0)),
  ) as ProfileWithoutEmptyLists;
}

export function withEmptyLists(profile: ProfileWithoutEmptyLists): Profile {
  return { ...EMPTY_LISTS, ...profile };
}
