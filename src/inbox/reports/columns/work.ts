import type { WorkAnswer } from "#inbox/reports/work/contract.ts";
import type { PageLanguage } from "#platform/http/contract.ts";
import { type CellValue, duration, textsIn } from "./texts.ts";

/** Headings and rows of the report of working times: a row per person, a column per reason of a pause that occurs. */
export function workRows({ people, reasons }: WorkAnswer, language: PageLanguage): CellValue[][] {
  const { byPerson } = textsIn(language);
  const occurring = new Set(people.flatMap(({ pauses }) => pauses.map(({ reasonId }) => reasonId)));
  const named = [...reasons, { id: null, name: byPerson.withoutReason }].filter(({ id }) =>
    occurring.has(id),
  );
  return [
    [
      ...[byPerson.person, byPerson.online, byPerson.paused],
      ...named.map(({ name }) => `${byPerson.pause}: ${name}`),
      ...[byPerson.serving, byPerson.attendances],
    ],
    ...people.map(({ user, onlineMs, pausedMs, pauses, servingMs, attendances }) => [
      ...[user.name, duration(onlineMs), duration(pausedMs)],
      ...named.map(({ id }) => duration(pauses.find(({ reasonId }) => reasonId === id)?.ms ?? 0)),
      ...[duration(servingMs), attendances],
    ]),
  ];
}
