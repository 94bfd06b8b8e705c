import { expect, test } from "bun:test";
import { translateCloud } from "#channels/connections/cloud/translate.ts";
import type { InboundEvent } from "#channels/connections/provider.ts";
import { translatePages } from "./translate-pages.ts";

const NONE = { sourceUrl: "", headline: "", body: "", clickId: "" };
const adOf = (event: InboundEvent | undefined) => (event?.kind === "message" ? event.referral : undefined);

test("a message to an official number that answers an advertisement names it with its click", () => {
  const message = (more: object) => ({
    id: "1",
    changes: [
      {
        value: {
          metadata: { phone_number_id: "7" },
          messages: [{ id: "w1", from: "5511987654321", type: "text", text: { body: "oi" }, ...more }],
        },
      },
    ],
  });
  const referral = {
    source_url: "https://fb.me/1",
    source_type: "ad",
    source_id: "120",
    headline: "50%",
    body: "Hoje",
    ctwa_clid: "C1",
  };
  const events = (more: object) => translateCloud(message(more), 0)[0]?.events ?? [];
  expect(adOf(events({ referral })[0])).toEqual({
    ...{
      sourceType: "ad",
      sourceId: "120",
      sourceUrl: "https://fb.me/1",
      headline: "50%",
      body: "Hoje",
      clickId: "C1",
    },
  });
  expect(adOf(events({})[0])).toBeUndefined();
});

test("a message to a page or account, and a pressed start button, name their advertisement", () => {
  const referral = {
    ref: "",
    ad_id: "99",
    source: "ADS",
    type: "OPEN_THREAD",
    ads_context_data: { ad_title: "Promoção" },
  };
  const expected = { ...NONE, sourceType: "ad", sourceId: "99", headline: "Promoção" };
  const translated = (part: object) =>
    translatePages("instagram")(
      { id: "1", messaging: [{ sender: { id: "8" }, recipient: { id: "1" }, ...part }] },
      0,
    )[0]?.events;
  expect(adOf(translated({ message: { mid: "m1", text: "oi", referral } })?.[0])).toEqual(expected);
  expect(adOf(translated({ postback: { title: "Começar", payload: "GO", referral } })?.[0])).toEqual(
    expected,
  );
  expect(translated({ message: { mid: "m1", text: "oi" } })?.[0]).not.toHaveProperty("referral");
});
