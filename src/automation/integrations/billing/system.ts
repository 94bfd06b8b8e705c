/** A customer in a billing system. */
export interface BillingCustomer {
  readonly id: string;
  readonly name: string;
  /** Digits. */
  readonly document: string;
}

export interface Bill {
  /** `YYYY-MM-DD`. */
  readonly dueDate: string;
  readonly valueCents: number;
  readonly link: string;
  /** The bill as a file, base64, when there is no link. */
  readonly pdf: string;
  /** The digits to type at a bank (linha digitável). */
  readonly typedLine: string;
  readonly pix: string;
}

export interface Contract {
  readonly id: string;
  readonly name: string;
  readonly isBlocked: boolean;
}

export interface UnblockAnswer {
  readonly accepted: boolean;
  /** Message of the system, "" = none. */
  readonly message: string;
}

/** Maximum number of bills shown (docs/rules/integrations.md#billing-look-ups). */
export const MAX_BILLS = 3;

/** A billing system with the credentials of a company. All functions throw BillingFailed. */
export interface BillingDriver {
  /** Undefined when no customer has this document. */
  customer(document: string): Promise<BillingCustomer | undefined>;
  /** Open bills, in the order in which they are shown. */
  bills(customer: BillingCustomer): Promise<readonly Bill[]>;
  contracts(customer: BillingCustomer): Promise<readonly Contract[]>;
  /** At most one request per contract and day. */
  unblock(contractId: string): Promise<UnblockAnswer>;
}

/** A failed call of the system; `message` is short and contains no secret. */
export class BillingFailed extends Error {
  override readonly name = "BillingFailed";
}
