import { expect, test } from "bun:test";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { waitingText } from "./bundle.ts";

test("the countdown belongs to the user's first waiting text, not to files, quotes or texts of other users", () => {
  const own = { fromMe: true, origin: "user", userId: 7, sendState: "queued" } as const;
  const messages = [
    sampleMessage({ ...own, id: 1, sendState: "sent" }),
    sampleMessage({ ...own, id: 2, userId: 8 }),
    sampleMessage({ ...own, id: 3, mediaType: "image" }),
    sampleMessage({ ...own, id: 4, quotedMsgId: 1 }),
    sampleMessage({ ...own, id: 5, sendError: "ERR_NEW_CHAT_CAP" }),
    sampleMessage({ ...own, id: 6 }),
    sampleMessage({ ...own, id: 7 }),
  ];
  expect(waitingText(messages, 7)?.id).toBe(6);
  expect(waitingText(messages, 9)).toBeUndefined();
});
