import type { BillingAction, BillingSystem } from "#automation/integrations/contract.ts";
import type { AdapterRequest } from "#automation/integrations/delivery/adapter.ts";
import { asaasDriver } from "./asaas.ts";
import { callerOf } from "./call.ts";
import { hasCredentials } from "./credentials.ts";
import type { LoggedDriver } from "./dialogue.ts";
import { ixcDriver } from "./ixc.ts";
import { logLookup, reserveUnblock, storeUnblockResult } from "./lookups.ts";
import { mkauthDriver } from "./mkauth.ts";
import { type BillingCustomer, BillingFailed } from "./system.ts";

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
