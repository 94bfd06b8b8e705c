import type { Bytes } from "./asset-file.ts";
import type { PackIndex } from "./asset-pack.ts";

/** The web app inside the single binary. The build puts its own module in the place of this one. */
export const embedded: { readonly index: PackIndex; readonly bytes: () => Promise<Bytes> } | null = null;
