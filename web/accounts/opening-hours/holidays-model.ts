import type { Holiday } from "#accounts/opening-hours/contract.ts";

export type Holidays = readonly Holiday[];

/** A yearly holiday has no year: `12-25`. */
export const isYearly = ({ date }: Holiday): boolean => date.length === 5;

/** Value of the date field; a yearly holiday is shown in the given year. */
export const dateOf = (holiday: Holiday, year: number): string =>
  isYearly(holiday) ? `${year}-${holiday.date}` : holiday.date;

/** Changes whether the same date repeats every year. */
export const withYearly = (holiday: Holiday, yearly: boolean, year: number): Holiday => ({
  ...holiday,
  date: yearly ? holiday.date.slice(-5) : dateOf(holiday, year),
});

/** Changes the date; an incomplete date is ignored. */
export const withDate = (holiday: Holiday, typed: string): Holiday =>
  /^\d{4}-\d{2}-\d{2}$/.test(typed)
    ? { ...holiday, date: isYearly(holiday) ? typed.slice(5) : typed }
    : holiday;

/** Yearly holidays first, then by date. */
export const inOrder = (holidays: Holidays): Holidays =>
  holidays.toSorted((a, b) => Number(isYearly(b)) - Number(isYearly(a)) || a.date.localeCompare(b.date));

/** Adds a closed holiday on the given date. */
export const addHoliday = (holidays: Holidays, today: string): Holidays => [
  ...holidays,
  { date: today, spans: [] },
];

export const replaceHoliday = (holidays: Holidays, index: number, holiday: Holiday | null): Holidays =>
  holidays.toSpliced(index, 1, ...(holiday ? [holiday] : []));
