import { expect, test } from "bun:test";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { DEFAULT_HOURS, type Holiday } from "#accounts/opening-hours/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { HolidaysEditor } from "./holidays-editor.tsx";
import type { Spans } from "./hours-model.ts";
import { hoursTexts } from "./locales/index.ts";
import { WeekGrid } from "./week-grid.tsx";

await startPortuguese(hoursTexts);

/** Holds the state of a page; `onSeen` is called with every value. */
function WeekPage({ first, onSeen }: { first: Spans; onSeen: (spans: Spans) => void }) {
  const [spans, setSpans] = useState(first);
  onSeen(spans);
  return <WeekGrid value={spans} onChange={setSpans} />;
}
function HolidayPage({ onSeen }: { onSeen: (holidays: readonly Holiday[]) => void }) {
  const [holidays, setHolidays] = useState<readonly Holiday[]>([]);
  onSeen(holidays);
  return <HolidaysEditor value={holidays} onChange={setHolidays} today="2026-11-21" />;
}

function openWeek(first: Spans) {
  const seen: { spans: Spans } = { spans: first };
  render(
    <WeekPage
      first={first}
      onSeen={(spans) => {
        seen.spans = spans;
      }}
    />,
  );
  const ofDay = (day: string) =>
    seen.spans
      .filter(({ weekdayEn }) => weekdayEn === day)
      .map(({ startTime, endTime }) => `${startTime}-${endTime}`)
      .join(" ");
  return { seen, ofDay };
}
const box = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a time is typed freely and normalised when the field loses the focus", () => {
  const { ofDay } = openWeek(DEFAULT_HOURS);
  const start = box("Segunda-feira, início do período 1");
  fireEvent.change(start, { target: { value: "930" } });
  expect(ofDay("monday")).toBe("08:00-18:00");
  fireEvent.blur(start);
  expect(ofDay("monday")).toBe("09:30-18:00");
  fireEvent.change(start, { target: { value: "cedo" } });
  expect(start.getAttribute("aria-invalid")).toBe("true");
  fireEvent.blur(start);
  expect([start.value, ofDay("monday")]).toEqual(["09:30", "09:30-18:00"]);
});

test("a day can get a break, be closed and be opened", () => {
  const { ofDay } = openWeek(DEFAULT_HOURS);
  press("Adicionar período em Sábado");
  expect(ofDay("saturday")).toBe("08:00-12:00 13:00-15:00");
  press("Remover o período 1 de Sábado");
  expect(ofDay("saturday")).toBe("13:00-15:00");
  fireEvent.click(screen.getByRole("checkbox", { name: "Sábado" }));
  expect(ofDay("saturday")).toBe("00:00-00:00");
  fireEvent.click(screen.getByRole("checkbox", { name: "Domingo" }));
  expect(ofDay("sunday")).toBe("08:00-18:00");
});

test("hours that are always open are stored as no spans, and switching it off restores the usual hours", () => {
  const { seen } = openWeek(DEFAULT_HOURS);
  fireEvent.click(screen.getByRole("switch", { name: /Sempre aberto/ }));
  expect(seen.spans).toEqual([]);
  fireEvent.click(screen.getByRole("switch", { name: /Sempre aberto/ }));
  expect(seen.spans).toEqual(DEFAULT_HOURS);
});

test("a new holiday is closed, can repeat every year, get hours and be removed", () => {
  let value: readonly Holiday[] = [];
  render(
    <HolidayPage
      onSeen={(holidays) => {
        value = holidays;
      }}
    />,
  );
  expect(screen.getByText("Nenhum feriado cadastrado.")).toBeTruthy();
  press("Adicionar feriado");
  fireEvent.change(screen.getByLabelText("Data"), { target: { value: "2026-12-25" } });
  fireEvent.click(screen.getByRole("checkbox", { name: "Repete todo ano" }));
  expect(value).toEqual([{ date: "12-25", spans: [] }]);
  press("Adicionar período");
  expect(value).toEqual([{ date: "12-25", spans: [["08:00", "12:00"]] }]);
  press("Remover o feriado de 2026-12-25");
  expect(value).toEqual([]);
});
