import type { HistoryPart } from "#channels/connections/coexistence/progress.ts";
import type { InboundEvent } from "#channels/connections/provider.ts";
import type { MetaKind } from "./accounts.ts";
import type { Part } from "./parts.ts";

/** The events of a webhook entry and the account they belong to. */
export interface Delivery {
  readonly kind: MetaKind;
  /** Page id, Instagram account id or phone_number_id. */
  readonly externalId: string;
  readonly events: readonly InboundEvent[];
  /** Parts of the history that these events belong to. */
  readonly history?: readonly HistoryPart[];
  /** Entries of the phone's address book. */
  readonly addressBook?: readonly { readonly name: string; readonly number: string }[];
}

/**
 * Translates one entry (`entry[n]` of the body) into events. `nowMs` replaces missing times. Pure; unknown content is
 * omitted, or becomes `skipped`.
 */
export type Translator = (entry: Part, nowMs: number) => readonly Delivery[];
