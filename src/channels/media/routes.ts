import { count, eq } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { route } from "#tenants/route.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { StorageAnswer } from "./contract.ts";
import { mediaFile } from "./schema.ts";
import { diskHasSpace, storageLimit, usageOf } from "./storage/quota.ts";

/** The storage of the company: used, and the limit of the plan. */
function storageOf({ tenant }: UserCtx): StorageAnswer {
  const { bytes, files } = usageOf(tenant);
  return {
    usedBytes: bytes,
    limitBytes: storageLimit(tenant),
    files,
    waiting: waitingFiles(tenant.db),
    diskFull: !diskHasSpace(tenant.installation, 0),
  };
}

const waitingFiles = (db: Db): number =>
  db.select({ n: count() }).from(mediaFile).where(eq(mediaFile.state, "no_room")).get()?.n ?? 0;

export const mediaRoutes = [
  route({
    method: "GET",
    path: "/storage",
    access: "admin",
    summary: "Storage used by the files of the company",
    answer: StorageAnswer,
    handle: ({ ctx }) => storageOf(ctx),
  }),
];
