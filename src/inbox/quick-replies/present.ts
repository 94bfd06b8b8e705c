import { presentAttachment } from "#channels/media/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { QuickReplyAnswer } from "./contract.ts";
import type { QuickReply } from "./schema.ts";

export function presentQuickReply(tenant: Tenant, row: QuickReply): QuickReplyAnswer {
  const file = presentAttachment(tenant, row.mediaId);
  return {
    id: row.id,
    shortcode: row.shortcode,
    message: row.message,
    geral: row.shared,
    status: row.active,
    isMedia: file.mediaPath !== null,
    ...file,
    companyId: tenant.id,
    userId: row.userId,
  };
}
