import { expect, test } from "bun:test";
import { act, render } from "@testing-library/react";
import type { KindFigures, NumbersAnswer } from "#provider/cockpit/numbers/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { cockpitTexts } from "./locales/index.ts";
import { NumbersPanel } from "./numbers-panel.tsx";

await startPortuguese(cockpitTexts);

const shown = async (answer: NumbersAnswer) => {
  const { container } = render(<NumbersPanel {...answer} />);
  await act(async () => {});
  return container.textContent ?? "";
};
const figures: KindFigures = {
  ...{ kind: "reachout_lock", count: 15, age: [{ range: "to_7", count: 10 }], contacts: [], silent: [] },
  ...{ hours: [{ range: "to_168", count: 15 }], sameText: [], proxy: [{ range: "no", count: 15 }] },
};

test("without restrictions the cockpit explains when numbers and figures appear", async () => {
  const text = await shown({ companies: [], incidents: [] });
  expect(text).toContain("Nenhum número com restrição");
  expect(text).toContain("a partir de 5 restrições");
});

test("a company with restricted numbers is shown with kind, count and an end that lies ahead", async () => {
  const ahead = new Date(Date.now() + 86_400_000).toISOString();
  const restrictions = [
    { kind: "reachout_lock", numbers: 2, endsAt: ahead },
    { kind: "temp_ban", numbers: 1, endsAt: "2020-01-01T00:00:00.000Z" },
  ] as const;
  const companies = [{ id: 1, name: "Aurora", restrictions: [...restrictions] }];
  const text = await shown({ companies, incidents: [] });
  expect(text).toContain("AuroraNovas conversas bloqueadas · 2 números · até ");
  expect(text).toEndWith("do mesmo tipo.");
  expect(text).toContain("Número suspenso por um tempo · 1 número");
  expect(text).not.toContain("2020");
});

test("figures of restrictions are shown in words as lower bounds; hidden ranges are named as too small", async () => {
  const text = await shown({ companies: [], incidents: [figures] });
  expect(text).toContain("15 ou mais restrições");
  expect(text).toContain("Menos de 7 dias10 ou mais");
  expect(text).toContain("De 3 a 7 dias15 ou mais");
  expect(text).toContain("Menos de 5 em cada faixa");
  expect(text).not.toMatch(/to_|reachout/);
});
