import type { Tenant } from "#tenants/tenant.ts";
import { signMediaUrl } from "./serving/signed-urls.ts";
import { cleanFileName } from "./storage/names.ts";

/** The signed address of a stored file. Only for answers to people who may read what shows it. */
export const mediaUrl = (tenant: Tenant, fileId: number, fileName: string): string =>
  signMediaUrl(
    tenant.installation.secrets,
    { companyId: tenant.id, fileId, fileName: cleanFileName(fileName) },
    tenant.clock.now(),
  );
