import type { Provider } from "#channels/connections/provider.ts";

/** The operations that networks without a phone do not support, as a driver answers them. */
export const unsupportedOperations: Pick<
  Provider,
  "checkNumber" | "phoneBook" | "setRejectCalls" | "accept"
> = {
  checkNumber: async () => null,
  phoneBook: async () => null,
  setRejectCalls: () => {},
  // The webhook stores events before it answers.
  accept: () => {},
};
