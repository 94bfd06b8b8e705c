import { afterEach, expect, test } from "bun:test";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRef, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import type { OutgoingContent } from "#web/inbox/messages/outbox/outbox-model.ts";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { awaitComposer, keepTyped } from "#web/lib/keyboard/active-composer.ts";
import { hotkeyGroups } from "#web/lib/keyboard/hotkeys.ts";
import { Drafts } from "#web/lib/storage/drafts.ts";
import { Composer, type ComposerProps } from "./composer.tsx";
import type { ComposerInputHandle } from "./composer-input.tsx";
import { Composer as ComposerModel } from "./composer-model.ts";

// Needs a page of its own: see `sharesPage` in scripts/test-suites.ts.
await startPortuguese(messages);
afterEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

const open = (props: Partial<ComposerProps> = {}) => {
  const { element, ...opened } = compose(props);
  render(element);
  return opened;
};

function compose(props: Partial<ComposerProps>) {
  const sent: OutgoingContent[] = [];
  const composer = new ComposerModel({
    ticketId: 1,
    drafts: new Drafts({
      load: async () => new Map(),
      put: async () => undefined,
      remove: async () => undefined,
    }),
    send: (content) => sent.push(content),
    addNote: async () => undefined,
    edit: async () => undefined,
    tellTyping: () => undefined,
    newId: () => crypto.randomUUID(),
    previewOf: (file) => `blob:${file.name}`,
    endPreview: () => undefined,
  });
  const element = (
    <Composer
      composer={composer}
      gate={{ reason: null, waits: false }}
      contactName="Marina"
      ownerName="Bruno"
      connectionName="Loja Centro"
      limit={4096}
      signs
      onSign={() => undefined}
      onSchedule={null}
      inputRef={createRef()}
      {...props}
    />
  );
  const box = () => screen.getByLabelText<HTMLTextAreaElement>("Mensagem para Marina");
  const type = (value: string) => fireEvent.change(box(), { target: { value } });
  return { element, composer, sent, box, type };
}

test("Enter sends the text, Shift+Enter inserts a line break", () => {
  const { sent, box, type } = open();
  type("Oi");
  fireEvent.keyDown(box(), { key: "Enter", shiftKey: true });
  expect(sent).toEqual([]);
  fireEvent.keyDown(box(), { key: "Enter" });
  expect(sent.map(({ body }) => body)).toEqual(["Oi"]);
  expect(box().value).toBe("");
});

test("Ctrl+Shift+Enter sends and resolves for users who chose it, and resolves nothing without a message", async () => {
  let resolved = 0;
  const { sent, box, type } = open({ onResolve: () => (resolved += 1) });
  const press = () => fireEvent.keyDown(box(), { key: "Enter", ctrlKey: true, shiftKey: true });
  press();
  await act(async () => undefined);
  expect([sent.length, resolved]).toEqual([0, 0]);
  type("Pronto!");
  press();
  await act(async () => undefined);
  expect([sent.map(({ body }) => body), resolved]).toEqual([["Pronto!"], 1]);
});

test("Ctrl+Shift+Enter sends nothing for users who did not choose it", () => {
  const { sent, box, type } = open();
  type("Pronto!");
  fireEvent.keyDown(box(), { key: "Enter", ctrlKey: true, shiftKey: true });
  expect(sent).toEqual([]);
});

test("Enter during an accent composition does not send", () => {
  const { sent, box, type } = open();
  type("ol");
  fireEvent.keyDown(box(), { key: "Enter", isComposing: true });
  expect(sent).toEqual([]);
});

test("an inserted emoji that is deleted again is not sent", async () => {
  const inputRef = createRef<ComposerInputHandle>();
  const { composer, box, type } = open({ inputRef });
  act(() => inputRef.current?.insert("👋"));
  expect([composer.text.value, box().value]).toEqual(["👋", "👋"]);
  type("");
  expect(composer.text.value).toBe("");
});

test("text typed while the conversation was loading is in the text box when it appears", () => {
  const stopWaiting = awaitComposer();
  for (const letter of "oi") keepTyped(letter);
  const { composer, box } = open();
  stopWaiting();
  expect([composer.text.value, box().value]).toEqual(["oi", "oi"]);
});

/** Calls `then` after the commit that drew the page and before the effects in which React subscribes to signals. */
function Drawn({ then }: { readonly then: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => queueMicrotask(then), []);
  return null;
}

test("letters typed before React has subscribed to the text continue the text typed while loading", async () => {
  // Without `act`, which would run the effects, in which React subscribes, at once.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const stopWaiting = awaitComposer();
  for (const letter of "oi") keepTyped(letter);
  const seen: string[] = [];
  const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set;
  const typeTwo = () => {
    for (const letter of ", ") {
      setValue?.call(box(), box().value + letter);
      box().dispatchEvent(new Event("input", { bubbles: true }));
      seen.push(box().value);
    }
  };
  const { element, composer, box } = compose({ above: <Drawn then={typeTwo} /> });
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  root.render(element);
  while (seen.length < 2) await new Promise(requestAnimationFrame);
  stopWaiting();
  expect([seen, composer.text.value, box().value]).toEqual([["oi,", "oi, "], "oi, ", "oi, "]);
  root.unmount();
});

test("the text box gets the focus when files restored after a reload are removed because the server has them already", async () => {
  const { composer, box } = open();
  const file = new File(["a"], "a.txt", { type: "text/plain" });
  act(() => composer.restoreFiles([{ id: "f-1", file, caption: "" }]));
  const caption = await screen.findByPlaceholderText("Adicione uma legenda");
  act(() => caption.focus());
  act(() => composer.dropSent(() => true));
  expect(document.activeElement === box()).toBe(true);
});

test("white space alone is not sent, and the button offers recording instead", () => {
  const { sent, box, type } = open();
  type("   ");
  fireEvent.keyDown(box(), { key: "Enter" });
  expect(sent).toEqual([]);
  expect(screen.getByRole("button", { name: "Gravar áudio" })).toBeTruthy();
});

test("the length is shown near the network's maximum", () => {
  const { box, type } = open({ limit: 10 });
  type("1234567");
  expect(box().getAttribute("aria-describedby")).toBeNull();
  type("12345678");
  const count = document.getElementById(box().getAttribute("aria-describedby") ?? "");
  expect(count?.textContent).toBe("8/10");
});

test("the quoted message is shown above the text and can be removed", () => {
  const { composer } = open();
  act(() => composer.replyTo(sampleMessage({ body: "Qual o *valor*?" })));
  expect(screen.getByText("Respondendo a Marina Ribeiro")).toBeTruthy();
  expect(screen.getByText("Qual o valor?")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Cancelar resposta" }));
  expect(screen.queryByText("Respondendo a Marina Ribeiro")).toBeNull();
});

test("Esc ends the reply and keeps the focus in the text", () => {
  const { composer, box } = open();
  act(() => composer.replyTo(sampleMessage()));
  box().focus();
  fireEvent.keyDown(box(), { key: "Escape" });
  expect([composer.reply.value, document.activeElement === box()]).toEqual([null, true]);
  fireEvent.keyDown(box(), { key: "Escape" });
  expect(document.activeElement === box()).toBe(true);
});

test("a note differs from a message by its box, its description and its button text", async () => {
  const { type } = open();
  type("Oi");
  expect(screen.getByRole("button", { name: "Enviar" }).textContent).toBe("Enviar");
  fireEvent.click(screen.getByRole("button", { name: "Nota interna" }));
  const note = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Nota interna" });
  expect(document.getElementById(note.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
    "só a equipe vê",
  );
  expect(screen.getByRole("button", { name: "Salvar nota" }).textContent).toBe("Salvar nota");
  expect(screen.queryByRole("button", { name: "Enviar" })).toBeNull();
  await act(() => new Promise((done) => requestAnimationFrame(done)));
  expect(document.activeElement === note).toBe(true);
});

test("a note has no signature", () => {
  open();
  expect(screen.getByRole("button", { name: "Assinar" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Nota interna" }));
  expect(screen.queryByRole("button", { name: "Assinar" })).toBeNull();
});

test("a resolved ticket shows why sending is disabled, and still accepts a note", () => {
  open({ gate: { reason: "closed", waits: false } });
  expect(screen.getByText(/foi resolvido/)).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Nota interna" }));
  expect(screen.getByRole("textbox", { name: "Nota interna" })).toBeTruthy();
});

test("the composer of a colleague's ticket names its attendant", () => {
  open({ gate: { reason: "otherOwner", waits: false } });
  expect(screen.getByText(/é de Bruno/)).toBeTruthy();
});

test("on a disconnected connection text can be sent, with a hint that it waits", () => {
  const { box } = open({ gate: { reason: null, waits: true } });
  expect(screen.getByText(/Loja Centro está fora do ar/)).toBeTruthy();
  expect(box()).toBeTruthy();
});

test("a pasted picture is attached instead of its name", () => {
  const { composer, box } = open();
  const file = new File([new Uint8Array(3)], "colada.png", { type: "image/png" });
  fireEvent.paste(box(), { clipboardData: { files: [file] } });
  expect(composer.attachments.value.map((one) => one.file.name)).toEqual(["colada.png"]);
});

test("a text can be scheduled if the company's plan allows it", () => {
  const scheduled: string[] = [];
  const { type } = open({ onSchedule: (text) => scheduled.push(text) });
  type("Até amanhã");
  fireEvent.click(screen.getByRole("button", { name: "Agendar" }));
  expect(scheduled).toEqual(["Até amanhã"]);
  fireEvent.click(screen.getByRole("button", { name: "Nota interna" }));
  expect(screen.queryByRole("button", { name: "Agendar" })).toBeNull();
});

test("the sheet of shortcuts lists the composer's keys, and the slash only where quick replies work", () => {
  const documented = () =>
    hotkeyGroups.value.find(({ id }) => id === "composer")?.documented?.map(({ keys }) => keys);
  const { composer } = open();
  expect(documented()).toEqual(["Enter", "shift+Enter", "/", "Escape"]);
  act(() => composer.setMode("note"));
  expect(documented()).toEqual(["Enter", "shift+Enter", "@", "Escape"]);
});

test("on Messenger and Instagram the reason names the seven days in which people may answer", () => {
  open({ gate: { reason: "windowClosed", waits: false } });
  expect(screen.getByText(/O prazo de 7 dias para responder terminou/)).toBeTruthy();
  expect(screen.queryByLabelText("Mensagem para Marina")).toBeNull();
});

test("the signature button is missing for users who cannot change their signature", () => {
  open();
  expect(screen.queryByRole("button", { name: "Assinar" })).toBeTruthy();
  cleanup();
  open({ onSign: null });
  expect(screen.queryByRole("button", { name: "Assinar" })).toBeNull();
});

test("the counter near the limit has the thousands separator of the language", () => {
  const { type } = open();
  type("a".repeat(4000));
  expect(screen.getByText("4.000/4.096")).toBeTruthy();
});
