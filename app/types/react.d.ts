import "react";

declare module "react" {
  // React 18 passes the attribute on, and its types do not know it yet.
  interface HTMLAttributes<T> extends AriaAttributes, DOMAttributes<T> {
    popover?: "auto" | "manual";
  }
}
