import { env } from "~/env.server";

/** Whether visitors can be offered to sign in with Google (decision D7). Apart from how it is done, which few requests need. */
export const googleIsConfigured = Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET);
