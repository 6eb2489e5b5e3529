import { sourcesEndpoint } from "~/auth/sources-endpoint.server";

export const { loader, action } = sourcesEndpoint("topics", { subject: "Editing experts", record: "a topic" });
