import type { RestrictionEffect, RestrictionKind } from "#channels/connections/contract.ts";

/** A temporary refusal of an official number: the same message may be accepted later. */
export interface TemporaryRefusal {
  /** Meta's number. */
  readonly code: string;
  /** The restriction of the number that the refusal reveals; null = none, the number only sent too fast. */
  readonly restriction: { readonly kind: RestrictionKind; readonly effect: RestrictionEffect } | null;
}

const RESTRICTIONS: Readonly<Record<string, TemporaryRefusal["restriction"]>> = {
  // Messages per second of the number, and messages to one customer.
  "130429": null,
  "131056": null,
  // Too many blocks and reports by customers; too many recipients in 24 hours.
  "131048": { kind: "limit_reached", effect: "templates" },
  "131064": { kind: "limit_reached", effect: "templates" },
  "131031": { kind: "account_restricted", effect: "templates" },
  "368": { kind: "account_restricted", effect: "templates" },
  // A limit for customers of one country. The number may write to all others.
  "130497": { kind: "account_restricted", effect: "none" },
};

/** Reads the temporary reason of a refusal. `detail` begins with Meta's number, or with a word before it. Pure. */
export function temporaryRefusal(detail: string | null): TemporaryRefusal | undefined {
  const code = /^(?:[a-z]+: )?(\d+)/.exec(detail ?? "")?.[1];
  const restriction = code === undefined ? undefined : RESTRICTIONS[code];
  return code === undefined || restriction === undefined ? undefined : { code, restriction };
}
