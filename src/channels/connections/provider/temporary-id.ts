import { randomCode } from "#platform/ids.ts";

const PREFIX = "local:";

/** The id of a message until the network has created its own; the same one for the same `seed`. */
export const temporaryId = (seed: string | undefined): string => `${PREFIX}${seed ?? randomCode(12)}`;

/** True for an id the network never saw: a message with one must not be sent twice (docs/rules/messages.md#outbox). */
export const isTemporaryId = (providerId: string | null): boolean => providerId?.startsWith(PREFIX) === true;
