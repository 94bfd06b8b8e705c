import type { Tenant, TenantUnit } from "./tenant.ts";

/** Runs at the end of a transaction, within it, with the result of the work. */
export type BeforeCommit = (answer: unknown) => void;

/** Hooks for the transactions of one request: called at the begin of each; the returned function runs at its end. */
export interface TransactionObserver {
  /** For transactions of the company's database. */
  readonly inCompany: (unit: TenantUnit) => BeforeCommit;
  /** For transactions of the system database. */
  readonly inSystem: () => BeforeCommit;
}

/**
 * A view of the tenant for one request: every transaction through it, in its own or in the system database, runs the
 * hooks. When the work or a hook throws, nothing is written. A write inside a write of the same
 * database belongs to the outer one.
 */
export function withTransactionHooks(tenant: Tenant, { inCompany, inSystem }: TransactionObserver): Tenant {
  const company = around();
  const system = around();
  // A view and not a copy, because the tenant may reload its company row during the request.
  const view: Pick<Tenant, "write" | "writeSystem"> = {
    write: (work) =>
      tenant.write((unit) =>
        company(
          () => inCompany(unit),
          () => work(unit),
        ),
      ),
    writeSystem: (work) => tenant.writeSystem(() => system(inSystem, work)),
  };
  return Object.assign(Object.create(tenant) as Tenant, view);
}

function around() {
  let isInside = false;
  return <T>(open: () => BeforeCommit, work: () => T): T => {
    if (isInside) return work();
    isInside = true;
    try {
      const close = open();
      const answer = work();
      close(answer);
      return answer;
    } finally {
      isInside = false;
    }
  };
}
