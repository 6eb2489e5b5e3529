import { sourcesEndpoint } from "~/auth/sources-endpoint.server";

export const { loader, action } = sourcesEndpoint("experts", { subject: "Editing experts", record: "a profile" });
