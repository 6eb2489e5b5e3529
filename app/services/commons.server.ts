/** Reads descriptions of pictures from the API of Wikimedia Commons, and searches for pictures of a person. */
import { z } from "zod";
import { env } from "~/env.server";
import { htmlWords } from "./html-words";
import { type AskOptions, backgroundParameters, OpenDataClient } from "./open-data.server";

const client = new OpenDataClient({ name: "Wikimedia Commons", baseUrl: env.COMMONS_API_URL });

export interface CommonsFile {
  /** Such as "File:Ada.jpg". */
  file: string;
  /** The address of the file's page. */
  source: string;
  /** The address of a picture at most 1,280 pixels wide. */
  url: string;
  author: string;
  /** The licence in Commons' words, such as "CC BY-SA 4.0". */
  licence: string;
  licenceUrl: string;
  /** The file is declared as fair use. */
  isNonFree: boolean;
  width: number;
  height: number;
}

const WIDTH = 1280;
const AUTHOR_LENGTH = 300;

const Value = z.object({ value: z.coerce.string() }).nullish().catch(null);
const address = z.url({ protocol: /^https?$/ });
const Info = z.object({
  url: address,
  thumburl: address.optional().catch(undefined),
  descriptionurl: address,
  width: z.number().catch(0),
  height: z.number().catch(0),
  mime: z.string().catch(""),
  extmetadata: z.record(z.string(), Value).catch({}),
});
const Page = z.object({ title: z.string(), imageinfo: z.array(Info.nullable().catch(null)).catch([]) });
const RenamedTitles = z.array(z.object({ from: z.string(), to: z.string() })).catch([]);
const Query = z.object({
  pages: z.array(Page.nullable().catch(null)),
  normalized: RenamedTitles.optional(),
  redirects: RenamedTitles.optional(),
});
/** Accepts a search without results, which has no `query`. */
const SearchAnswer = z
  .object({ batchcomplete: z.unknown(), query: Query.optional() })
  .refine(({ batchcomplete, query }) => query !== undefined || batchcomplete !== undefined);
const TitlesAnswer = z.object({ query: Query });

const PICTURES = ["image/jpeg", "image/png", "image/webp"];
/** The limit of titles in one request. */
export const MAX_FILES = 50;

/** Returns the existing pictures by file name; leaves out missing files and other types. Throws OpenDataProblem. */
export async function commonsFiles(files: string[], ask?: AskOptions): Promise<Map<string, CommonsFile>> {
  if (files.length === 0) return new Map();
  const query = await runQuery(TitlesAnswer, { titles: files.slice(0, MAX_FILES).join("|"), redirects: "1" }, ask);
  const pictures = new Map(picturesOf(query).map((file) => [file.file, file]));
  // Adds renamed files under their former names.
  for (const { from, to } of [...(query?.redirects ?? []), ...(query?.normalized ?? [])]) {
    const file = pictures.get(to);
    if (file) pictures.set(from, file);
  }
  return pictures;
}

/** Finds pictures whose page names a person. Throws OpenDataProblem. */
export async function searchCommons(name: string, limit: number, ask?: AskOptions): Promise<CommonsFile[]> {
  // Quotation marks and backslashes would end the phrase.
  const search = `"${name.replace(/["\\]/g, " ")}" filetype:bitmap`;
  const query = { generator: "search", gsrnamespace: "6", gsrlimit: String(limit), gsrsearch: search };
  return picturesOf(await runQuery(SearchAnswer, query, ask));
}

type QueryResult = z.output<typeof Query> | undefined;

async function runQuery(
  schema: typeof TitlesAnswer | typeof SearchAnswer,
  query: Record<string, string>,
  ask?: AskOptions,
): Promise<QueryResult> {
  const info = { prop: "imageinfo", iiprop: "url|size|mime|extmetadata", iiurlwidth: String(WIDTH) };
  const parameters = { action: "query", ...query, ...info, ...backgroundParameters(ask) };
  const search = new URLSearchParams({ ...parameters, format: "json", formatversion: "2" });
  return (await client.ask(schema, `?${search}`, ask)).query;
}

function picturesOf(query: QueryResult): CommonsFile[] {
  return (query?.pages ?? []).flatMap((page) => {
    const [info] = page?.imageinfo ?? [];
    return page && info && PICTURES.includes(info.mime) ? [toFile(page.title, info)] : [];
  });
}

function toFile(file: string, info: z.output<typeof Info>): CommonsFile {
  const metadata = (name: string, maxCharacters: number) =>
    htmlWords(info.extmetadata[name]?.value ?? "")
      .slice(0, maxCharacters)
      .toWellFormed();
  return {
    file,
    source: info.descriptionurl,
    url: info.thumburl ?? info.url,
    author: metadata("Attribution", AUTHOR_LENGTH) || metadata("Artist", AUTHOR_LENGTH),
    licence: metadata("LicenseShortName", 100),
    licenceUrl: metadata("LicenseUrl", 300),
    isNonFree: /^(?:true|1|yes)$/i.test(metadata("NonFree", 10)),
    width: info.width,
    height: info.height,
  };
}
