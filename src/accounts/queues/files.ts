import { queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import type { QueueAnswer } from "./contract.ts";
import * as sql from "./queues.sql.ts";

/**
 * File operations needed by queues: greetings and option nodes have a file. Implemented by the media feature.
 */
export interface QueueFiles {
  /** Signed URL and name of a file; nulls without one. */
  present(tenant: Tenant, fileId: number | null): Pick<QueueAnswer, "mediaPath" | "mediaName">;
  /** Receives one uploaded file; `put` runs in the transaction that creates its row. Throws 400, 413, 415. */
  receive<T>(tenant: Tenant, request: Request, put: (unit: TenantUnit, fileId: number) => T): Promise<T>;
  remove(unit: TenantUnit, fileId: number): void;
}
export const QueueFilesPort = definePort<QueueFiles>("queue-files");

export const queueFiles = ({ installation }: Pick<Tenant, "installation">): QueueFiles =>
  installation.ports.use(QueueFilesPort);

/** Files of queues and options are readable by every user of the company, like their rows. */
export const showsQueueFile = ({ tenant }: UserCtx, fileId: number): boolean =>
  queryOne(tenant.db, sql.shown, { fileId }) !== undefined;
