import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** A test person whose data can be found in any file by its bytes. */
export const NUMBER = "5511976543210";
export const LID = "99887766554433";
export const NEEDLES = ["76543210", LID, "zulmira"] as const;
export const WORDS = "Zulmira pediu o contrato";

export let tenant: Tenant;
export let connection: number;
export let person: number;
/** Sets the company, connection and contact that the tables below refer to. */
export function about(where: Tenant, through: number, whom: number): void {
  tenant = where;
  connection = through;
  person = whom;
}

export const put = (table: string, row: Readonly<Record<string, string | number | null>>): number =>
  run(
    tenant.db,
    `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.keys(row)
      .map(() => "?")
      .join(", ")})`,
    ...Object.values(row),
  ).id;

export interface World {
  readonly ticket: number;
  readonly group: number;
  readonly groupTicket: number;
  readonly file: number;
  readonly message: number;
  readonly integration: number;
  readonly campaign: number;
  readonly list: number;
  readonly load: number;
}
export const at = { created_at: 1, updated_at: 1 };
let made = 0;
export const ticketOf = (contact: number, isGroup = 0) => {
  made += 1;
  const names = { uuid: `u${made}`, protocol: `p${made}` };
  return put("ticket", {
    ...names,
    status: "closed",
    contact_id: contact,
    connection_id: connection,
    is_group: isGroup,
    last_message: WORDS,
    ...at,
  });
};
export const fileOf = async (name: string) => {
  made += 1;
  const path = `f${made}.bin`;
  await mkdir(tenant.mediaDirectory, { recursive: true });
  await Bun.write(join(tenant.mediaDirectory, path), `${WORDS} ${NUMBER}`);
  return put("media_file", { path, name, size: 30, created_at: 1 });
};
export const messageOf = (row: Readonly<Record<string, string | number | null>>) =>
  put("message", { connection_id: connection, body: WORDS, from_me: 0, origin: "contact", ...at, ...row });

/** Functions that insert a row about the person, by table name. */
export type Tables = Readonly<Record<string, (world: World) => void | Promise<void>>>;
