import { setting } from "#accounts/settings/index.ts";
import type { LinkPreview } from "#channels/connections/index.ts";
import { storedPreview } from "#channels/link-previews/index.ts";
import { driverOf } from "#inbox/messages/send/uploaded.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/**
 * Returns the preview that is sent with a text (docs/rules/link-previews.md#sending): the one shown to its author, if the text still
 * contains the address. Undefined on official numbers (the network makes previews itself), on pages, and with the setting off.
 */
export function previewToSend(
  { tenant }: TenantUnit,
  ticket: Ticket,
  { text, url }: { readonly text: string; readonly url: string | null | undefined },
): LinkPreview | undefined {
  if (!url || !text.includes(url) || !setting(tenant, "linkPreviews")) return undefined;
  return driverOf(tenant, ticket) === "whatsapp" ? storedPreview(tenant, url) : undefined;
}
