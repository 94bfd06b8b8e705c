import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { bootCompany } from "./boot.ts";
import { SessionsPort } from "./registry.ts";

/** Sessions of a company that is moved to another cell (docs/rules/cells.md#move): never may two cells have one open. */

/** Longest wait for sessions to end, ms. */
const PATIENCE_MS = 15_000;

/**
 * Ends all sessions of a company, and begins none until `resumeSessionsOf`. The stored states stay: the next owner opens the same
 * sessions. Resolves when every socket is closed and nothing writes the sessions' files any more; rejects when that takes too long.
 */
export async function holdSessionsOf({ ports }: Installation, companyId: number): Promise<void> {
  const sessions = ports.use(SessionsPort);
  sessions.hold(companyId);
  const own = sessions.all().filter(({ key }) => key.companyId === companyId);
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("a session did not end in time")), PATIENCE_MS).unref();
  });
  await Promise.race([Promise.all(own.map((session) => session.end())), late]);
}

/** Sessions of the company may begin again; returns whether they could not. */
export const resumeSessionsOf = ({ ports }: Installation, companyId: number): boolean =>
  ports.use(SessionsPort).release(companyId);

/** Opens the sessions of a company as the start of an owner does. Resolves when all have begun. */
export const startSessionsOf = (tenant: Tenant): Promise<void> => bootCompany(tenant);
