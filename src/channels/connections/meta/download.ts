import type { ReceivedFile } from "#channels/connections/provider.ts";
import { examineFile, MAX_FILE_BYTES, mediaStoreOf } from "#channels/media/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { partOf, textOf } from "./parts.ts";

/** Time limit of a file download: 60 s (docs/rules/general.md#outbound-requests, docs/rules/inbound.md#steps). */
const LIMIT_MS = 60_000;
const OWN_GRAPH = "https://graph.facebook.com";
/** Hosts of Meta's files. Any other address could lead into our own network (SSRF). */
const HOSTS = /(^|\.)(fbcdn\.net|fbsbx\.com|cdninstagram\.com|facebook\.com|whatsapp\.net)$/;

/** `simulated`: the Graph API is the simulator, on any host. */
export function mayFetchFile(address: string, simulated: boolean): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  return simulated || (url.protocol === "https:" && url.port === "" && HOSTS.test(url.hostname));
}

/** True when the Graph API is the simulator. */
export const isSimulated = (graphUrl: string): boolean => graphUrl !== OWN_GRAPH;

/**
 * Downloads a file of a message into the company's media; null when it is not available (now). `headers` where the
 * network requires a token.
 */
export async function downloadFile(
  tenant: Tenant,
  handle: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReceivedFile | null> {
  const url = addressOf(handle);
  if (!mayFetchFile(url, isSimulated(tenant.installation.config.metaGraphUrl))) {
    tenant.log.warn({}, "file of a message not downloaded: its address is not on a host of Meta");
    return null;
  }
  try {
    const response = await fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(LIMIT_MS) });
    if (!response.ok || !response.body) return null;
    return await storeFile(tenant, response.body, nameOf(url));
  } catch (error) {
    tenant.log.warn({ err: error }, "file of a message not downloaded from Meta");
    return null;
  }
}

async function storeFile(
  tenant: Tenant,
  body: AsyncIterable<Uint8Array>,
  name: string,
): Promise<ReceivedFile> {
  const store = mediaStoreOf(tenant);
  const file = await store.receive(body, (total) => {
    if (total > MAX_FILE_BYTES) throw new Error("file too large");
  });
  try {
    const examined = await examineFile(file.path, name);
    const { path, size, sha256 } = await store.adopt(file, examined.extension, tenant.clock.now());
    return { state: "stored", path, size, sha256, mimeType: examined.mimeType };
  } catch (error) {
    await store.discard(file);
    throw error;
  }
}

/** The file name in an address; "" when it is not valid URL encoding. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return "";
  }
}

function addressOf(handle: string): string {
  try {
    return textOf(partOf(JSON.parse(handle))["url"]);
  } catch {
    return "";
  }
}
