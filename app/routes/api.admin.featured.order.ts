import { call, endpoint } from "~/auth/endpoint.server";
import { FeaturedExperts } from "~/http/openapi/schemas/experts.server";
import { orderFeaturedExperts } from "~/models/editing/experts/featured.server";
import { Order } from "~/models/records/shared/featured.server";

export const { loader, action } = endpoint("/api/admin/featured/order", {
  PUT: call({
    subject: "Editing experts",
    summary: "Orders the featured experts",
    access: "editor",
    body: Order,
    example: { ids: ["k3v9x0q2m7"] },
    answer: FeaturedExperts,
    handler: async ({ editor, body }) => ({
      featured: await orderFeaturedExperts(editor, body),
    }),
  }),
});
