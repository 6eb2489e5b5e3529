import "@remix-run/server-runtime";

declare module "@remix-run/server-runtime" {
  /** Types of loader data as they are with single fetch. */
  interface Future {
    v3_singleFetch: true;
  }

  /** What the server knows about a request; loaders and actions get it as `context`. */
  interface AppLoadContext {
    /** Undefined under the development server. */
    clientAddress?: string;
    /** Of a GET only the headers are sent: it was asked by HEAD. */
    isHead?: boolean;
    requestId?: string;
    /** For the inline scripts of this answer. */
    nonce?: string;
  }
}
