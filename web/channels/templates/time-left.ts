/** Time until `untilIso` as `3 h 05 min`, minutes rounded down; null once it has passed. The units are the same in all languages. */
export function timeLeft(untilIso: string, nowMs: number): string | null {
  const minutes = Math.floor((Date.parse(untilIso) - nowMs) / 60_000);
  if (Date.parse(untilIso) <= nowMs) return null;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, "0")} min`;
}
