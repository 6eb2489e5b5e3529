import { createContext } from "react";

/** The nonce for inline scripts; known on the server only, because browsers hide it. */
export const NonceContext = createContext<string | undefined>(undefined);
