import { describe, expect, test } from "bun:test";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { cancelMessages, textsAgain, waitingMessages } from "./waiting-messages.ts";

const mine = { userId: 7, whatsappId: 1, fromMe: true, sendState: "queued" } as const;
const held = sampleMessage({ ...mine, id: 1, body: "*Ana Souza:*\nOi", sendError: "ERR_NUMBER_RESTRICTED" });
const behind = sampleMessage({ ...mine, id: 2, body: "Tudo bem?", sendError: null });

describe("messages that wait for a restricted number", () => {
  test("a held message and the one queued behind it are cancelled together", () => {
    expect(waitingMessages([held, behind], 1, 7)).toEqual([held, behind]);
  });

  test("a queued message that nothing holds does not count as waiting", () => {
    expect(waitingMessages([behind], 1, 7)).toEqual([]);
  });

  test("messages of others, of other numbers, sent and deleted ones stay", () => {
    const others = [
      { ...held, userId: 8 },
      { ...held, whatsappId: 2 },
      { ...held, sendState: "sent" as const },
      { ...held, isDeleted: true },
    ];
    expect(waitingMessages(others, 1, 7)).toEqual([]);
  });

  test("the texts return to the text box in order, without signature and before the draft", () => {
    const file = sampleMessage({ ...mine, id: 3, body: "Foto", mediaType: "image" });
    expect(textsAgain([held, file, behind], "E aí?")).toBe("Oi\nTudo bem?\nE aí?");
  });
});

test("when a message cannot be cancelled, the texts of those cancelled before it are returned", async () => {
  servePage(({ path }) =>
    path.endsWith("/2")
      ? { status: 400, body: { error: "ERR_DELETE_WAPP_MSG" } }
      : { body: { message: "ok" } },
  );
  const returned: number[] = [];
  const work = cancelMessages([held, behind], (cancelled) => returned.push(...cancelled.map(({ id }) => id)));
  expect(await work.catch((error: unknown) => (error as { code?: string }).code)).toBe("ERR_DELETE_WAPP_MSG");
  expect(returned).toEqual([1]);
});
