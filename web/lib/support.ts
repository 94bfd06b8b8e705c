import { api } from "./api.ts";
import { storage } from "./storage.ts";

/** The page begins anew with another session. */
const beginAt = (path: string) => globalThis.location.assign(path);

/** Enters a company as support; the person's own session stays in its cookie and waits. Throws ApiError. */
export async function enterCompany(companyId: number): Promise<void> {
  const { token } = await api.post<{ token: string }>(`/companies/${companyId}/support`);
  storage.set("token", token);
  beginAt("/");
}

/** Leaves it and goes back to the list of companies with one's own session. */
export async function leaveCompany(): Promise<void> {
  await api.delete("/support").catch(() => undefined);
  if (await api.refresh().catch(() => false)) beginAt("/settings?tab=companies");
}
