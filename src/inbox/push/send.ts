import webpush from "web-push";
import { BrandPort } from "#accounts/companies/index.ts";
import { OutboundPort } from "#platform/outbound/client.ts";
import { OutboundFailed } from "#platform/outbound/target.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { PushOutcome, PushPayload } from "./contract.ts";
import { forgetDevice } from "./devices.ts";
import type { Device } from "./schema.ts";
import { vapidKey } from "./vapid.ts";

/** How long the push service keeps an undelivered notification, s; after this time it is no longer useful. */
const TTL_S = 12 * 3600;

/**
 * Sends a notification to one device, encrypted for it, with the company's brand. Deletes a device that its push
 * service no longer knows.
 */
export async function sendTo(tenant: Tenant, device: Device, payload: PushPayload): Promise<PushOutcome> {
  const { installation, log } = tenant;
  const brand = installation.ports.use(BrandPort).ofPushes(tenant);
  const request = encrypted(installation, device, { ...payload, brand });
  if (request === undefined) {
    log.info({ device: device.id }, "push device deleted because its keys are invalid");
    forgetDevice(tenant, device.id);
    return "gone";
  }
  try {
    const { endpoint, headers, body } = request;
    const { status } = await installation.ports.use(OutboundPort).request({
      method: "POST",
      url: endpoint,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body ?? []),
      limitBytes: 65_536,
    });
    if (status >= 200 && status < 300) return "sent";
    log.info({ status, device: device.id }, "push service rejected a notification");
    if (status !== 404 && status !== 410) return status >= 500 ? "unreachable" : "refused";
    forgetDevice(tenant, device.id);
    return "gone";
  } catch (error) {
    if (!(error instanceof OutboundFailed))
      log.error({ err: error, device: device.id }, "push notification not sent; the device is kept");
    return "unreachable";
  }
}

/** The request for the push service; undefined when the device's key is not a point on the curve. */
function encrypted(
  installation: Installation,
  { endpoint, p256dh, auth }: Device,
  payload: PushPayload,
): webpush.RequestDetails | undefined {
  const vapidDetails = { subject: subjectOf(installation.config.publicUrl), ...vapidKey(installation) };
  try {
    return webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails,
      TTL: TTL_S,
      urgency: "high",
      contentEncoding: "aes128gcm",
      // A newer notification of the same ticket replaces the one still waiting at the push service.
      ...(payload.kind !== "test" && { topic: topicOf(payload) }),
    });
  } catch {
    return undefined;
  }
}

const topicOf = (payload: Exclude<PushPayload, { kind: "test" }>): string =>
  payload.kind === "personal" ? `notification-${payload.notificationId}` : `ticket-${payload.ticketId}`;

/** Contact address (VAPID subject) for operators of push services. */
const subjectOf = (publicUrl: string | null): string =>
  publicUrl?.startsWith("https://") ? publicUrl : "mailto:balcao@localhost.localdomain";
