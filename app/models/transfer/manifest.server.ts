/** What moves between sites, listed once: export, import and restore walk this list, and the dataset reads its experts. */
import { ORDERS } from "./featured-orders.server";
import type { Kind, Written } from "./kind.server";
import type { KindName, StagedKind } from "./kind-names";
import { articles } from "./kinds/articles.server";
import { experts } from "./kinds/experts.server";
import { images, libraryContents, libraryImages, libraryProjects } from "./kinds/library.server";
import { pages } from "./kinds/pages.server";
import { settings } from "./kinds/settings.server";
import { submissions } from "./kinds/submissions.server";
import { users } from "./kinds/users.server";

export const MANIFEST = {
  settings,
  pages,
  users,
  experts,
  submissions,
  articles,
  images,
  libraryProjects,
  libraryImages,
  libraryContents,
} satisfies Record<KindName, Kind>;

export const KINDS = Object.entries(MANIFEST) as [KindName, Kind][];

export function kindOf(name: StagedKind): Written {
  return name in ORDERS ? ORDERS[name as keyof typeof ORDERS] : MANIFEST[name as KindName];
}
