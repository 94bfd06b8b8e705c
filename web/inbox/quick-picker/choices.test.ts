import { expect, test } from "bun:test";
import type { QuickReplyChoice } from "#inbox/quick-replies/contract.ts";
import { fakeApi, fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { Choices, fitting } from "./choices.ts";

const choice = (id: number, shortcode: string, message = ""): QuickReplyChoice => ({
  id,
  shortcode,
  message,
  geral: true,
  status: true,
  isMedia: false,
  mediaPath: null,
  mediaName: null,
  companyId: 7,
  userId: 1,
  preview: message,
});
const all = [choice(1, "bomdia", "Bom dia!"), choice(2, "horário"), choice(3, "/pix", "Chave do dia")];
const found = (typed: string) => fitting(all, typed).map(({ shortcode }) => shortcode);

test("typing filters quick replies by shortcode first, then by text, ignoring accents and case", () => {
  expect(found("")).toEqual(["bomdia", "horário", "/pix"]);
  expect(found("HORARIO")).toEqual(["horário"]);
  expect(found("pi")).toEqual(["/pix"]);
  expect(found("dia")).toEqual(["bomdia", "/pix"]);
  expect(found("nada disso")).toEqual([]);
});

function open() {
  let now = 0;
  let works = true;
  const { api, calls } = fakeApi(() => (works ? { body: all } : { status: 500, body: { error: "x" } }));
  const choices = new Choices(api, () => now);
  return { choices, calls, later: (ms: number) => (now += ms), fail: (does: boolean) => (works = !does) };
}

test("quick replies are loaded once per ticket, and again for another ticket, old data or a change", async () => {
  const { choices, calls, later } = open();
  const live = fakeSocket();
  live.socket.start();
  live.line().ready();
  choices.listen(live.socket);
  await choices.need(5);
  await choices.need(5);
  expect(calls.map(({ path }) => path)).toEqual(["/quick-messages/list?ticketId=5"]);
  live.emit("quick-message", { action: "delete", id: 1 });
  await choices.need(5);
  later(61_000);
  await choices.need(5);
  await choices.need(6);
  expect(calls).toHaveLength(4);
  expect(choices.all.value).toHaveLength(3);
});

test("a failed load of quick replies is retried, and loaded ones are kept", async () => {
  const { choices, fail } = open();
  fail(true);
  await choices.need(5);
  expect(choices.state.value).toBe("error");
  fail(false);
  await choices.need(5);
  await settle();
  expect(choices.state.value).toBe("ready");
  choices.forget();
  fail(true);
  await choices.need(5);
  expect(choices.state.value).toBe("ready");
  expect(choices.all.value).toHaveLength(3);
});
