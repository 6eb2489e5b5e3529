/** What the server knows about a request and the app does not; loaders and actions get it as `context`. */
import "@remix-run/server-runtime";

declare module "@remix-run/server-runtime" {
  interface AppLoadContext {
    /** The address the request comes from; undefined under the development server. */
    clientAddress?: string;
    requestId?: string;
    /** For the inline scripts of this answer. */
    nonce?: string;
  }
}
