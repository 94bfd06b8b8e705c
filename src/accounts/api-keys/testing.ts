import type { UserCtx } from "#tenants/tenant.ts";
import { SCOPES, type Scope } from "./contract.ts";
import { makeKey } from "./keys.ts";

/** Creates an API key of the admin's company with these scopes; default: all scopes. */
export const testKey = async (admin: UserCtx, scopes: readonly Scope[] = SCOPES): Promise<string> =>
  (await makeKey(admin, { name: "ERP", scopes: [...scopes] })).key;
