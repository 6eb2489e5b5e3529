import { identifierUrl, identityUrls, PERSONAL_IDENTIFIERS } from "~/models/records/experts/identifiers";
import { institutionData } from "~/models/records/experts/institution";
import type { Profile } from "~/models/records/profiles/profiles.server";

/** Returns schema.org's Person: `sameAs` names pages that stand for the person, `subjectOf` pages about them. */
export function identityData({ links, identifiers, institution, positions }: Profile) {
  const ownPageUrls = links.filter(({ kind }) => kind === "own").map(({ url }) => url);
  const otherLinks = links.filter(({ kind }) => kind !== "own");
  // Search engines must not repeat a disputed position.
  const currentPositions = positions.filter(
    ({ isPresent, institution: name, disputed }) => isPresent && name && !disputed,
  );
  const ids = PERSONAL_IDENTIFIERS.flatMap((kind) => {
    const value = identifiers[kind];
    return value ? { "@type": "PropertyValue", propertyID: kind, value, url: identifierUrl(kind, value) } : [];
  });
  return {
    sameAs: undefinedIfEmpty([...identityUrls(identifiers), ...ownPageUrls]),
    identifier: undefinedIfEmpty(ids),
    ...institutionData(institution),
    worksFor: undefinedIfEmpty(currentPositions.map(organization)),
    subjectOf: undefinedIfEmpty(otherLinks.map(({ title, url }) => ({ "@type": "WebPage", name: title, url }))),
  };
}

function organization({ institution: name, page, role }: Profile["positions"][number]) {
  const worksFor = { "@type": "Organization", name, "@id": page || undefined };
  return role ? { "@type": "OrganizationRole", roleName: role, worksFor } : worksFor;
}

function undefinedIfEmpty<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}
