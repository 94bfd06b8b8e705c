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
  /** The mailed code. */
  readonly token: string;
  readonly password: string;
}

export interface Code {
  email: string;
  company_id: number;
  user_id: number;
}

/**
 * Sets a new password by a mailed code; all sessions of the user end. Throws 400 ERR_RESET_TOKEN for a code that is
 * wrong, used, expired or of another e-mail, 400 ERR_VALIDATION for a password that is too short (the code stays
 * valid).
 */
export async function resetPassword(installation: Installation, given: PasswordReset): Promise<void> {
  const { system, clock } = installation;
  const hash = sha256(given.token);
  const code = queryOne(system, sql.resetByHash, { hash, now: clock.now() });
  const owner = code?.email === given.email ? ownerOf(installation, given.email) : undefined;
  // Since the code was issued, another user may have got the e-mail.
  if (!owner || owner.tenant.id !== code?.company_id || owner.userId !== code.user_id) throw resetToken();
  checkPassword(installation, given.password);
  const passwordHash = await hashPassword(given.password);
  // Only one of two parallel requests with the same code succeeds.
  if (execute(system, sql.deleteReset, { hash }).changes === 0) throw resetToken();
  owner.tenant.write((unit) => storePassword(unit, owner.userId, passwordHash, undefined));
}

/**
 * Sets a user's password without a code, for the command line; all sessions of the user end. Throws 404
 * ERR_NO_USER_FOUND, 400 ERR_VALIDATION.
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
    // Ended here, because listeners do not run in a command.
    endSessionsOf(unit, userId, undefined, "password");
    dropResetCodes(unit, userId);
    dropConfirmation(unit, userId);
  });
}

const CONSOLE = { who: "console", userId: null, name: "balcao set-password" } as const;

/** Invalidates the unused recovery codes of a user whose password was changed. */
export function dropResetCodes(unit: TenantUnit, userId: number): void {
  const { id, installation } = unit.tenant;
  unit.afterCommit(() => void execute(installation.system, sql.deleteResetsOf, { id, userId }));
}
