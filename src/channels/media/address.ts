import type { Tenant } from "#tenants/tenant.ts";
import { cleanFileName } from "./names.ts";
import { signMediaUrl } from "./signed-urls.ts";

/** The signed address of a stored file. Only for answers to people who may read what shows it. */
export const mediaUrl = (tenant: Tenant, fileId: number, fileName: string): string =>
  signMediaUrl(
    tenant.installation.secrets,
    { companyId: tenant.id, fileId, fileName: cleanFileName(fileName) },
    tenant.clock.now(),
  );
