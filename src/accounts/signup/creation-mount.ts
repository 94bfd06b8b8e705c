import { confirmationCode, signIn } from "#accounts/auth/index.ts";
import { ownerOf } from "#accounts/users/index.ts";
import { queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import { readJson } from "#platform/http/body/json-body.ts";
import { isPart } from "#platform/http/cells/internal-headers.ts";
import { validate } from "#platform/http/validate.ts";
import type { Mount } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { CREATION_PATH, type Created, Creation } from "./elsewhere.ts";
import { openCompany } from "./open-company.ts";
import { presentSignedUp } from "./present.ts";
import * as sql from "./signup.sql.ts";

/**
 * Creates the company of a sign-up that the home cell has verified (docs/rules/cells.md#placement). Only other cells are
 * answered. Throws 404, 409 ERR_EMAIL_IN_USE, 409 ERR_NAME_IN_USE, 409 ERR_PLAN_LIMIT, 400 ERR_CONFIRMATION_CODE when the
 * company was removed.
 */
export const creationMount: Mount = {
  prefix: CREATION_PATH,
  cell: "parts",
  async handle(installation, request, caller) {
    if (request.method !== "POST" || !isPart(request, caller)) throw notFound();
    const creation = validate(Creation, await readJson(request));
    const tenant = await createOnce(installation, creation);
    const known = ownerOf(installation, creation.details.email);
    if (known?.tenant.id !== tenant.id) throw confirmationCode("used");
    const login = creation.signIn && signIn(known, creation.signIn);
    return Response.json({ signedUp: presentSignedUp(tenant), login } satisfies Created);
  },
};

async function createOnce(
  installation: Installation,
  { details, key, appendsNumber }: Creation,
): Promise<Tenant> {
  const made = () =>
    key === null ? undefined : queryOne(installation.system, sql.companyOfOrigin, { origin: key });
  const open = ({ id }: { readonly id: number }) => {
    if (!installation.tenants.exists(id)) throw confirmationCode("used");
    return installation.tenants.open(id);
  };
  const before = made();
  if (before) return open(before);
  try {
    return await openCompany(installation, details, { appendsNumber, origin: key });
  } catch (error) {
    // A repetition that came while the first request was answered.
    const meanwhile = made();
    if (!meanwhile) throw error;
    return open(meanwhile);
  }
}
