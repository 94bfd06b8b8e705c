import type { Durability } from "./durability.ts";

/**
 * Every way in which an effect of a commit leaves this process. `test/doors` lists the code that opens each of
 * them, and fails for a door that does not wait. Without a cluster no door waits.
 */
export const DOORS = {
  answers: "answers to HTTP requests of pages, programs and webhooks that wrote",
  stanzas: "frames to WhatsApp: messages, receipts, requests",
  sessions: "calls of the main thread to WhatsApp sessions",
  files: "files uploaded to WhatsApp",
  outbound: "calls to addresses typed by companies: webhooks, integrations, models, push services, buckets",
  meta: "calls to the Graph API",
  gateways: "calls to payment gateways",
  certificates: "calls to the certificate authority",
  mails: "mails",
  broadcasts: "events to open pages: they wait for nothing, and stop past the deadline",
} as const;
export type Door = keyof typeof DOORS;

let current: Durability | undefined;
let guard: Durability | undefined;

/**
 * Makes every door of this thread wait for a remote log. Called once, by the code that starts an installation or an engine
 * thread, also without a cluster.
 */
export function guardDoors(durability: Durability): () => void {
  current = durability;
  guard = durability.isRemote ? durability : undefined;
  return () => {
    current = undefined;
    guard = undefined;
  };
}

/** The durability of this thread, for code that opens files of its own; undefined outside a server. */
export const durabilityOfThread = (): Durability | undefined => current;

/**
 * Undefined when an effect may leave immediately. Otherwise resolves when all commits so far are durable, and rejects with
 * `DurabilityError` when they cannot become durable: then nothing may leave.
 */
export function heldAtDoor(_door: Door): Promise<void> | undefined {
  if (!guard || (guard.isOpen && !guard.isPending())) return undefined;
  return guard.durable();
}

/** Runs work with an effect outside the process, once everything committed so far is durable. */
export function throughDoor<T>(door: Door, work: () => Promise<T>): Promise<T> {
  const durable = heldAtDoor(door);
  return durable ? durable.then(work) : work();
}

/** The durability that the doors of this thread wait for; undefined on one machine. */
export const guardOfDoors = (): Durability | undefined => guard;

/** Whether effects that do not wait for durability (events to open pages) may be sent: false past the deadline of the lease. */
export const isDoorOpen = (_door: Door): boolean => guard?.isOpen ?? true;
