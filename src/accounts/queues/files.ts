import { queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import type { QueueAnswer } from "./contract.ts";
import * as sql from "./queues.sql.ts";

/** What queues need of stored files: greetings and option nodes carry one. Media stands below and plugs it in. */
export interface QueueFiles {
  /** Signed address and name; nulls without a file. */
  present(tenant: Tenant, fileId: number | null): Pick<QueueAnswer, "mediaPath" | "mediaName">;
  /** Takes the one uploaded file; `put` runs in the transaction that makes its row. Throws 400, 413, 415. */
  receive<T>(tenant: Tenant, request: Request, put: (unit: TenantUnit, fileId: number) => T): Promise<T>;
  remove(unit: TenantUnit, fileId: number): void;
}
export const QueueFilesPort = definePort<QueueFiles>("queue-files");

export const queueFiles = ({ installation }: Pick<Tenant, "installation">): QueueFiles =>
  installation.ports.use(QueueFilesPort);

/** Files of queues and options are read by everybody of the company, like the rows that show them. */
export const showsQueueFile = ({ tenant }: UserCtx, fileId: number): boolean =>
  queryOne(tenant.db, sql.shown, { fileId }) !== undefined;
