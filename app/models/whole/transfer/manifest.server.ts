/** Lists the data that moves between sites once, for export and restore. */
import type { Kind } from "./kind.server";
import { articles } from "./kinds/articles.server";
import { experts } from "./kinds/experts.server";
import { images, libraryContents, libraryImages, libraryProjects } from "./kinds/library.server";
import { pages } from "./kinds/pages.server";
import { settings } from "./kinds/settings.server";
import { submissions } from "./kinds/submissions.server";
import { topics } from "./kinds/topics.server";
import { users } from "./kinds/users.server";

export const MANIFEST = {
  settings,
  pages,
  topics,
  users,
  experts,
  submissions,
  articles,
  images,
  libraryProjects,
  libraryImages,
  libraryContents,
} satisfies Record<string, Kind>;

export type KindName = keyof typeof MANIFEST;

export const KINDS = Object.entries(MANIFEST) as [KindName, Kind][];
