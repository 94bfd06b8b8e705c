import { setting } from "#accounts/settings/index.ts";
import type { LinkPreview } from "#channels/connections/index.ts";
import { storedPreview } from "#channels/link-previews/index.ts";
import { driverOf } from "#inbox/messages/send/uploaded.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/**
 * The preview that a text takes along (docs/rules/link-previews.md#sending): the one that was shown to its author, while the
 * text has the address. Undefined on official numbers, whose network makes previews itself, on pages, and with the setting off.
 */
export function previewToSend(
  { tenant }: TenantUnit,
  ticket: Ticket,
  { text, url }: { readonly text: string; readonly url: string | null | undefined },
): LinkPreview | undefined {
  if (!url || !text.includes(url) || !setting(tenant, "linkPreviews")) return undefined;
  return driverOf(tenant, ticket) === "whatsapp" ? storedPreview(tenant, url) : undefined;
}
