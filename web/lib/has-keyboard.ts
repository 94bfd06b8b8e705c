/**
 * Whether people most likely have a keyboard under their hands. Only then does a dialog put the focus into its
 * first field: on a phone that would cover half the page with keys.
 */
export function hasKeyboard(): boolean {
  return globalThis.matchMedia?.("(pointer: fine)").matches ?? true;
}
