/** Minutes as `01 h 15 m` (docs/rules/screens.md#dashboard). */
export function formatMinutes(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes));
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(whole / 60))} h ${two(whole % 60)} m`;
}
