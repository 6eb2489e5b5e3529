import { z } from "zod";
import { KIND_NAMES } from "~/models/records/shared/public-kinds";
import { named, time } from "../operation.server";
import { NewEvidence } from "./evidence.server";

const text = z.string();

export const ImageUse = named(
  "ImageUse",
  z.object({
    kind: z.enum([...KIND_NAMES, "page", "submission", "library", "content"]),
    id: text,
    name: text,
    label: text,
    href: text.nullable(),
  }),
);

const useFields = { usedIn: z.array(ImageUse), usedInMore: z.boolean() };

export const StoredImage = named(
  "StoredImage",
  z.object({
    id: text,
    url: text,
    name: text,
    alt: text,
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    origin: z.enum(["record", "upload", "generated"]),
    prompt: text,
    provider: text,
    model: text,
    createdBy: text.nullable(),
    createdAt: time,
    missing: z.boolean(),
    ...useFields,
  }),
);

const imageFields = {
  id: text,
  imageUrl: text,
  imagePrompt: text,
  model: text,
  provider: text,
  size: text,
  alt: text,
  expertName: text,
};
const savedImageFields = { ...imageFields, createdAt: time, missing: z.boolean() };

export const GeneratedImage = named("GeneratedImage", z.object(imageFields));
export const LibraryImage = named("LibraryImage", z.object(savedImageFields));
export const LibraryImageView = z.object({ ...savedImageFields, ...useFields });

const contentFields = {
  id: text,
  expertId: text.nullable(),
  expertName: text,
  platform: text,
  contentType: text,
  content: text,
  createdAt: time,
  updatedAt: time,
  seoTags: z.array(text),
  provider: text,
  model: text,
  projectId: text.nullable(),
  projectName: text.nullable(),
  images: z.array(LibraryImage),
  evidence: z.array(NewEvidence),
};

export const LibraryContent = named("LibraryContent", z.object(contentFields));
export const LibraryContentView = z.object({
  ...contentFields,
  article: z.object({ id: text, title: text, status: text }).nullable(),
});

export const LibraryProject = named(
  "LibraryProject",
  z.object({ id: text, name: text, description: text, createdAt: time, version: text }),
);

export const GeneratedImages = z.object({
  images: z.array(GeneratedImage),
  problems: z.array(z.string()).optional().describe("The reasons why there are fewer images than texts."),
});

export const DeletionCount = z.object({ success: z.literal(true), deleted: z.int() });

export const ForceOption = z.object({
  force: z.literal("1").optional().describe("Removes the record from everything that uses it, too."),
});

export const EXPERT_FILTER = { expert: z.string().optional().describe("A name, or all.") };
