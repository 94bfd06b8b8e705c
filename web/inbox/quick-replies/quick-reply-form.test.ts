import { expect, test } from "bun:test";
import type { QuickReplyAnswer } from "#inbox/quick-replies/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import type { QuickReplyCalls } from "./quick-replies-api.ts";
import { QuickReplyForm } from "./quick-reply-form.ts";

const reply = (change: Partial<QuickReplyAnswer> = {}): QuickReplyAnswer => ({
  id: 1,
  shortcode: "oi",
  message: "Olá",
  geral: false,
  status: true,
  isMedia: false,
  mediaPath: null,
  mediaName: null,
  companyId: 7,
  userId: 1,
  ...change,
});

/** A simulated server; `told` has its calls in order. */
function open(given: QuickReplyAnswer | null, change: Partial<QuickReplyCalls> = {}) {
  const told: string[] = [];
  const calls: QuickReplyCalls = {
    create: async ({ shortcode }) => {
      told.push(`create ${shortcode}`);
      return reply({ shortcode });
    },
    update: async (id, { shortcode }) => {
      told.push(`update ${id}`);
      return reply({ id, ...(shortcode && { shortcode }), isMedia: given?.isMedia ?? false });
    },
    upload: async (id, file) => {
      told.push(`upload ${id} ${file.name}`);
      return reply({ id, isMedia: true, mediaName: file.name });
    },
    detach: async (id) => {
      told.push(`detach ${id}`);
      return { message: "ok" };
    },
    remove: async () => ({ message: "ok" }),
    ...change,
  };
  const form = new QuickReplyForm({
    reply: given,
    calls,
    onSaved: ({ mediaName }) => told.push(`saved with ${mediaName}`),
    onTaken: () => told.push("taken"),
    onFailure: () => told.push("failed"),
  });
  return { form, told };
}
const file = new File(["x"], "tabela.pdf");

test("a quick reply without a shortcode is not sent", async () => {
  const { form, told } = open(null);
  await form.submit();
  expect(form.problem("shortcode")).toBe("required");
  expect(told).toEqual([]);
});

test("a quick reply's text is stored first, then its file", async () => {
  const { form, told } = open(null);
  form.set("shortcode", "tabela");
  form.choose(file);
  await form.submit();
  expect(told).toEqual(["create tabela", "upload 1 tabela.pdf", "saved with tabela.pdf"]);
});

test("saving again after a failed upload does not create a second quick reply", async () => {
  let tries = 0;
  const { form, told } = open(null, {
    upload: async (_, { name }) => {
      tries += 1;
      if (tries === 1) throw new ApiError(413, "ERR_MEDIA_TOO_LARGE");
      return reply({ isMedia: true, mediaName: name });
    },
  });
  form.set("shortcode", "tabela");
  form.choose(file);
  await form.submit();
  await form.submit();
  expect(told).toEqual(["create tabela", "failed", "update 1", "saved with tabela.pdf"]);
});

test("a removed file is deleted on save, and a kept one is not uploaded again", async () => {
  const before = reply({ isMedia: true, mediaName: "a.png", mediaPath: "/media/7/1/a.png" });
  const stays = open(before);
  await stays.form.submit();
  expect(stays.told).toEqual(["update 1", "saved with null"]);
  const goes = open(before);
  goes.form.choose(null);
  await goes.form.submit();
  expect(goes.told).toEqual(["update 1", "detach 1", "saved with null"]);
});

test("a taken shortcode is shown at its field, not as a failure", async () => {
  const { form, told } = open(null, {
    create: async () => {
      throw new ApiError(409, "ERR_NAME_IN_USE");
    },
  });
  form.set("shortcode", "oi");
  await form.submit();
  expect(told).toEqual(["taken"]);
});
