import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { RunnerPort } from "#automation/integrations/delivery/runner-port.ts";
import { desk } from "#automation/integrations/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { ask, choices, SLUG, startTypebot, type TypebotSimulator, text } from "#simulator/typebot/server.ts";

const t = desk();
let bot: TypebotSimulator;
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => {
  t.meet();
  bot = startTypebot();
});
afterEach(() => bot.stop());
const flow = (fields: object = {}) =>
  t.employ({ type: "typebot", urlN8N: bot.url, typebotSlug: SLUG, typebotDelayMessage: 0, ...fields });

describe("a flow of Typebot", () => {
  test("a flow of Typebot greets, offers choices by number or label, and transfers to a queue", async () => {
    bot.flow = (answers) => {
      if (answers.length === 0)
        return { messages: [text("Olá! O que você procura?")], input: choices("menu", "Preços", "Suporte") };
      if (answers[0] === "Preços" && answers.length === 1)
        return { messages: [text("Custa R$ 10.")], input: ask("mais") };
      return { messages: [text("Um momento."), text(`#{"queueId": ${t.queueId}}`), text("nunca")] };
    };
    await flow();
    await t.write("Oi");
    expect(t.said()).toEqual(["Olá! O que você procura?", "*1* - Preços\n*2* - Suporte"]);
    expect(bot.calls[0]).toMatchObject({
      path: `/api/v1/typebots/${SLUG}/startChat`,
      body: {
        message: { type: "text", text: "Oi" },
        prefilledVariables: {
          pushName: "Rui Melo",
          ticketId: String(t.ticket().id),
          protocol: t.ticket().protocol,
        },
      },
    });
    await t.pass(3000);
    await t.write("1");
    expect(bot.calls[1]).toMatchObject({
      path: "/api/v1/sessions/session-1/continueChat",
      body: { message: { type: "text", text: "Preços" } },
    });
    await t.pass(3000);
    await t.write("Quero falar com alguém");
    expect(t.said().slice(2)).toEqual(["Custa R$ 10.", "Um momento."]);
    expect(t.ticket()).toMatchObject({ useIntegration: false, queueId: t.queueId, status: "pending" });
  });

  test("a flow of Typebot that ends or stops leaves the customer to a person", async () => {
    bot.flow = () => ({ messages: [text("Obrigado!")] });
    await flow();
    await t.write("Oi");
    expect(t.ticket().useIntegration).toBeFalse();
    t.meetAnother();
    bot.flow = () => ({ messages: [text('#{"stopBot": true}')], input: ask("x") });
    await t.write("Oi");
    expect(t.ticket().useIntegration).toBeFalse();
    expect(t.said()).toEqual([]);
  });

  test("a flow of Typebot assigns the ticket only to a user of the queue", async () => {
    await flow();
    bot.flow = () => ({
      messages: [text(`#{"queueId": ${t.queueId}, "userId": ${t.ana.actor.id}}`)],
      input: ask("x"),
    });
    await t.write("Oi");
    expect(t.ticket()).toMatchObject({ status: "open", userId: t.ana.actor.id, queueId: t.queueId });
    t.meetAnother();
    bot.flow = () => ({ messages: [text(`#{"queueId": ${t.queueId}, "userId": 9999}`)], input: ask("x") });
    await t.write("Oi");
    expect(t.ticket()).toMatchObject({ status: "pending", userId: null, queueId: null });
  });

  test("a flow of Typebot shows the typing indicator before each bubble for the configured time", async () => {
    bot.flow = () => ({ messages: [text("Um"), text("Dois")], input: ask("x") });
    await flow({ typebotDelayMessage: 2000 });
    await t.write("Oi");
    expect(t.said()).toEqual([]);
    await t.pass(2000);
    expect(t.said()).toEqual(["Um"]);
    await t.pass(2000);
    expect(t.said()).toEqual(["Um", "Dois"]);
  });

  test("a flow of Typebot converts bold, italic, links, lists, pictures, voice and videos to WhatsApp's format", async () => {
    const voice = Buffer.from("T2dnUwACAAAAAAAAAAAAAAAAAAAAAAAAAAABHk9wdXNIZWFkAQEAAIC7AAAAAAA=", "base64");
    const files = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(voice) });
    const rich = {
      type: "richText",
      richText: [
        {
          type: "p",
          children: [
            { text: "Oi, " },
            { text: "Rui ", bold: true },
            { type: "inline-variable", children: [{ type: "p", children: [{ text: "Melo" }] }] },
            { text: "olhe", italic: true },
            { type: "a", url: "https://x.com", children: [{ text: "aqui" }] },
          ],
        },
        {
          type: "ol",
          children: [
            { type: "li", children: [{ text: "um" }] },
            { type: "li", children: [{ text: "dois" }] },
          ],
        },
      ],
    };
    bot.flow = () => ({
      messages: [
        { type: "text", content: rich },
        { type: "video", content: { type: "youtube", url: "https://youtu.be/x" } },
        { type: "audio", content: { url: `${files.url}a.ogg` } },
        { type: "embed", content: { url: "https://example.com/doc.pdf" } },
        { type: "image", content: {} },
      ],
      input: ask("x"),
    });
    await flow();
    await t.write("Oi");
    const rows = all(
      t.tenant.db,
      "SELECT body, media_type AS type, voice FROM message WHERE origin = 'bot' ORDER BY id",
    );
    expect(rows).toEqual([
      { body: "Oi, *Rui* Melo_olhe_aqui (https://x.com)\n1. um\n2. dois", type: null, voice: 0 },
      { body: "https://youtu.be/x", type: null, voice: 0 },
      { body: "", type: "audio", voice: 1 },
      { body: "https://example.com/doc.pdf", type: null, voice: 0 },
    ]);
    await files.stop(true);
  });

  test("a flow of Typebot replaces the flow's message for invalid input by the company's", async () => {
    bot.flow = (answers) =>
      answers.length === 0 ? { messages: [text("E-mail?")], input: ask("email", "email input") } : null;
    await flow({ typebotUnknownMessage: "Não entendi, pode repetir?" });
    await t.write("Oi");
    await t.pass(3000);
    await t.write("não tenho");
    expect(t.said()).toEqual(["E-mail?", "Não entendi, pode repetir?"]);
  });

  test("a flow of Typebot restarts when the customer paused for too long, and never when that time is 0", async () => {
    bot.flow = (answers) => ({ messages: [text(`Resposta ${answers.length}`)], input: ask("x") });
    const { id } = await flow({ typebotExpires: 2 });
    await t.write("Oi");
    await t.pass(110_000, 10_000);
    await t.write("Sim");
    await t.pass(130_000, 10_000);
    await t.write("Voltei");
    expect(t.said()).toEqual(["Resposta 0", "Resposta 1", "Resposta 0"]);
    await t.asAdmin.put(`/queueIntegration/${id}`, { typebotExpires: 0 });
    await t.pass(600_000, 60_000);
    await t.write("E agora?");
    expect(t.said().at(-1)).toBe("Resposta 1");
  });

  test("a flow of Typebot whose server lost the session is restarted once", async () => {
    await flow();
    await t.write("Oi");
    bot.sessions.clear();
    await t.pass(3000);
    await t.write("Sim");
    expect(bot.calls.map(({ path }) => path.split("/").at(-1))).toEqual([
      "startChat",
      "continueChat",
      "startChat",
    ]);
    expect(t.said()).toEqual(["Olá!", "Olá!"]);
  });

  test("a flow of Typebot ends and restarts by keywords", async () => {
    const words = {
      typebotKeywordFinish: "sair",
      typebotKeywordRestart: "Recomeçar",
      typebotRestartMessage: "Vamos do começo.",
    };
    bot.flow = (answers) => ({ messages: [text(`Resposta ${answers.length}`)], input: ask("x") });
    await flow(words);
    await t.write("Oi");
    await t.pass(3000);
    await t.write("recomecar");
    await t.pass(3000);
    await t.write("Oi de novo");
    expect(t.said()).toEqual(["Resposta 0", "Vamos do começo.", "Resposta 0"]);
    await t.pass(3000);
    await t.write("SAIR");
    expect(t.ticket()).toMatchObject({ status: "closed", closeReason: "bot" });
  });

  test("a flow of Typebot that is down, hangs or sends garbage leaves the customer to a person within two minutes", async () => {
    for (const instead of [
      () => new Response("", { status: 500 }),
      () => new Promise<Response>(() => {}),
      () => Response.json({ messages: "oi", input: 7 }),
      () => Response.json([]),
    ]) {
      t.meet();
      bot.instead = instead;
      const { id } = await flow();
      await t.write("Oi");
      await t.pass(80_000, 5000);
      expect(t.ticket()).toMatchObject({ useIntegration: false, status: "pending" });
      expect(t.trail()).toContain("integration_failed");
      expect(t.log(id)).toMatchObject([{ state: "failed", attempts: 3 }]);
      expect(t.said()).toEqual([]);
    }
  });
});

describe("a running conversation with a flow", () => {
  test("a running conversation with a flow keeps the order of fast messages", async () => {
    bot.flow = (answers) => ({ messages: [text(`Eco ${answers.at(-1) ?? "-"}`)], input: ask("x") });
    await flow({ typebotDelayMessage: 1000 });
    await t.write("um");
    await t.write("dois");
    await t.write("três");
    await t.pass(5000);
    expect(t.said()).toEqual(["Eco -", "Eco dois", "Eco três"]);
  });

  test("a running conversation with a flow continues after a restart and sends the rest once", async () => {
    bot.flow = () => ({ messages: [text("Um"), text("Dois")], input: ask("x") });
    await flow({ typebotDelayMessage: 3000 });
    await t.write("Oi");
    await t.pass(3000);
    expect(t.said()).toEqual(["Um"]);
    // Stopping the runner loses its memory; the rows remain.
    await t.app.installation.ports.use(RunnerPort).stop();
    const { createRunner } = await import("#automation/integrations/delivery/runner.ts");
    t.app.installation.ports.plug(RunnerPort, createRunner());
    t.app.clock.advance(60_000);
    await t.app.app.runJob("integration_retries");
    await t.rest();
    expect(t.said()).toEqual(["Um", "Dois"]);
    await t.rest();
    expect(t.said()).toHaveLength(2);
    expect(bot.calls).toHaveLength(1);
  });

  test("a running conversation with a flow ends when another bot answers", async () => {
    bot.flow = (answers) => ({ messages: [text("Não entendi")], input: ask(`x${answers.length}`) });
    await flow();
    for (const _ of [1, 2, 3, 4]) {
      await t.pass(5000);
      await t.write("Também não");
    }
    expect(t.said()).toHaveLength(3);
    expect(t.ticket()).toMatchObject({ botOff: true, useIntegration: false });
    run(t.tenant.db, "UPDATE connection SET integration_id = NULL");
  });
});
