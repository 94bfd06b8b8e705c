import { signal } from "@preact/signals-react";
import { useEffect } from "react";
import type { KnownNames, TextVariables } from "#accounts/settings/text-variables/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { ownStorageScope } from "#web/lib/session/session.ts";

/** Loaded names are reloaded after this time, ms. */
const FRESH_MS = 60_000;

const names = signal<KnownNames | null>(null);
let readFor: string | null = null;
let readAt = 0;

async function read(): Promise<void> {
  const person = ownStorageScope();
  if (person === readFor && Date.now() - readAt < FRESH_MS) return;
  if (person !== readFor) names.value = null;
  readFor = person;
  readAt = Date.now();
  try {
    const { extras, keys } = await api.get<TextVariables>("/text-variables");
    if (readFor === person) names.value = { extras: new Set(extras), keys: new Set(keys) };
  } catch {
    // While the names are not loaded no variable is reported as unknown; the server rejects unknown ones on save.
    readAt = 0;
  }
}

/** Variables that the company's texts may use besides the product's own; null until loaded. Reads a signal. */
export function useKnownNames(): KnownNames | null {
  useEffect(() => void read(), []);
  return names.value;
}
