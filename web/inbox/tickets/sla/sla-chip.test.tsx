import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { act, cleanup, render } from "@testing-library/react";
import type { ShownPromise } from "#inbox/tickets/promised/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { currentMinute } from "#web/lib/now-signal.ts";
import { SlaChip } from "./chip.tsx";
import { slaTexts } from "./locales/index.ts";
import { timeOf } from "./time-left.ts";

await startPortuguese(slaTexts);
const NOW = Date.parse("2026-11-20T15:00:00.000Z");
beforeEach(() => {
  setSystemTime(NOW);
});
afterEach(() => {
  cleanup();
  setSystemTime();
});

type Shown = ShownPromise;
const shown = (fields: Partial<Shown>): Shown => ({
  target: "first",
  state: "running",
  dueAt: null,
  leftMs: null,
  ...fields,
});
const due = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const left = (minutes: number) => {
  const { isOver, unit, count } = timeOf(shown({ dueAt: due(minutes) }), NOW);
  return `${isOver ? "+" : ""}${count} ${unit}`;
};

test("a promised time counts down in minutes, hours and days, and then up", () => {
  expect([12, 0.4, 119, 120, 150, 47 * 60, 49 * 60].map(left)).toEqual([
    ...["12 minutes", "1 minutes", "119 minutes", "2 hours", "2 hours", "47 hours", "2 days"],
  ]);
  expect([0, -5.5, -180].map(left)).toEqual(["+1 minutes", "+5 minutes", "+3 hours"]);
});

test("the chip has the colour of its state, and its tooltip and screen reader text name the target", () => {
  const chip = (fields: Partial<Shown>) =>
    render(<SlaChip sla={shown(fields)} />).container.querySelector(".chip") as HTMLElement;
  const neutral = chip({ dueAt: due(12) });
  expect(neutral.title).toBe("Primeira resposta: vence em 12 min");
  expect(neutral.className).toContain("chip-neutral");
  expect(neutral.querySelector("[aria-hidden]")?.textContent).toBe("12 min");
  expect(chip({ dueAt: due(3), state: "soon" }).className).toContain("chip-waiting");
  const late = chip({ dueAt: due(-5), state: "missed", target: "next" });
  expect(late.className).toContain("chip-danger");
  expect(late.textContent).toBe("Próxima resposta: atrasado há 5 min+5 min");
  const paused = chip({ leftMs: 40 * 60_000, target: "resolution" });
  expect(paused.title).toBe("Resolução: em pausa, restam 40 min");
  expect(paused.querySelector("svg")).not.toBeNull();
});

test("a chip turns red at its due time without an event of the server", () => {
  const { container } = render(<SlaChip sla={shown({ dueAt: due(1), state: "soon" })} />);
  expect(container.querySelector(".chip")?.className).toContain("chip-waiting");
  act(() => {
    currentMinute.value = NOW + 2 * 60_000;
  });
  expect(container.querySelector(".chip")?.className).toContain("chip-danger");
});
