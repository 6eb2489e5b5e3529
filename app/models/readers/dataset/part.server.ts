import type { Part } from "~/models/base/parts/part";
import { oneLine } from "~/models/base/parts/setting.server";
import { dataLicence, LICENCE_NAME, LICENCE_URL, type Licence } from "~/models/base/settings/settings.server";
import { INVALID_ADDRESS, isEmptyOrAddress } from "~/models/base/web/entered-url";

export const datasetPart = {
  addresses: { reserved: ["dataset"] },
  sitemap: { pages: () => ["/dataset"] },
  llms: async () => ({ Data: [{ label: "Dataset", path: "/dataset", note: datasetNote(await dataLicence()) }] }),
  settings: [
    {
      name: LICENCE_NAME,
      label: "Licence of the data",
      standard: "",
      purpose:
        "The licence under which others may use the profiles, such as CC BY 4.0. The page /dataset and its files name it.",
      schema: oneLine(100),
    },
    {
      name: LICENCE_URL,
      label: "Address of that licence",
      standard: "",
      schema: oneLine(2_048).refine(isEmptyOrAddress, INVALID_ADDRESS),
    },
  ],
} satisfies Part;

function datasetNote(licence: Licence | null): string {
  const licenceText = licence ? `${licence.name} ${licence.url}`.trim() : "none chosen";
  return `all profiles as CSV or JSON-LD; licence: ${licenceText}`;
}
