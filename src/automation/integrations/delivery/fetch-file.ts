import type { Delivery } from "#automation/integrations/schema.ts";
import {
  addMediaFile,
  type ExaminedFile,
  examineFile,
  fileColumns,
  mediaStoreOf,
  type StoredFile,
} from "#channels/media/index.ts";
import { OutboundPort } from "#platform/outbound/client.ts";
import { OutboundFailed } from "#platform/outbound/target.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";

/** Maximum size, bytes; bounds the memory used. */
const LIMIT_BYTES = 32 * 1_048_576;
const LIMIT_MS = 60_000;

/** A file of an integration, stored on disk, or the problem. */
export type Fetched =
  | { readonly stored: StoredFile; readonly examined: ExaminedFile }
  | { readonly problem: string };

/** Downloads a file that an integration sends. */
export async function fetchFile(tenant: Tenant, { id }: Delivery, url: string): Promise<Fetched> {
  const outbound = tenant.installation.ports.use(OutboundPort);
  try {
    const answer = await outbound.request({ method: "GET", url, limitMs: LIMIT_MS, limitBytes: LIMIT_BYTES });
    if (answer.status !== 200) return { problem: `answered ${answer.status}` };
    return await storeBytes(tenant, nameOf(url), answer.bytes);
  } catch (error) {
    if (error instanceof OutboundFailed) return { problem: error.message };
    tenant.log.warn({ err: error, delivery: id }, "file of an integration not stored");
    return { problem: "not kept" };
  }
}

/** Stores a file that is part of the command. */
export async function storeInlineFile(
  tenant: Tenant,
  { id }: Delivery,
  name: string,
  base64: string,
): Promise<Fetched> {
  try {
    return await storeBytes(tenant, name, Buffer.from(base64, "base64"));
  } catch (error) {
    tenant.log.warn({ err: error, delivery: id }, "file of an integration not stored");
    return { problem: "not kept" };
  }
}

async function storeBytes(tenant: Tenant, name: string, bytes: Uint8Array): Promise<Fetched> {
  const store = mediaStoreOf(tenant);
  const incoming = await store.receive(once(bytes));
  try {
    const examined = await examineFile(incoming.path, name);
    const stored = await store.adopt(incoming, examined.extension, tenant.clock.now());
    return { stored, examined };
  } catch (error) {
    await store.discard(incoming);
    throw error;
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

const nameOf = (url: string): string => {
  const last = URL.parse(url)?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last) || "file";
  } catch {
    return "file";
  }
};

/** Adds the row of a file; returns its id. */
export const fileRow = (
  unit: TenantUnit,
  { stored, examined }: Exclude<Fetched, { problem: string }>,
): number => addMediaFile(unit, fileColumns(stored, examined));
