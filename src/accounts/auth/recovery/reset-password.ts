import { auditIn } from "#accounts/audit/index.ts";
import { dropConfirmation } from "#accounts/auth/confirmation/confirmation.ts";
import { resetToken } from "#accounts/auth/errors.ts";
import { endSessionsOf } from "#accounts/auth/sessions/sessions.ts";
import { checkPassword, ownerOf, storePassword } from "#accounts/users/index.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import { sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./recovery.sql.ts";

export interface PasswordReset {
  readonly email: string;
  /** The code out of the mail. */
  readonly token: string;
  readonly password: string;
}

export interface Code {
  email: string;
  company_id: number;
  user_id: number;
}

/**
 * Sets a new password by a code out of a mail; all sessions of the person end. Throws 400 ERR_RESET_TOKEN for a code
 * that is wrong, used, old or of another e-mail, 400 ERR_VALIDATION for a password that is too short: then the code
 * stays good.
 */
export async function resetPassword(installation: Installation, given: PasswordReset): Promise<void> {
  const { system, clock } = installation;
  const hash = sha256(given.token);
  const code = queryOne(system, sql.resetByHash, { hash, now: clock.now() });
  const owner = code?.email === given.email ? ownerOf(installation, given.email) : undefined;
  // The e-mail may belong to another user since the code was issued.
  if (!owner || owner.tenant.id !== code?.company_id || owner.userId !== code.user_id) throw resetToken();
  checkPassword(installation, given.password);
  const passwordHash = await hashPassword(given.password);
  // Of two that come with the same code, one gets in.
  if (execute(system, sql.deleteReset, { hash }).changes === 0) throw resetToken();
  owner.tenant.write((unit) => storePassword(unit, owner.userId, passwordHash, undefined));
}

/**
 * Sets a person's password without a code, for the operator of the machine; all their sessions end. Throws
 * 404 ERR_NO_USER_FOUND, 400 ERR_VALIDATION.
 */
export async function setPasswordOf(
  installation: Installation,
  email: string,
  password: string,
): Promise<void> {
  const owner = ownerOf(installation, email);
  if (!owner) throw notFound("ERR_NO_USER_FOUND");
  const { tenant, userId } = owner;
  checkPassword(installation, password);
  const hash = await hashPassword(password);
  tenant.write((unit) => {
    storePassword(unit, userId, hash, undefined);
    auditIn(unit, { ...CONSOLE, kind: "user", action: "password-set", subjectId: userId });
    // A command runs without the listeners that would do this.
    endSessionsOf(unit, userId, undefined, "password");
    dropResetCodes(unit, userId);
    dropConfirmation(unit, userId);
  });
}

const CONSOLE = { who: "console", userId: null, name: "balcao set-password" } as const;

/** A password was changed, whichever way: codes that are still out there are worth nothing from now on. */
export function dropResetCodes(unit: TenantUnit, userId: number): void {
  const { id, installation } = unit.tenant;
  unit.afterCommit(() => void execute(installation.system, sql.deleteResetsOf, { id, userId }));
}
