import type { SessionUser } from "#accounts/auth/contract.ts";
import { storage } from "./storage.ts";

/** Storage key of a user; user ids are only unique within a company, and support sessions have their own keys. */
export const storageScopeOf = ({
  id,
  companyId,
  supportUntil,
}: Pick<SessionUser, "id" | "companyId" | "supportUntil">): string =>
  `${supportUntil ? "support:" : ""}${companyId}:${id}`;

/** Storage key of the signed-in user according to localStorage, without a request; null: none. */
export function storedScope(): string | null {
  const [companyId, id] = [storage.get("companyId"), storage.get("userId")];
  return companyId === null || id === null ? null : `${companyId}:${id}`;
}
