import { auditProvider } from "#accounts/audit/index.ts";
import { setUpDone } from "#accounts/auth/errors.ts";
import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { addUser, superUsers, type UserView } from "#accounts/users/index.ts";
import { HOME_CELL } from "#platform/cells.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import { randomCode, sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./set-up.sql.ts";

export interface FirstPerson {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly companyName: string;
}

/**
 * True until the installation has its first super user. False when company 1 exists but cannot be opened, because the
 * server then still serves the other companies. False in other cells than the home cell (docs/rules/cells.md#shared-rows).
 */
export function isSetUpOpen({ tenants, cells }: Installation): boolean {
  if (cells.own !== HOME_CELL) return false;
  if (!tenants.exists(PROVIDER_ID)) return true;
  try {
    return superUsers(tenants.open(PROVIDER_ID)).length === 0;
  } catch {
    return false;
  }
}

/** Creates a code for the one-time link; earlier codes no longer work. Only its hash is stored. */
export function newSetUpCode({ system, clock }: Installation): string {
  const code = randomCode(24);
  execute(system, sql.deleteUnusedCodes);
  execute(system, sql.insertCode, { hash: sha256(code), now: clock.now() });
  return code;
}

/**
 * First run in the browser, by the one-time link: creates company 1 and its first admin, the super user. Throws 409
 * ERR_SETUP_DONE afterwards, 403 ERR_NO_PERMISSION for a wrong code.
 */
export async function setUp(
  installation: Installation,
  given: FirstPerson & { readonly code: string },
): Promise<UserView> {
  if (!isSetUpOpen(installation)) throw setUpDone();
  const hash = sha256(given.code);
  // Claimed before the first await: only one of two parallel requests succeeds.
  if (!claimCode(installation, hash)) throw noPermission();
  try {
    return await createSuperUser(installation, given);
  } catch (error) {
    execute(installation.system, sql.restoreCode, { hash });
    throw error;
  }
}

const claimCode = ({ system, clock }: Installation, hash: string): boolean =>
  execute(system, sql.claimCode, { now: clock.now(), hash }).changes > 0;

/**
 * Creates company 1 when it is missing, and an admin of it with the super flag. For the first run, `SUPER_EMAIL` and
 * the command `create-super`. Throws 409 ERR_EMAIL_IN_USE, 400 ERR_VALIDATION.
 */
export async function createSuperUser(installation: Installation, person: FirstPerson): Promise<UserView> {
  const tenant = await ensureProviderCompany(installation, person.companyName);
  const { name, email, password } = person;
  const user = await addUser(tenant, { name, email, password, profile: "admin" }, { super: true });
  auditProvider(installation, {
    who: "product",
    userId: null,
    name: "balcao",
    kind: "user",
    action: "created",
    subjectId: user.id,
    subject: user.name,
    details: { fields: ["super"] },
  });
  return user;
}
