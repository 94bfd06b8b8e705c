import type { DirectoryKey, DirectoryKind } from "#platform/cells.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "./installation.ts";
import { releaseKey } from "./reserve.ts";
import type { Tenant } from "./tenant.ts";

/** `directory` of all features: what a company has in the directory. The composition root plugs it in. */
export const DirectoryKeysPort = definePort<(tenant: Tenant) => readonly DirectoryKey[]>("directory keys");

/**
 * What a company has in the directory, read from its rows; null when it cannot be opened. Empty in commands, which run without
 * features.
 */
export function readDirectoryKeys(
  { ports, tenants }: Installation,
  companyId: number,
): readonly DirectoryKey[] | null {
  try {
    return ports.find(DirectoryKeysPort)?.(tenants.open(companyId)) ?? [];
  } catch {
    return null;
  }
}

/** Values of a removed company that others may use while it is in the bin (docs/rules/companies.md#calls). */
export const FREED_BY_REMOVAL: readonly DirectoryKind[] = ["name", "login"];

/** Removes a company whose creation or import failed, with all that it has in the directory. */
export async function discardCompany(installation: Installation, companyId: number): Promise<void> {
  const keys = readDirectoryKeys(installation, companyId) ?? [];
  installation.tenants.discard(companyId);
  await releaseKeys(installation, companyId, keys);
}

/** Releases values of a removed company, unless it was restored meanwhile. Never throws. */
export const releaseKeys = async (
  installation: Installation,
  companyId: number,
  keys: readonly DirectoryKey[],
): Promise<void> =>
  void (await Promise.all(
    keys.map((key) => releaseKey(installation, key, companyId, () => installation.tenants.exists(companyId))),
  ));
