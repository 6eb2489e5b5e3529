import { z } from "zod";
import type { Part } from "~/models/base/parts/part";
import { slug, tool } from "~/models/base/parts/tool.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { expertView } from "./public-view.server";

export const profilesPart = {
  tools: {
    get_expert: tool({
      title: "Read a profile",
      description: "One person's profile with works, identifiers and the source of each sentence (evidence).",
      input: z.object({ slug }),
      async read({ slug }, origin) {
        const expert = await findExpert(slug);
        return { url: `${origin}/${expert.slug}`, ...(await expertView(expert)) };
      },
    }),
  },
} satisfies Part;
