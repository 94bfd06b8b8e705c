import { useRoute } from "wouter";

/** The ticket of the address; null while the list stands alone. Who asks is drawn again with every other ticket. */
export function useShownUuid(): string | null {
  const [, params] = useRoute<{ uuid?: string }>("/tickets/:uuid?");
  return params?.uuid ?? null;
}
