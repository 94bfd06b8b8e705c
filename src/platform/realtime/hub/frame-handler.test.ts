import { expect, test } from "bun:test";
import { readClientFrame } from "./frame-handler.ts";

test("a client frame of the contract is parsed, and its unknown fields are dropped", () => {
  expect(readClientFrame('{"t":"auth","token":"a","cursor":7,"admin":true}')).toEqual({
    t: "auth",
    token: "a",
    cursor: 7,
  });
  expect(readClientFrame('{"t":"joinChatBox","ticketId":3}')).toEqual({ t: "joinChatBox", ticketId: 3 });
  expect(readClientFrame('{"t":"userStatus"}')).toEqual({ t: "userStatus" });
});

test.each([
  "",
  "null",
  "[]",
  "7",
  "{",
  '{"t":"subscribe","topic":"company-2-ticket"}',
  '{"t":"auth"}',
  '{"t":"auth","token":{}}',
  '{"t":"auth","token":"a","cursor":"7"}',
  '{"t":"joinChatBox"}',
  '{"t":"joinChatBox","ticketId":"*"}',
  '{"t":"joinChatBox","ticketId":-1}',
  '{"t":"typing","ticketId":1.5}',
  '{"t":"joinTickets","status":[]}',
])("%s is not a valid client frame", (text) => {
  expect(readClientFrame(text)).toBeNull();
});
