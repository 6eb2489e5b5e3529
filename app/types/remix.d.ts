import "@remix-run/server-runtime";

declare module "@remix-run/server-runtime" {
  /** Types of loader data as they are with single fetch. */
  interface Future {
    v3_singleFetch: true;
  }

  /** The server's knowledge of a request; loaders and actions get it as `context`. */
  interface AppLoadContext {
    /** Undefined under the development server. */
    clientAddress?: string;
    /** Says that only the headers of a GET are sent, for HEAD. */
    isHead?: boolean;
    requestId?: string;
    /** The nonce for the inline scripts of this answer. */
    nonce?: string;
  }
}
