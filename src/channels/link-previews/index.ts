/** Public functions of the link previews. */

export { storedPreview } from "./stored.ts";
