import { expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { StreamContext, type StreamVerbs } from "#web/inbox/messages/stream/stream-context.ts";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { Bubble } from "./bubble.tsx";

await startPortuguese(messages);

function show(message: Partial<MessageAnswer>, verbs: Partial<StreamVerbs> = {}) {
  const all: StreamVerbs = {
    words: [],
    isGroup: false,
    openMessage: () => undefined,
    outgoing: () => undefined,
    ...verbs,
  };
  return render(
    <StreamContext value={all}>
      <Bubble message={sampleMessage(message)} first />
    </StreamContext>,
  ).container;
}

test("the check mark of a message depends on the ack status and has a text for screen readers", () => {
  const words = [0, 1, 2, 3, 4, 5].map((ack) => {
    const shown = show({ fromMe: true, ack });
    return shown.querySelector(".ack .visually-hidden")?.textContent;
  });
  expect(words).toEqual(["Aguardando envio", "Enviada", "Recebida", "Lida", "Lida", "Ouvida"]);
  expect(show({ fromMe: true, ack: 3 }).querySelector(".ack-read")).not.toBeNull();
  expect(show({ fromMe: false }).querySelector(".ack")).toBeNull();
});

test("a message known as read without a receipt has grey check marks, with a receipt coloured ones", () => {
  const marks = [3, 4, 5].map((ack) => show({ fromMe: true, ack }).querySelector(".ack")?.className);
  expect(marks).toEqual(["ack ack-read", "ack ack-seen", "ack ack-played"]);
});

test("a right click on a message opens its menu, on a picture that of the browser", () => {
  const opened: number[] = [];
  const verbs = { openMenu: ({ id }: MessageAnswer) => void opened.push(id) };
  const picture = { mediaType: "image", mediaState: "stored", mediaUrl: "/media/1/a.png?s=1" } as const;
  const shown = show({ id: 7, ...picture, body: "olha" }, verbs);
  const press = (selector: string) => {
    const element = shown.querySelector(selector);
    return element ? fireEvent.contextMenu(element) : undefined;
  };
  // False: the menu of the browser stays closed.
  expect([press(".bubble-menu"), press("img")]).toEqual([false, true]);
  expect(opened).toEqual([7]);
  fireEvent.contextMenu(show({ id: 8, body: "oi" }).querySelector("article") as Element);
  expect(opened).toEqual([7]);
});

test("a sticker is shown without a bubble unless it has a quote or its file is missing", () => {
  const sticker = {
    body: "",
    mediaType: "image",
    sticker: true,
    mediaState: "stored",
    mediaUrl: "/media/1/figurinha.webp?s=1",
  } as const;
  const shown = show(sticker);
  expect(shown.querySelector(".bubble-sticker > img.sticker")?.getAttribute("alt")).toBe("Figurinha");
  expect(shown.querySelector(".picture")).toBeNull();
  expect(
    show({ ...sticker, mediaState: "missing", mediaUrl: null }).querySelector(".bubble-sticker"),
  ).toBeNull();
  expect(show({ ...sticker, sticker: false }).querySelector(".bubble-sticker, .sticker")).toBeNull();
});

test("a message deleted by the contact has the text of the contract", () => {
  const shown = show({ isDeleted: true, body: "" });
  expect(shown.textContent).toContain("Essa mensagem foi apagada pelo contato");
  expect(shown.querySelector(".picture, a, audio, video")).toBeNull();
});

test("an edited message is marked as edited and keeps its former text", () => {
  show({ isEdited: true, edits: [{ body: "são 10", at: "2026-11-20T14:00:00.000Z" }], body: "são 12" });
  expect(screen.getByText("editada").getAttribute("title")).toContain("são 10");
});

test("a failed message shows the reason and a retry", () => {
  const retried: number[] = [];
  show(
    { id: 5, fromMe: true, sendState: "failed", ack: 0, sendError: "ERR_SENDING_WAPP_MSG" },
    { retry: (message) => retried.push(message.id) },
  );
  expect(screen.getByRole("alert").textContent).toContain("Erro ao enviar a mensagem do WhatsApp.");
  fireEvent.click(screen.getByRole("button", { name: "Tentar de novo" }));
  expect(retried).toEqual([5]);
});

test("a missed call has the text of the contract", () => {
  expect(
    show({ mediaType: "call_log", body: "Chamada de voz/vídeo perdida às 14:05" }).textContent,
  ).toContain("Chamada de voz/vídeo perdida às 14:05");
});

test("names of files, places and people are text, never markup", async () => {
  const evil = '<img src=x onerror="alert(1)">';
  const stored = { mediaState: "stored", mediaUrl: "/media/1/2/a" } as const;
  const shown = [
    show({ ...stored, mediaType: "application", mediaName: evil }),
    show({ mediaType: "locationMessage", body: `-23.5,-46.6|${evil}|${evil}` }),
    show({ mediaType: "vcard", body: `BEGIN:VCARD\nFN:${evil}\nTEL:+5511\nEND:VCARD` }),
    show({ contact: { id: 1, name: evil } }, { isGroup: true }),
    show({
      quotedMsgId: 3,
      quotedMsg: {
        id: 3,
        body: evil,
        mediaType: null,
        sticker: false,
        mediaUrl: null,
        fromMe: false,
        isDeleted: false,
        contact: { id: 1, name: evil },
      },
    }),
  ];
  for (const one of shown) {
    await waitFor(() => expect(one.textContent).toContain("<img src=x"));
    expect(one.querySelector("img")).toBeNull();
  }
});

test("files of messages are requested from our own server only", () => {
  const shown = show({ mediaType: "image", mediaState: "stored", mediaUrl: "https://evil.example/a.jpg" });
  expect(shown.querySelector("img")).toBeNull();
  expect(shown.textContent).toContain("Arquivo indisponível");
});

test("a file whose download failed can be requested again", async () => {
  const asked: number[] = [];
  show(
    { id: 8, mediaType: "audio", mediaState: "missing" },
    { download: async (message) => void asked.push(message.id) },
  );
  fireEvent.click(screen.getByRole("button", { name: "Baixar de novo" }));
  expect(asked).toEqual([8]);
  expect(await screen.findByRole("button", { name: "Baixar de novo" })).toBeTruthy();
});

test.each(["image", "video", "audio"] as const)(
  "a stored %s that does not open is shown as unavailable, and again after a retry",
  async (mediaType) => {
    const asked: number[] = [];
    const shown = show(
      { id: 9, mediaType, mediaState: "stored", mediaUrl: "/media/1/9/arquivo?s=1" },
      { download: async (message) => void asked.push(message.id) },
    );
    const file = () => shown.querySelector("img, video, audio");
    fireEvent.error(file() ?? shown);
    expect([file(), shown.textContent?.includes("Arquivo indisponível")]).toEqual([null, true]);
    fireEvent.click(screen.getByRole("button", { name: "Baixar de novo" }));
    expect(asked).toEqual([9]);
    await waitFor(() => expect(file()).not.toBeNull());
  },
);

test("a map is opened only by a press, and the bubble fetches nothing for it", () => {
  const shown = show({ mediaType: "locationMessage", body: "-23.5,-46.6|Padaria|Rua A" });
  expect(shown.querySelector("img, iframe")).toBeNull();
  expect(shown.querySelector("a")?.getAttribute("href")).toStartWith("https://");
});

test("a quoted message links to the original", () => {
  const opened: number[] = [];
  const quotedMsg = {
    id: 3,
    body: "Qual o valor?",
    mediaType: null,
    sticker: false,
    mediaUrl: null,
    fromMe: false,
    isDeleted: false,
    contact: { id: 1, name: "Marina" },
  };
  show({ fromMe: true, quotedMsgId: 3, quotedMsg }, { openMessage: (id) => opened.push(id) });
  fireEvent.click(screen.getByRole("button", { name: /Qual o valor/ }));
  expect(opened).toEqual([3]);
});
