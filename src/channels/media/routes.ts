import { one } from "#platform/db/database.ts";
import { route } from "#tenants/route.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { StorageAnswer } from "./contract.ts";
import { diskHasRoom, storageLimit, usageOf } from "./storage/quota.ts";

const WAITING = "SELECT count(*) AS n FROM media_file WHERE state = 'no_room'";

/** What the files of the company take of what the plan gives. */
function storageOf({ tenant }: UserCtx): StorageAnswer {
  const { bytes, files } = usageOf(tenant);
  return {
    usedBytes: bytes,
    limitBytes: storageLimit(tenant),
    files,
    waiting: one<{ n: number }>(tenant.db, WAITING)?.n ?? 0,
    diskFull: !diskHasRoom(tenant.installation, 0),
  };
}

export const mediaRoutes = [
  route({
    method: "GET",
    path: "/storage",
    access: "admin",
    summary: "Room the files of the company take",
    answer: StorageAnswer,
    handle: ({ ctx }) => storageOf(ctx),
  }),
];
