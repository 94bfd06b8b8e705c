import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { settle } from "#web/lib/testing/test-fakes.ts";
import type { Preview } from "#web/outreach/campaigns/campaigns-api.ts";
import { PREVIEW_DELAY_MS, PreviewModel } from "./preview-model.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const query = (text: string) => ({ texts: [text], contactListId: 2, tagListId: 0, whatsappId: 0 });
const marina = { name: "Marina", number: "5511988887777", email: "" };

test("the preview of a campaign is requested once after a pause in typing, and shows the latest response only", async () => {
  const requests: string[] = [];
  const answers: ((preview: Preview) => void)[] = [];
  const model = new PreviewModel(({ texts }) => {
    requests.push(texts[0] ?? "");
    return new Promise((resolve) => answers.push(resolve));
  });
  model.update(query("O"));
  model.update(query("Oi"));
  jest.advanceTimersByTime(PREVIEW_DELAY_MS);
  model.update(query("Oi {nome}"));
  jest.advanceTimersByTime(PREVIEW_DELAY_MS);
  expect(requests).toEqual(["Oi", "Oi {nome}"]);
  answers[1]?.({ recipient: marina, texts: ["Oi Marina"] });
  answers[0]?.({ recipient: marina, texts: ["Oi"] });
  await settle();
  expect(model.shown.value?.texts).toEqual(["Oi Marina"]);
});

test("a failed preview of a campaign shows an error until the next response", async () => {
  let fails = true;
  const model = new PreviewModel(async () => {
    if (fails) throw new Error("down");
    return { recipient: null, texts: ["Oi"] };
  });
  model.update(query("Oi"));
  jest.advanceTimersByTime(PREVIEW_DELAY_MS);
  await settle();
  expect(model.failed.value).toBe(true);
  fails = false;
  model.update(query("Oi!"));
  jest.advanceTimersByTime(PREVIEW_DELAY_MS);
  await settle();
  expect([model.failed.value, model.shown.value?.texts]).toEqual([false, ["Oi"]]);
});
