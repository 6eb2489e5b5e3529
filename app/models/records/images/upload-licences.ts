/** The answers of somebody who sends a portrait: its author, and the permission to show it. */
const CREATIVE_COMMONS = "https://creativecommons.org";

export const UPLOAD_LICENCES = {
  "cc-by": { licence: "CC BY 4.0", licenceUrl: `${CREATIVE_COMMONS}/licenses/by/4.0/` },
  "cc-by-sa": { licence: "CC BY-SA 4.0", licenceUrl: `${CREATIVE_COMMONS}/licenses/by-sa/4.0/` },
  cc0: { licence: "CC0 1.0", licenceUrl: `${CREATIVE_COMMONS}/publicdomain/zero/1.0/` },
  permission: { licence: "with permission", licenceUrl: "" },
} as const;

export type UploadLicence = keyof typeof UPLOAD_LICENCES;

export const UPLOAD_LICENCE_LABELS: Record<UploadLicence, string> = {
  "cc-by": "I made it or hold the rights, and license it under CC BY 4.0",
  "cc-by-sa": "I made it or hold the rights, and license it under CC BY-SA 4.0",
  cc0: "I made it or hold the rights, and give it away under CC0",
  permission: "It is a press picture, used with permission",
};

/** The names of these fields in the forms of a profile, beside its portrait. */
export const UPLOAD_FIELDS = { licence: "imageUrlLicence", author: "imageUrlAuthor", permission: "imageUrlPermission" };

/** The names of these fields in a list of errors. */
export const UPLOAD_FIELD_LABELS = {
  [UPLOAD_FIELDS.licence]: "Licence of the portrait",
  [UPLOAD_FIELDS.author]: "Photographer or author",
  [UPLOAD_FIELDS.permission]: "Who gave the permission",
};
