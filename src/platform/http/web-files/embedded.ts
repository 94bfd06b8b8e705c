import type { Bytes } from "./asset-file.ts";
import type { PackIndex } from "./asset-pack.ts";

/** The web app in the single binary; the build replaces this module by a generated one. */
export const embedded: { readonly index: PackIndex; readonly bytes: () => Promise<Bytes> } | null = null;
