import { createIntake, ProviderPort } from "#channels/connections/index.ts";
import { storeEvents } from "#inbox/messages/inbox/store.ts";
import { processSlice } from "#inbox/messages/inbox/worker.ts";
import { type Customer, phone, wrote } from "#inbox/messages/testing.ts";
import type { DirectoryKind } from "#platform/cells.ts";
import { one, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Person } from "#test/helpers/app.ts";
import { startTestCells, type TestCells, type TestCellsOptions } from "#test/helpers/cells.ts";
import { testConnection, testQueue, testUser } from "#test/helpers/installation.ts";
import { scriptedProvider } from "#test/helpers/provider.ts";

/** A company of one cell, in which a customer has written and Ana has accepted the ticket. */
export interface CellOffice {
  readonly tenant: Tenant;
  readonly connectionId: number;
  readonly ana: UserCtx;
  readonly admin: UserCtx;
  readonly ticketId: number;
  /** The customer writes once more. */
  write(text: string): void;
}

/** Cells whose WhatsApp is scripted; the provider's company is in cell 1. */
export async function startCells(count = 2, options: TestCellsOptions = {}): Promise<TestCells> {
  const cells = await startTestCells(count, {
    ...options,
    plug: () => (installation) => {
      const provider = scriptedProvider();
      installation.ports.plug(ProviderPort, provider);
      provider.attach(createIntake(installation));
    },
  });
  cells.of(1).company("Provedor");
  return cells;
}

let made = 0;

export function cellOffice(cells: TestCells, cell: number): CellOffice {
  made += 1;
  const tenant = cells.of(cell).company(`Empresa ${made}`);
  const queueId = testQueue(tenant, "Vendas");
  const connectionId = testConnection(tenant, { name: "Loja", isDefault: true });
  run(tenant.db, "UPDATE connection SET send_interval_ms = 0");
  const ana = testUser(tenant, { name: "Ana", queueIds: [queueId] });
  const customer: Customer = { name: "Maria Souza", identities: [phone(`55119${30_000_000 + made}`)] };
  const write = (text: string) => {
    storeEvents(tenant, connectionId, [wrote(customer, text, cells.clock.now())]);
    while (processSlice(tenant)) {}
  };
  write("Oi");
  const ticketId = one<{ id: number }>(tenant.db, "SELECT max(id) AS id FROM ticket")?.id ?? 0;
  const accept = "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?";
  run(tenant.db, accept, ana.actor.id, queueId, ticketId);
  const admin = testUser(tenant, { name: "Chefe", profile: "admin" });
  return { tenant, connectionId, ana, admin, ticketId, write };
}

/** Enters a value into the directory whose row a test has written itself. */
export const enter = (
  cells: TestCells,
  cell: number,
  kind: DirectoryKind,
  value: string,
  { id }: Tenant,
): void => cells.directory.leave({ kind, value }, cell, id);

/** A user of a cell's company with a password. */
export const cellPerson = (cells: TestCells, cell: number, tenant: Tenant): Promise<Person> =>
  cells.of(cell).person(tenant);

/** The value of a cookie that a response sets; undefined when it sets none. */
export const cookieOf = ({ headers }: { readonly headers: Headers }, name: string): string | undefined =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(";")[0]
    ?.slice(name.length + 1);

/** A response without what differs between two servers. */
export async function contentOf(response: Response) {
  const { status, headers } = response;
  return { status, type: headers.get("content-type"), body: await response.text() };
}
