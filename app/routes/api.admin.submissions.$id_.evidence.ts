import { sourcesEndpoint } from "~/auth/sources-endpoint.server";

export const { loader, action } = sourcesEndpoint("submissions", { subject: "Review", record: "a submission" });
