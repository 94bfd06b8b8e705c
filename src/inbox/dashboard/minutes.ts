/** Mean of a sum of milliseconds in whole minutes; 0 when there was nothing. */
export const minutes = (sumMs: number, count: number): number =>
  count === 0 ? 0 : Math.round(sumMs / count / 60_000);
