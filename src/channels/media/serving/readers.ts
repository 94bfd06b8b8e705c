import { definePort } from "#platform/ports.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/** Whether the user may read a row that shows the file; false when the rule does not apply to the file. */
export type MayReadFile = (ctx: UserCtx, fileId: number) => boolean;

/** Every feature that shows files adds its rule (`ports.use(MediaReadersPort).push(…)`). */
export const MediaReadersPort = definePort<MayReadFile[]>("media-readers");

/** A user may read a file when they may read one of the rows that show it. */
export const mayReadMedia: MayReadFile = (ctx, fileId) =>
  ctx.tenant.installation.ports.use(MediaReadersPort).some((mayRead) => mayRead(ctx, fileId));
