/**
 * `allTicket` as clients send it: `enable`, `enabled` and true mean yes
 * (docs/rules/general.md#words-for-booleans).
 */
export const isEnabled = (value: boolean | string | undefined): boolean =>
  value === true || value === "enable" || value === "enabled";
