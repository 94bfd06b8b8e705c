import { auth } from "#auth/feature.ts";
import { settings } from "#settings/feature.ts";
import type { Feature } from "#tenants/feature.ts";
import { users } from "#users/feature.ts";

/**
 * Every feature of the product, in the order in which they may import each other: a feature imports only those above
 * it, and what must go up goes by an event. Companies stand between settings and queues and have no wiring of their own.
 */
export const features: readonly Feature[] = [settings, users, auth];
