import { and, eq } from "drizzle-orm";
import { timeZoneOf } from "#accounts/settings/index.ts";
import type { BillingAction, BillingSystem } from "#automation/integrations/contract.ts";
import type { AdapterRequest } from "#automation/integrations/delivery/adapter.ts";
import { billingLookup, trustUnblock } from "#automation/integrations/schema.ts";
import { dayAt } from "#platform/dates.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { asaasDriver } from "./asaas.ts";
import { callerOf } from "./call.ts";
import { hasCredentials } from "./content.ts";
import type { LoggedDriver } from "./dialogue.ts";
import { ixcDriver } from "./ixc.ts";
import { mkauthDriver } from "./mkauth.ts";
import { type BillingCustomer, BillingFailed } from "./system.ts";

const PURPOSE = "billing-document";

interface Lookup {
  readonly integrationId: number;
  readonly ticketId: number;
  readonly system: BillingSystem;
  readonly action: BillingAction | "customer";
  /** Digits; only a keyed hash is stored. */
  readonly document: string;
  readonly result: string;
}

/** Logs a lookup (docs/rules/integrations.md#billing-look-ups). */
function logLookup(tenant: Tenant, { integrationId, ticketId, ...lookup }: Lookup): void {
  const { system, action, document, result } = lookup;
  const hash = tenant.installation.secrets.sign(PURPOSE, document);
  tenant.write(({ db, now }) =>
    db
      .insert(billingLookup)
      .values({
        ...{ integrationId, ticketId, system, action },
        documentHash: hash,
        result: result.slice(0, 200),
        createdAt: now,
      })
      .run(),
  );
}

type UnblockState = "sent" | "accepted" | "refused";
const isRequest = (system: string, contract: string, day: string) =>
  and(eq(trustUnblock.system, system), eq(trustUnblock.contract, contract), eq(trustUnblock.day, day));

/** Reserves the one request per contract and day: null = send it now, otherwise the state of the earlier request. */
function reserveUnblock(
  tenant: Tenant,
  {
    system,
    contract,
    ticketId,
  }: { readonly system: string; readonly contract: string; readonly ticketId: number },
): UnblockState | null {
  const day = dayAt(tenant.clock.now(), timeZoneOf(tenant));
  return tenant.write(({ db, now }) => {
    const request = { system, contract, day, state: "sent", ticketId, createdAt: now } as const;
    if (db.insert(trustUnblock).values(request).onConflictDoNothing().run().changes > 0) return null;
    return (
      db
        .select()
        .from(trustUnblock)
        .where(isRequest(system, contract, day))
        .get()?.state ?? "sent"
    );
  });
}

function storeUnblockResult(tenant: Tenant, system: string, contract: string, state: UnblockState): void {
  const day = dayAt(tenant.clock.now(), timeZoneOf(tenant));
  tenant.write(
    ({ db }) =>
      void db
        .update(trustUnblock)
        .set({ state })
        .where(isRequest(system, contract, day))
        .run(),
  );
}

const drivers = { ixc: ixcDriver, mkauth: mkauthDriver, asaas: asaasDriver } as const;

/** The billing system of a company for one turn; every lookup is logged. */
export function loggedDriverOf(
  { tenant, integration }: Pick<AdapterRequest, "tenant" | "integration">,
  system: BillingSystem,
  ticketId: number,
): LoggedDriver {
  const driver = drivers[system](tenant, callerOf(tenant));
  const logged = async <T>(
    action: BillingAction | "customer",
    document: string,
    call: () => Promise<T>,
    result: (answer: T) => string,
  ): Promise<T> => {
    const line = { integrationId: integration.id, ticketId, system, action, document };
    try {
      if (!hasCredentials(tenant, system)) throw new BillingFailed("no credentials");
      const answer = await call();
      logLookup(tenant, { ...line, result: result(answer) });
      return answer;
    } catch (error) {
      const why = error instanceof BillingFailed ? error.message : "internal";
      logLookup(tenant, { ...line, result: `failed: ${why}` });
      throw error;
    }
  };
  const found = (customer: BillingCustomer | undefined) => (customer ? "found" : "not_found");
  return {
    customer: (document) => logged("customer", document, () => driver.customer(document), found),
    bills: (customer) =>
      logged(
        "second_copy",
        customer.document,
        () => driver.bills(customer),
        ({ length }) => `${length} bills`,
      ),
    contracts: (customer) =>
      logged(
        "trust_unblock",
        customer.document,
        () => driver.contracts(customer),
        ({ length }) => `${length} contracts`,
      ),
    async unblock({ document }, { id: contract }) {
      const before = reserveUnblock(tenant, { system, contract, ticketId });
      if (before === "sent") return null;
      if (before) return { accepted: before === "accepted", message: "", isNew: false };
      const answer = await logged(
        "trust_unblock",
        document,
        () => driver.unblock(contract),
        ({ accepted }) => (accepted ? "accepted" : "refused"),
      );
      storeUnblockResult(tenant, system, contract, answer.accepted ? "accepted" : "refused");
      return { ...answer, isNew: true };
    },
  };
}
