import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { importFigures } from "~/models/editing/imports/figures.server";

const counts = z.record(z.string(), z.int());

export const { loader, action } = endpoint("/api/admin/imports/{id}", {
  GET: call({
    subject: "Administration",
    summary: "The progress of an import, and the result of its check",
    access: "admin",
    answer: z.object({
      id: z.string(),
      name: z.string(),
      format: z.string(),
      phase: z.string(),
      status: z.string(),
      message: z.string(),
      done: z.int(),
      total: z.int(),
      counts,
      notes: z.record(z.string(), counts).describe("The number of rows with each problem, by column."),
      newTopics: z.array(z.string()),
      undoneAt: z.string().nullable(),
      createdAt: z.string(),
    }),
    handler: ({ admin, params }) => importFigures(admin, params.id ?? ""),
  }),
});
