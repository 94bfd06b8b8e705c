import type { SessionUser } from "#accounts/auth/contract.ts";
import { storage } from "./storage.ts";

/** Whose rows in this browser are whose: numbers of people repeat between companies, and the support is a guest. */
export const storageScopeOf = ({
  id,
  companyId,
  supportUntil,
}: Pick<SessionUser, "id" | "companyId" | "supportUntil">): string =>
  `${supportUntil ? "support:" : ""}${companyId}:${id}`;

/** Whoever is signed in here as far as the browser knows, without asking the server; null = nobody. */
export function storedScope(): string | null {
  const [companyId, id] = [storage.get("companyId"), storage.get("userId")];
  return companyId === null || id === null ? null : `${companyId}:${id}`;
}
