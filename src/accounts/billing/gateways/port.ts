import type { Payer } from "#accounts/billing/contract.ts";
import { definePort } from "#platform/ports.ts";

/** A charge to be created at a gateway. */
export interface NewCharge {
  readonly invoiceId: number;
  readonly valueCents: number;
  readonly detail: string;
  /** Due date, `YYYY-MM-DD`, today or later. */
  readonly dueDate: string;
  readonly company: { readonly id: number; readonly name: string; readonly email: string };
  readonly payer: Payer | null;
}
interface MadeCharge {
  /** Id of the charge at the gateway. */
  readonly txid: string;
  /** The copy-and-paste code. */
  readonly code: string;
  /** ms. */
  readonly expiresAt: number;
}
/** The gateway's own answer about a charge, the only trusted source (docs/rules/general.md#never). */
export interface ChargeState {
  readonly state: "open" | "settled" | "gone";
  /** Amount received, minus refunds. */
  readonly amountCents: number;
  /** The answer as JSON, stored with the payment. */
  readonly raw: string;
}

/** A company that collects Pix for the provider. Every call throws 502 ERR_PAYMENT_GATEWAY when it fails. */
export interface PixGateway {
  readonly needsDocument: boolean;
  create(charge: NewCharge): Promise<MadeCharge>;
  read(txid: string): Promise<ChargeState>;
  /** The charge cannot be paid any more. */
  cancel(txid: string): Promise<void>;
  /** Registers the webhook URL. */
  setUpWebhook(webhook: {
    readonly address: string;
    readonly secret: string;
    readonly email: string;
  }): Promise<void>;
}
export type GatewayName = "efi" | "asaas";

/** Certificate authority trusted in addition to the system's for calls of a gateway, PEM; used by tests. */
export const GatewayTrustPort = definePort<{ readonly ca?: string }>("gateway trust");
