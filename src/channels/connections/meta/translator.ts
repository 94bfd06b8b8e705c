import type { InboundEvent } from "#channels/connections/provider.ts";
import type { MetaKind } from "./accounts.ts";
import type { Part } from "./parts.ts";

/** The events of a webhook entry and the account they belong to. */
export interface Delivery {
  readonly kind: MetaKind;
  /** Page id, Instagram account id or phone_number_id. */
  readonly externalId: string;
  readonly events: readonly InboundEvent[];
}

/**
 * Translates one entry (`entry[n]` of the body) into events. `nowMs` replaces missing times. Pure; unknown content is
 * omitted, or becomes `skipped`.
 */
export type Translator = (entry: Part, nowMs: number) => readonly Delivery[];
