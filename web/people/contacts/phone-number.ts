/** A formatted number: Brazilian ones with area code and hyphen, others only with the plus. "" stays "". */
export function formatNumber(number: string): string {
  if (!/^\d{8,20}$/.test(number)) return number;
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number);
  if (!brazilian) return `+${number}`;
  const [, area, first, last] = brazilian;
  return `+55 ${area} ${first}-${last}`;
}
