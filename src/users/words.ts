/** `allTicket` as clients write it: `enable`, `enabled` and true mean yes (behaviour 0). */
export const isEnabled = (value: boolean | string | undefined): boolean =>
  value === true || value === "enable" || value === "enabled";
