import type { Provider } from "#channels/connections/provider.ts";

/** What networks without a phone of their own cannot do, as a driver answers it. */
export const unable: Pick<Provider, "checkNumber" | "phoneBook" | "setRejectCalls" | "accept"> = {
  checkNumber: async () => null,
  phoneBook: async () => null,
  setRejectCalls: () => {},
  // What these networks deliver is stored before they are answered.
  accept: () => {},
};
