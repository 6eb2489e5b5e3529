/** Apart from the settings: what imports those runs in plain Node too, which reads no JSON this way. */
export { version } from "../package.json";
