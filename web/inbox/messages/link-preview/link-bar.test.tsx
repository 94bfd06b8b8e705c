import { beforeAll, beforeEach, expect, test } from "bun:test";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import type { OutgoingContent } from "#web/inbox/messages/outbox/outbox-model.ts";
import { loadLinkFinder } from "#web/inbox/messages/text/find-links.ts";
import { Drafts } from "#web/lib/storage/drafts.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { LinkBar } from "./link-bar.tsx";
import { LinkCard } from "./link-card.tsx";
import { linkPreviewTexts } from "./locales/index.ts";

await startPortuguese(linkPreviewTexts);
beforeAll(loadLinkFinder);

let asked: string[] = [];
beforeEach(() => {
  asked = [];
  servePage(({ body }) => {
    const { url } = body as { url: string };
    asked.push(url);
    const gives = url.includes("loja");
    return { body: { preview: gives ? { url, title: "Loja da Ana", text: "Bolos", picture: null } : null } };
  });
});

function open(text: string) {
  const sent: OutgoingContent[] = [];
  const nothing = async () => undefined;
  const composer = new Composer({
    ticketId: 1,
    drafts: new Drafts({ load: async () => new Map(), put: nothing, remove: nothing }),
    send: (content) => sent.push(content),
    addNote: nothing,
    edit: nothing,
    tellTyping: () => undefined,
    newId: () => crypto.randomUUID(),
    previewOf: () => "",
    endPreview: () => undefined,
  });
  composer.setText(text);
  render(<LinkBar composer={composer} onDone={() => undefined} />);
  return { composer, sent };
}

test("the preview of the first https address is shown above the text and sent with it", async () => {
  const { composer, sent } = open("Veja http://a.com.br e https://loja1.com.br/bolo, https://b.com.br");
  await screen.findByText("Loja da Ana");
  screen.getByText("loja1.com.br");
  expect(asked).toEqual(["https://loja1.com.br/bolo"]);
  await act(() => composer.submit());
  expect(sent.map(({ link }) => link?.url)).toEqual(["https://loja1.com.br/bolo"]);
  expect(screen.queryByText("Loja da Ana")).toBeNull();
});

test("× and Esc remove the preview; the text is sent without it, and the address is not requested again", async () => {
  for (const remove of [
    () => fireEvent.click(screen.getByLabelText("Remover prévia")),
    (composer: Composer) => composer.escape(),
  ]) {
    const { composer, sent } = open("https://loja2.com.br");
    await screen.findByText("Loja da Ana");
    await act(async () => void remove(composer));
    expect(screen.queryByText("Loja da Ana")).toBeNull();
    await act(async () => composer.setText("https://loja2.com.br agora"));
    await act(() => composer.submit());
    expect(sent.map(({ link }) => link)).toEqual([undefined]);
    cleanup();
  }
  expect(asked).toEqual(["https://loja2.com.br"]);
});

test("the preview of an address that is being typed is requested once, when the address stays unchanged", async () => {
  const { composer } = open("https://loja3.co");
  await act(async () => composer.setText("https://loja3.com"));
  await act(async () => composer.setText("https://loja3.com.br"));
  await screen.findByText("Loja da Ana");
  expect(asked).toEqual(["https://loja3.com.br"]);
});

test("a text whose address was changed loses the preview of the former address", async () => {
  const { composer, sent } = open("https://loja4.com.br");
  await screen.findByText("Loja da Ana");
  await act(async () => composer.setText("https://nada.com.br"));
  await act(() => composer.submit());
  expect(sent.map(({ link }) => link)).toEqual([undefined]);
});

test("the card of a message shows the host, links to the address, and makes no request", () => {
  const preview = { url: "www.loja.com.br/a", title: "Banco", text: "", picture: "/9j/" };
  const { container } = render(<LinkCard preview={preview} />);
  const link = screen.getByRole("link");
  expect([link.getAttribute("href"), link.textContent]).toEqual([
    "https://www.loja.com.br/a",
    "Bancowww.loja.com.br",
  ]);
  expect(container.querySelector("img")?.src).toBe("data:image/jpeg;base64,/9j/");
  for (const url of ["javascript:alert(1)", "https://user:secret@loja.com.br", "data:text/html,a"])
    expect(render(<LinkCard preview={{ ...preview, url }} />).container.innerHTML).toBe("");
  expect(asked).toEqual([]);
});

test("a card shows the sender's words as text, and is left out when it leads to no web page", () => {
  const hostile = [
    "<img src=x onerror=alert(1)>",
    "https://%E0%A4%A",
    "http://[::1",
    "https://a.b:99999/",
    "javascript:alert(1)",
    "{{constructor}} $&",
    "\u202Egpj.exe",
    "\uD800",
    "x".repeat(10_000),
    "\u0000",
    "",
  ];
  for (const words of hostile) {
    const { container, unmount } = render(
      <LinkCard preview={{ url: words, title: words, text: words, picture: words }} />,
    );
    for (const link of container.querySelectorAll("a")) expect(link.href).toMatch(/^https?:/);
    expect(container.querySelector("script, iframe, svg, [onerror]")).toBeNull();
    unmount();
    render(
      <LinkCard preview={{ url: "https://a.com.br", title: words, text: words, picture: null }} />,
    ).unmount();
  }
});
