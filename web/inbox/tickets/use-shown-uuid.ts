import { useRoute } from "wouter";

/**
 * Uuid of the ticket in the URL; null when only the list is shown. Components that read it are rendered again when
 * another ticket is opened.
 */
export function useShownUuid(): string | null {
  const [, params] = useRoute<{ uuid?: string }>("/tickets/:uuid?");
  return params?.uuid ?? null;
}
