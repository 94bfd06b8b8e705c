import type { Holiday } from "#accounts/opening-hours/contract.ts";

export type Holidays = readonly Holiday[];

/** `12-25`: every year. */
export const isYearly = ({ date }: Holiday): boolean => date.length === 5;

/** What a date field shows; one of every year in the year given. */
export const dateOf = (holiday: Holiday, year: number): string =>
  isYearly(holiday) ? `${year}-${holiday.date}` : holiday.date;

/** The same day once, or every year. */
export const withYearly = (holiday: Holiday, yearly: boolean, year: number): Holiday => ({
  ...holiday,
  date: yearly ? holiday.date.slice(-5) : dateOf(holiday, year),
});

/** Another day; a half typed date changes nothing. */
export const withDate = (holiday: Holiday, typed: string): Holiday =>
  /^\d{4}-\d{2}-\d{2}$/.test(typed)
    ? { ...holiday, date: isYearly(holiday) ? typed.slice(5) : typed }
    : holiday;

/** Those of every year first, then by date. */
export const inOrder = (holidays: Holidays): Holidays =>
  holidays.toSorted((a, b) => Number(isYearly(b)) - Number(isYearly(a)) || a.date.localeCompare(b.date));

/** One more, closed, on the day given. */
export const addHoliday = (holidays: Holidays, today: string): Holidays => [
  ...holidays,
  { date: today, spans: [] },
];

export const replaceHoliday = (holidays: Holidays, index: number, holiday: Holiday | null): Holidays =>
  holidays.toSpliced(index, 1, ...(holiday ? [holiday] : []));
