/**
 * Whether the device most likely has a hardware keyboard. Only then does a dialog put the focus into its
 * first field: on a phone the on-screen keyboard would cover half the page.
 */
export function hasKeyboard(): boolean {
  return globalThis.matchMedia?.("(pointer: fine)").matches ?? true;
}

/** `true`: the field takes the focus where there is a hardware keyboard. `always`: on phones too, because it was opened to type. */
export type WantsFocus = boolean | "always";

/** Whether a field takes the focus when it appears. */
export const takesFocus = (wish: WantsFocus = false): boolean => wish === "always" || (wish && hasKeyboard());
