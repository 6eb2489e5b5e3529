import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { FeaturedArticles } from "~/http/openapi/schemas/articles.server";
import { orderFeaturedArticles } from "~/models/editing/articles/featured.server";
import { Order } from "~/models/records/shared/featured.server";

export const { loader, action } = endpoint("/api/admin/articles/featured-order", {
  PUT: call({
    subject: "Editing articles",
    summary: "Orders the featured articles",
    access: "editor",
    body: Order,
    example: { ids: ["k3v9x0q2m7"] },
    answer: z.object({ featured: FeaturedArticles }),
    handler: async ({ editor, body }) => ({
      featured: await orderFeaturedArticles(editor, body),
    }),
  }),
});
