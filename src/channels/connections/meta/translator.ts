import type { InboundEvent } from "#channels/connections/provider.ts";
import type { MetaKind } from "./accounts.ts";
import type { Part } from "./parts.ts";

/** What an entry of a webhook says, and whom it is about. */
export interface Delivery {
  readonly kind: MetaKind;
  /** Page id, Instagram account id or phone_number_id. */
  readonly externalId: string;
  readonly events: readonly InboundEvent[];
}

/**
 * Makes events of one entry (`entry[n]` of the body) of an object. `nowMs` stands for missing times. Pure; what it does
 * not know it leaves out, or makes `skipped`.
 */
export type Translator = (entry: Part, nowMs: number) => readonly Delivery[];
