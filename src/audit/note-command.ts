import { join } from "node:path";
import { one, run, typed } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import type { AuditDetails, Kind, Verb } from "./contract.ts";

/** What a command did. */
export interface CommandNote {
  readonly kind: Kind;
  readonly verb: Verb;
  /** As it was typed, without values that are secret. */
  readonly command: string;
  readonly companyId?: number | null;
  readonly details?: AuditDetails;
}

const INSERT = `INSERT INTO provider_line (at, who, name, kind, verb, thing_id, details, company_id)
  VALUES (?, 'console', ?, ?, ?, ?, ?, ?)`;

/** Adds what a command did to the trail of the provider, also beside a running server; an older file has none. */
export function noteCommand(dataDirectory: string, note: CommandNote): void {
  const { kind, verb, command, companyId = null, details = {} } = note;
  const client = openDatabase(join(dataDirectory, "system.sqlite"), { durability: "full" });
  try {
    const system = typed(client);
    if (!one(system, "SELECT 1 FROM sqlite_master WHERE name = 'provider_line'")) return;
    const thing = companyId === null ? null : String(companyId);
    run(system, INSERT, Date.now(), command, kind, verb, thing, JSON.stringify(details), companyId);
  } finally {
    client.close();
  }
}
