import { AsyncLocalStorage } from "node:async_hooks";

interface Handling {
  isUnreadable: boolean;
}

const handlings = new AsyncLocalStorage<Handling>();

/** Runs the handling of one message, so that calls of Baileys for it can be distinguished from other work. */
export function runHandling<T>(work: () => T): T {
  return handlings.run({ isUnreadable: false }, work);
}

/** True inside the handling of an incoming message. */
export const isHandling = (): boolean => handlings.getStore() !== undefined;

/** Records that the message being handled could not be decrypted. */
export function markUnreadable(): void {
  const handling = handlings.getStore();
  if (handling) handling.isUnreadable = true;
}

/** True inside the handling of a message that could not be decrypted: Baileys requests a new copy of it. */
export function isUnreadable(): boolean {
  return handlings.getStore()?.isUnreadable === true;
}
