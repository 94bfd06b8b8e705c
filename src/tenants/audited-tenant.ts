import type { Tenant, TenantUnit } from "./tenant.ts";

/** What is left to do at the end of a transaction, in it; it gets what the work answered. */
export type BeforeCommit = (answer: unknown) => void;

/** Looks on at the transactions of one request: called first in each, and what it answers last. */
export interface TransactionObserver {
  /** In the file of the company. */
  readonly inCompany: (unit: TenantUnit) => BeforeCommit;
  /** In the file of the installation. */
  readonly inSystem: () => BeforeCommit;
}

/**
 * The same company for one request: whatever is written through it, here or in the file of the installation, has the
 * onlooker in its transaction. When one of the two throws, nothing is written. A write inside a write of the same
 * file is looked at with the outer one.
 */
export function withTransactionHooks(tenant: Tenant, { inCompany, inSystem }: TransactionObserver): Tenant {
  const company = around();
  const system = around();
  // A view, not a copy: the company row behind it may be read anew meanwhile.
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
