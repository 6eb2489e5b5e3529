import { identifierPage, identityPages, PERSONAL } from "~/models/records/experts/identifiers";
import { institutionData } from "~/models/records/experts/institution";
import type { Profile } from "~/models/records/profiles/profiles.server";

/** Returns schema.org's Person: `sameAs` names pages that stand for the person, `subjectOf` pages about them. */
export function identityData({ links, identifiers, institution, positions }: Profile) {
  const ownPages = links.filter(({ kind }) => kind === "own").map(({ url }) => url);
  const others = links.filter(({ kind }) => kind !== "own");
  // A disputed present post is not told to machines.
  const present = positions.filter(({ isPresent, institution: name, disputed }) => isPresent && name && !disputed);
  const ids = PERSONAL.flatMap((kind) => {
    const value = identifiers[kind];
    return value ? { "@type": "PropertyValue", propertyID: kind, value, url: identifierPage(kind, value) } : [];
  });
  return {
    sameAs: orNothing([...identityPages(identifiers), ...ownPages]),
    identifier: orNothing(ids),
    ...institutionData(institution),
    worksFor: orNothing(present.map(organization)),
    subjectOf: orNothing(others.map(({ title, url }) => ({ "@type": "WebPage", name: title, url }))),
  };
}

function organization({ institution: name, page, role }: Profile["positions"][number]) {
  const worksFor = { "@type": "Organization", name, "@id": page || undefined };
  return role ? { "@type": "OrganizationRole", roleName: role, worksFor } : worksFor;
}

function orNothing<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}
