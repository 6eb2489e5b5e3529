import { sourcesEndpoint } from "~/auth/sources-endpoint.server";

export const { loader, action } = sourcesEndpoint("articles", { subject: "Editing articles", record: "an article" });
