import { definePort } from "#platform/ports.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/** Whether this person may read something that shows the file; false for files it knows nothing about. */
export type MayReadFile = (ctx: UserCtx, fileId: number) => boolean;

/** Every feature that shows files adds its rule (`ports.use(MediaReadersPort).push(…)`). */
export const MediaReadersPort = definePort<MayReadFile[]>("media-readers");

/** A file is read by whoever may read one of the rows that show it. */
export const mayReadMedia: MayReadFile = (ctx, fileId) =>
  ctx.tenant.installation.ports.use(MediaReadersPort).some((mayRead) => mayRead(ctx, fileId));
