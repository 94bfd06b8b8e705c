import {
  type AuthenticationState,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
} from "@whiskeysockets/baileys";

/** Baileys credentials and keys in memory; survives as long as the object, so a client can log in again. */
export function memoryAuth(): AuthenticationState {
  const store = new Map<string, unknown>();
  return {
    creds: initAuthCreds(),
    keys: {
      get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const found: Record<string, SignalDataTypeMap[T]> = {};
        for (const id of ids) {
          const value = store.get(`${type}/${id}`);
          if (value !== undefined) found[id] = structuredClone(value) as SignalDataTypeMap[T];
        }
        return found;
      },
      set(data: SignalDataSet) {
        for (const [type, values] of Object.entries(data)) {
          for (const [id, value] of Object.entries(values ?? {})) {
            if (value === null || value === undefined) store.delete(`${type}/${id}`);
            else store.set(`${type}/${id}`, structuredClone(value));
          }
        }
      },
    },
  };
}
