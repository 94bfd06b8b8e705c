import { run } from "#platform/db/database.ts";
import { addNumber, type CloudNumber } from "#simulator/graph/cloud-book.ts";
import { type CloudCustomer, customerOf } from "#simulator/graph/cloud-people.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Api } from "./api.ts";
import { testQueue, testUser } from "./installation.ts";
import { type PagesApp, quiet } from "./pages.ts";

/** A company with an official number, connected over `POST /whatsapp`. */
export interface OfficialOffice {
  readonly tenant: Tenant;
  readonly number: CloudNumber;
  readonly connectionId: number;
  readonly queueId: number;
  readonly ana: UserCtx;
  readonly admin: UserCtx;
  readonly asAna: Api;
  readonly asAdmin: Api;
  customer(who?: Partial<CloudCustomer>): ReturnType<typeof customerOf>;
}

let made = 0;

export async function officialOffice({ app, graph }: PagesApp): Promise<OfficialOffice> {
  made += 1;
  const tenant = app.company(`Company with an official number ${made}`);
  const number = addNumber(graph.book, `Aurora ${made}`, `55114000${1000 + made}`);
  const queueId = testQueue(tenant, "Vendas");
  const ana = testUser(tenant, { name: "Ana", queueIds: [queueId] });
  const admin = testUser(tenant, { name: "Chefe", profile: "admin" });
  const asAdmin = app.api(admin);
  const { body } = await asAdmin.post("/whatsapp", {
    name: "Oficial",
    provider: "cloud",
    phoneNumberId: number.id,
    businessAccountId: number.businessId,
    accessToken: number.token,
  });
  if (!body.id) throw new Error(`not connected: ${JSON.stringify(body)}`);
  // Without a pause, and without waiting for texts that could be joined.
  run(tenant.db, "UPDATE connection SET send_interval_ms = 0, bundle_for = 'off'");
  await quiet(graph);
  await app.app.runJob("templates");
  return {
    tenant,
    number,
    connectionId: body.id,
    queueId,
    ana,
    admin,
    asAna: app.api(ana),
    asAdmin,
    customer: (who = {}) =>
      customerOf(graph, number, { name: "Maria Souza", phone: `55119${20_000_000 + made}`, ...who }),
  };
}
