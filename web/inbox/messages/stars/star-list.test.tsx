import { beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { StarredMessage } from "#inbox/messages/stars/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { Bubble } from "#web/inbox/messages/bubble/bubble.tsx";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { StreamContext } from "#web/inbox/messages/stream/stream-context.ts";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { starTexts } from "./locales/index.ts";
import { StarList } from "./star-list.tsx";
import { forgetStars, isStarred, learnStars, setStar } from "./stars.ts";

await startPortuguese(messages, starTexts);

const starred = (id: number, body: string): StarredMessage => ({
  message: sampleMessage({ id, body }),
  starredAt: "2026-11-20T12:00:00.000Z",
  ticketUuid: `u${id}`,
  contactName: "Marina",
});
let rows: StarredMessage[];
let calls: PageCall[];
let fails = false;
beforeEach(() => {
  forgetStars();
  fails = false;
  rows = [starred(2, "chave Pix"), starred(1, "endereço")];
  calls = servePage(({ method, path }) => {
    if (fails) return { status: 409, body: { error: "ERR_LIMIT_REACHED" } };
    if (method === "DELETE") rows = rows.filter(({ message }) => !path.includes(`/${message.id}/`));
    return { body: method === "GET" ? { starred: rows, hasMore: false } : { message: "ok" } };
  });
});

test("the list of starred messages names the contact, opens a message and removes a star", async () => {
  const opened: string[] = [];
  render(
    <StarList ticketId={null} empty={<p>vazia</p>} onOpen={({ ticketUuid }) => opened.push(ticketUuid)} />,
  );
  fireEvent.click(await screen.findByText("chave Pix"));
  expect(opened).toEqual(["u2"]);
  expect(screen.getAllByText("Marina")).toHaveLength(2);
  for (const left of [1, 0]) {
    const [first] = screen.getAllByRole("button", { name: "Remover das favoritas" });
    if (first) fireEvent.click(first);
    await waitFor(() => expect(screen.queryAllByRole("listitem")).toHaveLength(left));
  }
  expect(screen.getByText("vazia")).toBeTruthy();
});

test("a star is shown in its bubble at once and reverted when the server refuses it", async () => {
  const message = sampleMessage({ id: 7 });
  render(
    <StreamContext
      value={{
        words: [],
        isGroup: false,
        isStarred,
        openMessage: () => undefined,
        outgoing: () => undefined,
      }}
    >
      <Bubble message={message} first />
    </StreamContext>,
  );
  expect(screen.queryByText("Favorita")).toBeNull();
  await act(() => setStar(7, true));
  expect(screen.getByText("Favorita")).toBeTruthy();
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["PUT /messages/7/star"]);
  fails = true;
  await act(() => setStar(7, false).catch(() => undefined));
  expect(screen.getByText("Favorita")).toBeTruthy();
  // The next page of the conversation decides: the star was removed on another device.
  act(() => learnStars([message], []));
  expect(screen.queryByText("Favorita")).toBeNull();
});
