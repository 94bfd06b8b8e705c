import { beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import type { MacroAnswer } from "#automation/macros/contract.ts";
import type { QuickReplyChoice } from "#inbox/quick-replies/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { choices } from "./choices.ts";
import { quickPickerTexts } from "./locales/index.ts";
import { QuickPicker } from "./picker.tsx";

await startPortuguese(quickPickerTexts);
beforeEach(() => choices.forget());

const choice = (id: number, shortcode: string): QuickReplyChoice => ({
  id,
  shortcode,
  message: `Texto de ${shortcode} {{name}}`,
  geral: false,
  status: true,
  isMedia: false,
  mediaPath: null,
  mediaName: null,
  companyId: 7,
  userId: 1,
  preview: `Texto de ${shortcode} Maria`,
});

const MACRO: MacroAnswer = {
  id: 1,
  name: "Segunda via",
  description: "Manda o boleto e etiqueta",
  shared: false,
  queueIds: [],
  actions: [],
  files: [],
  digit: null,
  active: true,
  lastUsedAt: null,
};

/** Renders the list with the text box it belongs to. */
interface AroundProps {
  readonly typed: string;
  readonly told: string[];
  readonly withMacros: boolean;
}
function Around({ typed, told, withMacros }: AroundProps) {
  const composer = useRef<HTMLDivElement>(null);
  return (
    <div ref={composer}>
      <textarea aria-label="Mensagem" onKeyDown={({ key }) => told.push(`text ${key}`)} />
      <QuickPicker
        ticketId={5}
        typed={typed}
        composer={composer}
        drawText={(text) => <p>{text}</p>}
        onChoose={({ shortcode }) => told.push(`chose ${shortcode}`)}
        onMacro={withMacros ? ({ name }) => told.push(`macro ${name}`) : undefined}
        onClose={() => told.push("closed")}
      />
    </div>
  );
}

async function open(typed = "", replies = [choice(1, "bomdia"), choice(2, "pix")], withMacros = false) {
  servePage(({ path }) => ({ body: path.startsWith("/macros") ? { macros: [MACRO] } : replies }));
  const told: string[] = [];
  render(<Around typed={typed} told={told} withMacros={withMacros} />);
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))));
  const box = screen.getByLabelText("Mensagem");
  return { told, press: (key: string) => fireEvent.keyDown(box, { key }), box };
}
const chosen = () => screen.getByRole("option", { selected: true }).textContent;

test("arrows cycle through the quick replies, Enter and Tab choose, and the text box gets none of these keys", async () => {
  const { told, press, box } = await open();
  expect(chosen()).toContain("/bomdia");
  expect(box.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { selected: true }).id);
  press("ArrowDown");
  expect(chosen()).toContain("/pix");
  press("ArrowDown");
  expect(chosen()).toContain("/bomdia");
  press("ArrowUp");
  press("Enter");
  press("Tab");
  press("Escape");
  expect(told).toEqual(["chose pix", "chose pix", "closed"]);
  press("x");
  expect(told.at(-1)).toBe("text x");
});

test("each quick reply is shown with the values of this ticket's customer", async () => {
  await open("pix");
  expect(screen.getAllByText("Texto de pix Maria").length).toBeGreaterThan(0);
  expect(screen.queryByText("/bomdia")).toBeNull();
});

test("a quick reply's row shows 35 letters, its preview all of them", async () => {
  const long = "Bom dia! A primeira fornada sai às seis em ponto.";
  await open("", [{ ...choice(1, "fornada"), preview: long }]);
  expect(chosen()).toContain("Bom dia! A primeira fornada sai às …");
  expect(screen.getByText(long)).toBeTruthy();
});

test.each(["tes", "tes "])("Enter never sends the shortcut “%s” that no quick reply has", async (typed) => {
  const { told, press, box } = await open(typed);
  expect(screen.getByText(/^Nenhuma resposta com “tes/)).toBeTruthy();
  expect(screen.queryByText("↵")).toBeNull();
  press("Enter");
  fireEvent.keyDown(box, { key: "Enter", ctrlKey: true });
  expect(told).toEqual([]);
  press("Escape");
  expect(told).toEqual(["closed"]);
});

test("Enter acts on a text of several words that begins with a slash", async () => {
  const { told, press } = await open("5 reais");
  expect(screen.getByText("Nenhuma resposta com “5 reais”")).toBeTruthy();
  press("Enter");
  expect(told).toEqual(["text Enter"]);
});

test("a user without quick replies sees where to create them", async () => {
  await open("", []);
  expect(screen.getByRole("link", { name: "Criar respostas rápidas" }).getAttribute("href")).toBe(
    "/quick-messages",
  );
});

test("macros are listed after the quick replies with a bolt icon, and Enter previews a macro", async () => {
  const { told, press } = await open("segunda", undefined, true);
  expect(chosen()).toContain("Segunda via");
  expect(screen.getAllByText("Manda o boleto e etiqueta").length).toBeGreaterThan(0);
  expect(screen.getByLabelText("Macro: mostra antes de executar")).toBeTruthy();
  press("Enter");
  expect(told).toEqual(["macro Segunda via"]);
});
