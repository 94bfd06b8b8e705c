/** A customer as a system of bills knows them. */
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
  /** Where there is no link: the bill itself, base64. */
  readonly pdf: string;
  /** Digits to be typed at a bank. */
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
  /** In the system's own words, "" = none. */
  readonly message: string;
}

/** What customers are shown at most (docs/rules/integrations.md#billing-look-ups). */
export const MOST_BILLS = 3;

/** One system, with the credentials of a company. Everything throws BillingFailed. */
export interface BillingDriver {
  /** Undefined when nobody has this document. */
  customer(document: string): Promise<BillingCustomer | undefined>;
  /** Open ones, as they are to be shown. */
  bills(customer: BillingCustomer): Promise<readonly Bill[]>;
  contracts(customer: BillingCustomer): Promise<readonly Contract[]>;
  /** Not to be asked twice for one contract on one day. */
  unblock(contractId: string): Promise<UnblockAnswer>;
}

/** The system did not do what it should; `message` in a few words, without any secret. */
export class BillingFailed extends Error {
  override readonly name = "BillingFailed";
}
