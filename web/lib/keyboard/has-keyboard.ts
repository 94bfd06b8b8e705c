/**
 * Whether the device most likely has a hardware keyboard. Only then does a dialog focus its first field: on a phone
 * the on-screen keyboard would cover half the page.
 */
export function hasKeyboard(): boolean {
  return globalThis.matchMedia?.("(pointer: fine)").matches ?? true;
}

/**
 * `true`: the field gets the focus only with a hardware keyboard. `always`: on phones, too, because it was opened to
 * type.
 */
export type WantsFocus = boolean | "always";

/** Whether a field gets the focus when it is rendered. */
export const takesFocus = (wish: WantsFocus = false): boolean => wish === "always" || (wish && hasKeyboard());
