import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { findChromium } from "#test/helpers/chromium.ts";
import { natsProgram } from "#test/helpers/nats/servers.ts";
import { noteSkipped } from "#test/helpers/skipped.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { type JourneyBrowser, startBrowser } from "#test/journeys/helpers/browser.ts";
import { Desk } from "#test/journeys/helpers/desk.ts";
import { ANA } from "#test/journeys/helpers/office.ts";
import { proxyProgram } from "#test/proxies/proxy.ts";
import { type ClusterWorld, startClusterWorld } from "./cluster-world.ts";
import { ownerOf } from "./pair.ts";

const program = natsProgram();
const isPossible = program !== null && proxyProgram("haproxy") !== null && findChromium() !== null;
if (!isPossible) noteSkipped("pages during a takeover need a NATS server, HAProxy and Chromium");
const shown = test.skipIf(!isPossible);
const LIMIT_MS = 120_000;
const TAKEOVER_MS = 40_000;
const MARINA = "Marina Ribeiro";
const LIA = "Lia Campos";
const OFFLINE = "sem conexão, reconectando…";

describe("a page over HAProxy while its node is killed", () => {
  let world: ClusterWorld;
  let browser: JourneyBrowser;
  let ana: Desk;
  let marina: Phone;
  let lia: Phone;

  beforeAll(async () => {
    if (!isPossible || program === null) return;
    world = await startClusterWorld(program);
    marina = world.network.addPerson({ number: "5511977770001", name: MARINA, addressing: "lid" });
    lia = world.network.addPerson({ number: "5511977770002", name: LIA, addressing: "lid" });
    const queue = await world.call<{ id: number }>("POST", "/queue", { name: "Vendas", color: "#0b72c4" });
    await world.call("POST", "/users", { ...ANA, profile: "user", queueIds: [queue.id] });
    await world.call("PUT", `/whatsapp/${world.connectionId}`, { queueIds: [queue.id], sendIntervalMs: 0 });
    browser = await startBrowser();
    ana = new Desk(await browser.visitor("ana", { ignoreHTTPSErrors: true }));
    // Requests fail while the cell has no owner, and the browser logs them.
    ana.problems.allow(/net::ERR_|WebSocket connection to .* failed|status of 50[234]/);
    await ana.signIn(world.url, ANA);
  }, LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  }, LIMIT_MS);

  const stored = async (contact: string): Promise<readonly string[]> => {
    const { tickets } = await world.call<{ tickets: { id: number; contact: { name: string } }[] }>(
      "GET",
      "/tickets?status=open&showAll=true&pageNumber=1",
    );
    const id = tickets.find((ticket) => ticket.contact.name === contact)?.id;
    const { messages } = await world.call<{ messages: { body: string; createdAt: string }[] }>(
      "GET",
      `/messages/${id}?pageNumber=1`,
    );
    // The page orders messages by time. A message that the new owner received late was sent before the answer that it stored
    // first.
    return messages
      .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0))
      .map(({ body }) => body.replace(/^\*[^*]+:\*\n/, ""));
  };
  /** The page shows what is stored, message by message, and nothing twice. */
  const showsWhatIsStored = async (contact: string) => {
    const bodies = await stored(contact);
    await ana.message(bodies.at(-1) ?? "").waitFor();
    const shownTexts = await ana.conversation.getByRole("article").allInnerTexts();
    expect(shownTexts.map((text) => bodies.find((body) => text.includes(body)) ?? text)).toEqual([...bodies]);
  };

  shown(
    "its drafts stay, no event is missing, and a message sent in the second of the kill arrives once",
    async () => {
      await lia.send.text(world.shop, "Aceitam encomenda?");
      await marina.send.text(world.shop, "Oi! Tem pão de queijo?");
      await ana.tab("Aguardando").click();
      await ana.press("Aceitar", LIA);
      await ana.input(LIA).fill("Aceitamos, para quan");
      await ana.tab("Aguardando").click();
      await ana.press("Aceitar", MARINA);
      await ana.send(MARINA, "Tem, sim!");

      const late = (await browser.visitor("late", { ignoreHTTPSErrors: true })).page;
      const owner = await ownerOf(world.nodes);
      await ana.input(MARINA).fill("Quantos você quer?");
      await ana.input(MARINA).press("Enter");
      await owner.stop("SIGKILL");
      await ana.page.getByText(OFFLINE).waitFor();
      // On a busy machine the other node may answer already.
      if ((await late.goto(world.url))?.status() !== 200)
        await late.getByRole("heading", { name: "Um momento" }).waitFor();
      await ana.send(MARINA, "Já vejo aqui");
      await ana.input(MARINA).fill("Posso separar do");
      await marina.send.text(world.shop, "Quero doze");
      await lia.send.text(world.shop, "É para sábado");

      await ownerOf(world.nodes, owner);
      await ana.page.getByText(OFFLINE).waitFor({ state: "detached", timeout: TAKEOVER_MS });
      await ana.message("Quero doze").waitFor({ timeout: TAKEOVER_MS });
      await ana.message("Quantos você quer?").waitFor();
      const asked = () =>
        marina.inbox.filter(({ content }) => textOf(content).includes("Quantos você quer?"));
      await eventually(async () => asked().length > 0 || undefined, "the question on the phone", TAKEOVER_MS);
      const whileAway = () => marina.inbox.filter(({ content }) => textOf(content).includes("Já vejo aqui"));
      await eventually(
        async () => whileAway().length > 0 || undefined,
        "the message sent meanwhile",
        TAKEOVER_MS,
      );
      await late.getByRole("button", { name: "Entrar" }).waitFor({ timeout: TAKEOVER_MS });
      await showsWhatIsStored(MARINA);
      expect(await ana.input(MARINA).inputValue()).toBe("Posso separar do");

      await eventually(
        async () => ((await stored(LIA)).includes("É para sábado") ? true : undefined),
        "the message that arrived during the takeover",
        TAKEOVER_MS,
      );
      await ana.tab("Atendendo").click();
      await ana.open(LIA);
      await ana.message("É para sábado").waitFor();
      await showsWhatIsStored(LIA);
      expect(await ana.input(LIA).inputValue()).toBe("Aceitamos, para quan");
      await ana.send(LIA, "Aceitamos, sim!");
      await lia.received(({ content }) => textOf(content).includes("Aceitamos, sim!"), 15_000);
      expect(asked()).toHaveLength(1);
      expect(whileAway()).toHaveLength(1);
      expect(browser.problems()["ana"]).toEqual([]);
      expect(world.network.problems).toEqual([]);
    },
    LIMIT_MS,
  );
});
