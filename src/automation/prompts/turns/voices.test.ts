import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { writeSetting } from "#accounts/settings/index.ts";
import { AUDIO_NOT_UNDERSTOOD, FILE_NOT_SEEN } from "#automation/prompts/policy.ts";
import { aiShop } from "#automation/prompts/testing.ts";
import type { InboundMedia } from "#channels/connections/index.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { becomesTrue } from "#test/helpers/provider.ts";

const shop = aiShop();
const { t, openai, azure } = shop;
beforeAll(() => shop.start());
afterAll(() => shop.stop());
beforeEach(() => shop.open());

/** Sends a file from the customer; the file is already in the company's media. */
async function sends(kind: "audio" | "image" | "application", caption = ""): Promise<number> {
  const path = `${t.tenant.mediaDirectory}/${kind}-${Math.random()}`;
  await Bun.write(path, "bytes of a recording");
  const mimeType = kind === "audio" ? "audio/ogg; codecs=opus" : "image/jpeg";
  const media: InboundMedia = {
    kind,
    mimeType,
    fileName: `${kind}.bin`,
    voice: kind === "audio",
    sticker: false,
    duration: 3,
    file: { state: "stored", path, size: 20, sha256: "x" },
  };
  t.receive(wrote(t.customer, { type: "media", media, caption }, t.app.clock.now()));
  return one<{ id: number }>(t.tenant.db, "SELECT max(id) AS id FROM message")?.id ?? 0;
}
const transcripts = () =>
  all<{ transcript: string | null }>(
    t.tenant.db,
    "SELECT transcript FROM message WHERE media_type = 'audio' AND from_me = 0 ORDER BY id",
  ).map(({ transcript }) => transcript);

describe("a recording of the customer", () => {
  test("a recording of the customer is transcribed, stored with the message and answered", async () => {
    await t.asAdmin.put(`/prompt/${shop.promptId}`, { sttModel: "whisper-9" });
    openai.hear("Que horas vocês abrem?");
    await sends("audio");
    await shop.pass(4000);
    expect(openai.recordings).toEqual([{ name: "audio.ogg", bytes: 20, model: "whisper-9" }]);
    expect(transcripts()).toEqual(["Que horas vocês abrem?"]);
    expect(shop.said()).toEqual(["Atendemos de segunda a sábado, das 8h às 18h."]);
  });

  test("a recording of the customer that is unintelligible makes the prompt ask once for text, then a person takes over", async () => {
    openai.hear(null, null, null, null);
    await sends("audio");
    await shop.pass(4000);
    expect(shop.said()).toEqual([]);
    await shop.pass(2000);
    expect(shop.said()).toEqual([AUDIO_NOT_UNDERSTOOD]);
    expect(shop.ticket().useIntegration).toBe(true);
    await sends("audio");
    await shop.pass(4000);
    await shop.pass(2000);
    expect(shop.said()).toEqual([AUDIO_NOT_UNDERSTOOD]);
    expect(shop.trail()).toContain("ai_handed_over: audio");
  });

  test("only recordings are supported: for other files the customer is informed once, and a caption is answered", async () => {
    await sends("image");
    await shop.pass(4000);
    await sends("application");
    await shop.pass(4000);
    expect(shop.said()).toEqual([FILE_NOT_SEEN]);
    expect(openai.completions).toEqual([]);
    await sends("image", "Quanto custa?");
    await shop.pass(4000);
    expect(shop.said().at(-1)).toStartWith("Os preços dependem");
    expect(shop.ticket().useIntegration).toBe(true);
  });

  test("a recording of the customer is transcribed for attendants if the company enabled it", async () => {
    await shop.write("Oi");
    await shop.pass(4000);
    await t.asAdmin.put(`/tickets/${shop.ticket().id}`, {
      status: "open",
      queueId: t.queueId,
      userId: t.ana.actor.id,
    });
    await sends("audio");
    await shop.pass(1000);
    expect(transcripts()).toEqual([null]);
    writeSetting(t.tenant, "transcribeForAttendants", "enabled");
    openai.hear("Pode me ligar?");
    const id = await sends("audio");
    await shop.pass(1000);
    expect(transcripts()).toEqual([null, "Pode me ligar?"]);
    const page = (await t.asAna.get(`/messages/${shop.ticket().id}`)).body.messages;
    expect(page.find((message: { id: number }) => message.id === id).transcript).toBe("Pode me ligar?");
  });
});

describe("a prompt with a voice", () => {
  /** The voice message that the network got, after the conversion. */
  async function voiceNote() {
    await becomesTrue(() => t.provider.sent.length > 0);
    return t.provider.sent[0]?.content;
  }

  test("a prompt with an Azure voice sends the answer as a voice note and as text", async () => {
    await t.asAdmin.put(`/prompt/${shop.promptId}`, { voice: "pt-BR-ThalitaNeural" });
    openai.script({ text: 'Pão & <bolo>: "já" vai' });
    shop.write("Oi");
    await shop.pass(4000);
    expect(azure.spoken.at(-1)).toEqual({
      region: "brazilsouth",
      voice: "pt-BR-ThalitaNeural",
      text: "Pão &amp; &lt;bolo&gt;: &quot;já&quot; vai",
    });
    expect(await voiceNote()).toMatchObject({ type: "media", kind: "audio", voice: true });
    expect(shop.said()).toEqual(['Pão & <bolo>: "já" vai']);
    expect(shop.runs().map(({ purpose }) => purpose)).toEqual(["speech", "answer"]);
  });

  test("a prompt with a voice of its own server sends a voice note from it", async () => {
    await t.asAdmin.put(`/prompt/${shop.promptId}`, { voice: "servidor:nova" });
    openai.script({ text: "Olá!" });
    shop.write("Oi");
    await shop.pass(4000);
    expect(openai.spoken).toEqual([{ voice: "nova", input: "Olá!" }]);
    expect(await voiceNote()).toMatchObject({ type: "media", kind: "audio", voice: true });
  });

  test("a prompt with a voice sends text when it is too long for speech or the synthesis fails", async () => {
    await t.asAdmin.put(`/prompt/${shop.promptId}`, { voice: "pt-BR-AntonioNeural" });
    openai.script({ text: "a".repeat(1001) }, { text: "Curto" });
    shop.write("Oi");
    await shop.pass(4000);
    azure.broken = 500;
    shop.write("Oi de novo");
    await shop.pass(4000);
    const written = all<{ body: string; mediaType: string | null }>(
      t.tenant.db,
      "SELECT body, media_type AS mediaType FROM message WHERE origin = 'ai' ORDER BY id",
    );
    expect(written).toEqual([
      { body: "a".repeat(1001), mediaType: null },
      { body: "Curto", mediaType: null },
    ]);
    expect(shop.runs()).toContainEqual({ purpose: "speech", result: "failed", error: "refused: HTTP 500" });
  });

  /** Recordings in the company's media directory. */
  const recordings = () =>
    (readdirSync(t.tenant.mediaDirectory, { recursive: true }) as string[]).filter((name) =>
      name.endsWith(".mp3"),
    );
  const voiced = () => t.asAdmin.put(`/prompt/${shop.promptId}`, { voice: "pt-BR-AntonioNeural" });

  test("a prompt with a voice sends text and stores no recording when the plan has no storage left", async () => {
    await voiced();
    run(t.app.installation.system, "UPDATE plan SET storage_mb = 1 WHERE id = ?", t.tenant.company.plan.id);
    t.app.installation.tenants.refresh(t.tenant.id);
    run(t.tenant.db, "INSERT INTO media_file (path, size, created_at) VALUES ('full.bin', 1048576, 1)");
    openai.script({ text: "Bom dia" });
    shop.write("Oi");
    await shop.pass(4000);
    expect(shop.said()).toEqual(["Bom dia"]);
    expect(one(t.tenant.db, "SELECT media_type AS type FROM message WHERE origin = 'ai'")).toEqual({
      type: null,
    });
    expect(recordings()).toEqual([]);
  });

  test("a prompt with a voice deletes a recording that could not be stored, and the repeated turn sends it", async () => {
    await voiced();
    run(
      t.tenant.db,
      "CREATE TEMP TRIGGER refuse BEFORE INSERT ON media_file BEGIN SELECT raise(ABORT, 'no'); END",
    );
    openai.script({ text: "Bom dia" }, { text: "Bom dia" });
    shop.write("Oi");
    await shop.pass(4000);
    expect([shop.said(), recordings()]).toEqual([[], []]);
    run(t.tenant.db, "DROP TRIGGER refuse");
    // The job finds the abandoned turn and repeats it.
    await shop.pass(5000);
    await shop.pass(61_000);
    expect([shop.said(), recordings().length]).toEqual([["Bom dia"], 1]);
  });

  test("a prompt with a voice whose answer cannot be stored calls the model twice, then a person takes over", async () => {
    await voiced();
    run(
      t.tenant.db,
      "CREATE TEMP TRIGGER refuse BEFORE INSERT ON media_file BEGIN SELECT raise(ABORT, 'no'); END",
    );
    openai.script({ text: "Bom dia" }, { text: "Bom dia" }, { text: "Bom dia" });
    shop.write("Oi");
    for (const ms of [4000, 5000, 61_000, 5000, 61_000, 5000, 61_000]) await shop.pass(ms);
    run(t.tenant.db, "DROP TRIGGER refuse");
    expect(shop.runs().filter(({ purpose }) => purpose === "speech")).toHaveLength(2);
    expect([shop.said(), recordings(), shop.ticket().promptId]).toEqual([[], [], null]);
  });
});
