import type { Command } from "#cli/command.ts";
import { withInstallation } from "#cli/data-directory.ts";
import { argsOf } from "#cli/options.ts";
import { queryAll } from "#platform/db/query.ts";
import * as sql from "./migrate.sql.ts";

export const migrateAll: Command = {
  usage: "",
  summary:
    "Migrate all databases now (serve migrates each company when it is opened); the server must be stopped",
  run(args) {
    argsOf(args, { options: {} });
    return withInstallation(({ system, tenants }) => {
      for (const { id, name } of queryAll(system, sql.companies)) {
        try {
          tenants.open(id);
          tenants.closeIdle(-1);
          console.log(`company ${id} (${name}) is up to date`);
        } catch {
          console.error(`company ${id} (${name}) cannot be opened: ${tenants.quarantined().get(id)}`);
        }
      }
      return tenants.quarantined().size === 0 ? 0 : 1;
    });
  },
};
