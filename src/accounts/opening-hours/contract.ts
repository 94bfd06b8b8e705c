import * as v from "valibot";
import { ShortText } from "#platform/http/contract.ts";

/** Values of `weekdayEn`, Sunday first as in `Date.getDay`. */
export const WEEKDAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Default of `weekday` when a client sends only `weekdayEn`. */
const SHOWN: Readonly<Record<Weekday, string>> = {
  sunday: "Domingo",
  monday: "Segunda-feira",
  tuesday: "Terça-feira",
  wednesday: "Quarta-feira",
  thursday: "Quinta-feira",
  friday: "Sexta-feira",
  saturday: "Sábado",
};

/** `HH:MM`, 00:00-23:59. */
const StartTime = v.pipe(ShortText, v.trim(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
/** `HH:MM`, 00:00-24:00. */
const EndTime = v.pipe(ShortText, v.trim(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/));

/** One span of a day; `weekdayEn` decides, `weekday` is display (docs/rules/opening-hours.md#spans). */
export const OpeningSpan = v.object({
  weekday: v.string(),
  weekdayEn: v.picklist(WEEKDAYS),
  startTime: v.string(),
  endTime: v.string(),
});
export type OpeningSpan = v.InferOutput<typeof OpeningSpan>;

const SentSpan = v.pipe(
  v.object({
    weekday: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(30)))),
    weekdayEn: v.pipe(ShortText, v.trim(), v.toLowerCase(), v.picklist(WEEKDAYS)),
    startTime: StartTime,
    endTime: EndTime,
  }),
  v.transform(({ weekday, weekdayEn, ...times }): OpeningSpan => {
    return { weekday: weekday || SHOWN[weekdayEn], weekdayEn, ...times };
  }),
);

/** Opening hours as sent: several spans a day, at most ten a day on average. No entry = always open. */
export const OpeningHours = v.pipe(v.array(SentSpan), v.maxLength(70));

/** A day with its own hours: `YYYY-MM-DD`, or `MM-DD` for every year; no spans = closed. */
export interface Holiday {
  readonly date: string;
  readonly spans: readonly (readonly [start: string, end: string])[];
}

const span = (weekdayEn: Weekday, startTime: string, endTime: string): OpeningSpan => ({
  weekday: SHOWN[weekdayEn],
  weekdayEn,
  startTime,
  endTime,
});

/** Opening hours of a new company (docs/rules/opening-hours.md#spans), Monday first as on the page. */
export const DEFAULT_HOURS: readonly OpeningSpan[] = [
  ...(["monday", "tuesday", "wednesday", "thursday", "friday"] as const).map((day) =>
    span(day, "08:00", "18:00"),
  ),
  span("saturday", "08:00", "12:00"),
  span("sunday", "00:00", "00:00"),
];
