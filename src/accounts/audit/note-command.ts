import { join } from "node:path";
import { typed } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { queryOne } from "#platform/db/query.ts";
import * as sql from "./audit.sql.ts";
import { insertProviderLine, type ProviderNote } from "./insert.ts";

/** What a command did. */
export interface CommandNote extends Pick<ProviderNote, "kind" | "verb" | "companyId" | "details"> {
  /** As it was typed, without values that are secret. */
  readonly command: string;
}

/** Adds what a command did to the trail of the provider, also beside a running server; an older file has none. */
export function auditCommand(dataDirectory: string, { command, ...note }: CommandNote): void {
  const client = openDatabase(join(dataDirectory, "system.sqlite"), { durability: "full" });
  try {
    const system = typed(client);
    if (!queryOne(system, sql.hasProviderTrail)) return;
    const thingId = note.companyId ?? null;
    insertProviderLine(system, { ...note, who: "console", userId: null, name: command, thingId }, Date.now());
  } finally {
    client.close();
  }
}
