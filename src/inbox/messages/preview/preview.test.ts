import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { InboundContent } from "#channels/connections/index.ts";
import { updateListPreview } from "#inbox/messages/change/edit.ts";
import { messageById } from "#inbox/messages/queries.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { one } from "#platform/db/database.ts";
import { talk } from "#test/helpers/talk.ts";
import { previewLine } from "./contract.ts";
import { PREVIEW_WORDS } from "./preview.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => t.meet());

const file = (
  kind: "image" | "application",
  rest: { sticker?: boolean; fileName?: string },
): InboundContent => ({
  type: "media",
  caption: "",
  media: {
    kind,
    mimeType: kind === "image" ? "image/webp" : "application/pdf",
    fileName: rest.fileName ?? null,
    sticker: rest.sticker ?? false,
    voice: false,
    duration: null,
    file: { state: "missing", handle: "x", fresh: true },
  },
});
const receives = (content: InboundContent) => t.receive(wrote(t.customer, content, t.app.clock.now()));
const kept = () =>
  one<{ text: string; type: string; customer: string; customerType: string }>(
    t.tenant.db,
    `SELECT last_message AS text, last_message_type AS type, last_customer_message AS customer,
      last_customer_message_type AS customerType FROM ticket WHERE id = ?`,
    t.ticketId,
  );

test("a sticker is stored and previewed as a sticker", async () => {
  receives(file("image", { sticker: true }));
  expect(kept()).toEqual({ text: "", type: "sticker", customer: "", customerType: "sticker" });
  const { body } = await t.asAna.get(`/messages/${t.ticketId}?pageNumber=1`);
  expect(body.messages.at(-1)).toMatchObject({ mediaType: "image", sticker: true });
});

test("a document is previewed by its name, a location only by its kind", () => {
  receives(file("application", { fileName: "contrato.pdf" }));
  expect(kept()).toMatchObject({ text: "contrato.pdf", type: "application" });
  receives({
    type: "location",
    latitude: -23.5,
    longitude: -46.6,
    name: "Praça",
    address: "",
    thumbnail: null,
  });
  const { text = "", type = "" } = kept() ?? {};
  expect(previewLine(type, text, PREVIEW_WORDS.es)).toBe("📍 Ubicación");
});

test("a deleted message is previewed as deleted, without its text", () => {
  receives({ type: "text", text: "segredo" });
  const { id = 0 } = one<{ id: number }>(t.tenant.db, "SELECT max(id) AS id FROM message") ?? {};
  t.tenant.write((unit) => {
    const message = messageById(unit.db, id);
    if (message) updateListPreview(unit, { ...message, deletedAt: unit.now });
  });
  const gone = { text: "", type: "deleted" };
  expect(kept()).toEqual({ ...gone, customer: gone.text, customerType: gone.type });
});
