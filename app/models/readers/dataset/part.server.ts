import type { Part } from "~/models/base/parts/part";
import { dataLicence, type Licence } from "~/models/base/settings/settings.server";

export const datasetPart = {
  addresses: { reserved: ["dataset"] },
  sitemap: { pages: () => ["/dataset"] },
  llms: async () => ({ Data: [{ label: "Dataset", path: "/dataset", note: aboutDataset(await dataLicence()) }] }),
} satisfies Part;

function aboutDataset(licence: Licence | null): string {
  const under = licence ? `${licence.name} ${licence.url}`.trim() : "none chosen";
  return `all profiles as CSV or JSON-LD; licence: ${under}`;
}
