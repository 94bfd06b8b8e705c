import { superUser } from "#accounts/billing/testing.ts";
import { createIntake, ProviderPort } from "#channels/connections/index.ts";
import { storeEvents } from "#inbox/messages/inbox/store.ts";
import { processSlice } from "#inbox/messages/inbox/worker.ts";
import { type Customer, phone, wrote } from "#inbox/messages/testing.ts";
import type { DirectoryKind } from "#platform/cells.ts";
import { one, run } from "#platform/db/database.ts";
import { reservedForTests } from "#tenants/reserve.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { createApi } from "#test/helpers/api.ts";
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

/** The token of a super user who signed in, and whose row and session every cell has under the same ids. */
export async function superUserOf(cells: TestCells, count: number): Promise<string> {
  const home = cells.of(1).installation.tenants.open(1);
  const person = await cells.of(1).person(home, { profile: "admin", super: true });
  // At another cell: the home cell answers.
  const login = await createApi(cells.of(2).url, null).post("/auth/login", person);
  for (let cell = 2; cell <= count; cell += 1) {
    const app = cells.of(cell);
    const { plan: _, ...company } = home.company;
    const copied = { ...company, planId: app.company().company.plan.id };
    const copy = app.installation.tenants.create(copied, reservedForTests());
    const user = superUser(app);
    app.api(user);
    const sessions = one<{ id: number }>(copy.db, "SELECT max(id) AS id FROM session");
    const ids = [copy.id, user.actor.id, sessions?.id];
    if (String(ids) !== String([1, person.id, login.body.user.sessionId]))
      throw new Error(`cell ${cell} has other ids: ${ids}`);
  }
  return login.body.token;
}
