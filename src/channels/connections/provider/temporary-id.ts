import { randomCode } from "#platform/ids.ts";

const PREFIX = "local:";

/** Stands for the id of a message until the network has made its own; the same one for the same `seed`. */
export const standInId = (seed: string | undefined): string => `${PREFIX}${seed ?? randomCode(12)}`;

/** True for an id the network never saw: under it nothing may be handed over twice (docs/rules/messages.md#outbox). */
export const isStandIn = (providerId: string | null): boolean => providerId?.startsWith(PREFIX) === true;
