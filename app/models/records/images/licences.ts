/** Decides which licences let a site show a picture for any purpose if it names the author. */

export interface Licence {
  licence: string;
  licenceUrl: string;
}

export interface LicensedPicture {
  author: string;
  /** The name of the licence at the source, such as "CC BY-SA 3.0 de". */
  licence: string;
  licenceUrl: string;
  isNonFree?: boolean;
}

const CREATIVE_COMMONS = "https://creativecommons.org";
const ATTRIBUTION = /^cc[ -]by(-sa)?[ -](1\.0|2\.0|2\.5|3\.0|4\.0)(?:[ -]([a-z]{2,3}|scotland|international))?$/i;
const UNKNOWN_AUTHOR = /^(?:unknown|unknown author|anonymous|n\/a|see (?:below|description)|[^\p{L}\p{N}]*)$/iu;

/**
 * Returns the licence, or the reason against using a picture. Only CC0, public domain, CC BY and CC BY-SA are free here.
 */
export function freeLicence({ author, licence, licenceUrl, isNonFree }: LicensedPicture): Licence | { reason: string } {
  const name = licence.trim();
  if (isNonFree) return { reason: "it is shown there as fair use" };
  if (!name) return { reason: "no licence is named" };
  // Distrusts a picture whose licence name and link differ.
  const linkedLicence = /^https?:\/\/(?:www\.)?creativecommons\.org\/(?:licenses|publicdomain)\/([a-z+-]+)\//.exec(
    licenceUrl,
  )?.[1];
  const refusal = { reason: `its licence, ${name.slice(0, 60)}, is not one of those that are free` };
  if (/^cc[ -]?0(?: 1\.0)?$/i.test(name))
    return !linkedLicence || linkedLicence === "zero"
      ? { licence: "CC0 1.0", licenceUrl: `${CREATIVE_COMMONS}/publicdomain/zero/1.0/` }
      : refusal;
  if (/^(?:public domain|pdm?(?:[ -][\w -]*)?)$/i.test(name)) {
    if (linkedLicence && !["zero", "mark"].includes(linkedLicence)) return refusal;
    return { licence: "Public domain", licenceUrl: `${CREATIVE_COMMONS}/publicdomain/mark/1.0/` };
  }
  const [, shareAlike = "", version = "", region = ""] = ATTRIBUTION.exec(name) ?? [];
  if (!version) return refusal;
  const code = shareAlike ? "by-sa" : "by";
  if (linkedLicence && linkedLicence !== code) return refusal;
  if (UNKNOWN_AUTHOR.test(author.trim()))
    return { reason: "its licence asks for the author's name, and there is none" };
  const country = /^international$/i.test(region) ? "" : region.toLowerCase();
  return {
    licence: [`CC ${code.toUpperCase()} ${version}`, country.toUpperCase()].filter(Boolean).join(" "),
    licenceUrl: `${CREATIVE_COMMONS}/licenses/${code}/${version}/${country && `${country}/`}`,
  };
}
