import { endUnheldAccesses } from "#accounts/auth/support/support.ts";
import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { superUsers } from "#accounts/users/index.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { ProviderRows } from "#tenants/system-tables.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import * as sql from "./sessions.sql.ts";

/**
 * The open login sessions of super users in other cells, so that their access tokens are valid there
 * (docs/rules/cells.md#shared-rows). A copy has no refresh token. When a session ends, requests are refused and pages close as
 * soon as the end was copied.
 */
export const copiedSessions: ProviderRows = {
  table: "session",
  read(provider) {
    const userIds = JSON.stringify(superUsers(provider).map(({ id }) => id));
    return queryAll(provider.db, sql.openSessionRows, { userIds, now: provider.clock.now() });
  },
  write({ db }, rows) {
    const copies = JSON.stringify(rows);
    execute(db, sql.deleteOtherCopies, { rows: copies });
    execute(db, sql.writeCopies, { rows: copies });
  },
  copied(installation) {
    installation.ports.use(RealtimePort).reload(PROVIDER_ID);
    endUnheldAccesses(installation);
  },
};
