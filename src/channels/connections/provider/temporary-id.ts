import { randomCode } from "#platform/ids.ts";

const PREFIX = "local:";

/** Creates the id that a message has until the network has created its own; the same id for the same `seed`. */
export const temporaryId = (seed: string | undefined): string => `${PREFIX}${seed ?? randomCode(12)}`;

/** Ids that Meta creates for messages of official numbers begin with this. */
export const OF_META = "wamid.";

/**
 * True for an id that the network never received: a message with such an id must not be sent twice
 * (docs/rules/messages.md#outbox).
 */
export const isTemporaryId = (providerId: string | null): boolean => providerId?.startsWith(PREFIX) === true;

/**
 * True when the network would not recognise a second send under this id, and would deliver it twice: it never received
 * the id, or created it itself.
 */
export const isUnrepeatable = (providerId: string | null): boolean =>
  isTemporaryId(providerId) || providerId?.startsWith(OF_META) === true;
