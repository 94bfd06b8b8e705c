import type { UserCtx } from "#tenants/tenant.ts";
import { SCOPES, type Scope } from "./contract.ts";
import { makeKey } from "./keys.ts";

/** A key of the admin's company, good for these scopes; for all of them when none are named. */
export const testKey = (admin: UserCtx, scopes: readonly Scope[] = SCOPES): string =>
  makeKey(admin, { name: "ERP", scopes: [...scopes] }).key;
