import { call, endpoint } from "~/auth/endpoint.server";
import { Success } from "~/http/openapi/operation.server";
import { deleteWebhook } from "~/models/readers/webhooks/webhooks.server";

export const { loader, action } = endpoint("/api/admin/webhooks/{id}", {
  DELETE: call({
    subject: "Administration",
    summary: "Deletes a webhook",
    access: "admin",
    recent: true,
    answer: Success,
    handler: async ({ admin, id }) => {
      await deleteWebhook(admin, id);
      return { success: true };
    },
  }),
});
