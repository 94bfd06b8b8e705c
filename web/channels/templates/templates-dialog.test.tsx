import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, render, screen } from "@testing-library/react";
import type { TemplateAnswer } from "#channels/templates/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { templateTexts } from "./locales/index.ts";
import { TemplatesDialog } from "./templates-dialog.tsx";

await startPortuguese(templateTexts);
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
});
afterEach(() => act(() => session.end()));

const sample = (change: Partial<TemplateAnswer>): TemplateAnswer => ({
  ...{
    id: 1,
    name: "pedido_enviado",
    language: "pt_BR",
    category: "UTILITY",
    status: "APPROVED",
    reason: null,
  },
  ...{ header: "", media: null, mediaPath: null, mediaName: null },
  ...{ body: "Seu pedido já saiu.", footer: "", buttons: [], variables: [], usable: true },
  ...change,
});
type Price = { readonly category: string; readonly micros: number | null };

/** The text of each row, from top to bottom. */
async function rows(templates: readonly TemplateAnswer[], prices: readonly Price[]) {
  servePage(({ path }) =>
    path.startsWith("/costs/template-prices")
      ? { body: { currency: "USD", prices } }
      : { body: { templates, syncedAt: null } },
  );
  await act(async () => session.take({ token: "t", user: sampleUser() }));
  await act(
    async () =>
      void render(<TemplatesDialog connection={{ id: 1, name: "Oficial" }} onClose={() => undefined} />),
  );
  return (await screen.findAllByRole("listitem")).map((row) => row.textContent ?? "");
}
const CHANGED = sample({ category: "MARKETING", previousCategory: "UTILITY" });

test("each template's row shows the quality that Meta rated, and none without a rating", async () => {
  const grades = ["GREEN", "YELLOW", "RED", ""].map((quality, id) => sample({ id, quality }));
  const shown = await rows(grades, []);
  for (const [index, words] of ["Qualidade alta", "Qualidade média", "Qualidade baixa"].entries())
    expect(shown[index]).toContain(words);
  expect(shown[3]).not.toContain("Qualidade");
});

test("a template whose category Meta changed shows both categories, with the new and the former price", async () => {
  const [row] = await rows(
    [CHANGED],
    [
      { category: "marketing", micros: 62_500 },
      { category: "utility", micros: 6800 },
    ],
  );
  expect(row).toContain("A Meta mudou a categoria de");
  expect(row).toMatch(/Novo preço: US\$\s0,0625 por mensagem no país do número \(antes: US\$\s0,0068\)\./);
});

test("without a confirmed price the row of a changed category states that the price has changed", async () => {
  const [row] = await rows([CHANGED], [{ category: "marketing", micros: null }]);
  expect(row).toContain("O preço é outro.");
});
