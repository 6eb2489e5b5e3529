/** Turns the sender's answers about a portrait into a credit. */

import { z } from "zod";
import { onOneLine } from "~/models/base/text/content-text";
import type { NewCredit } from "./credits.server";
import { UPLOAD_LICENCES, type UploadLicence } from "./upload-licences";

const NAME_LENGTH = 150;
const tooLong = `At most ${NAME_LENGTH} characters fit here.`;

/** Reads the answers and returns a credit. */
export const UploadCredit = z
  .object({
    licence: z.enum(
      Object.keys(UPLOAD_LICENCES) as [UploadLicence],
      "Please choose why the picture may be shown here.",
    ),
    author: z
      .string("Please say who made the picture.")
      .overwrite(onOneLine)
      .trim()
      .max(NAME_LENGTH, tooLong)
      .default(""),
    permission: z
      .string()
      .overwrite(onOneLine)
      .trim()
      .max(NAME_LENGTH, tooLong)
      .default("")
      .describe("Who gave the permission."),
  })
  .refine(({ licence, author }) => licence === "cc0" || author !== "", {
    message: "Please say who made the picture.",
    path: ["author"],
  })
  .refine(({ licence, permission }) => licence !== "permission" || permission !== "", {
    message: "Please say who gave the permission.",
    path: ["permission"],
  });

export function creditFor({ licence, author, permission }: z.output<typeof UploadCredit>): NewCredit {
  const chosenLicence = UPLOAD_LICENCES[licence];
  const name = licence === "permission" ? `with permission of ${permission}` : chosenLicence.licence;
  return { author, licence: name, licenceUrl: chosenLicence.licenceUrl, source: "", file: "" };
}
