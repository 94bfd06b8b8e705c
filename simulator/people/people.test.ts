import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Network } from "#simulator/network.ts";
import { kindOf, quotedId, textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { FakeClock } from "#simulator/testing/fake-clock.ts";
import { Actor } from "./actor.ts";
import { SHOPS } from "./cast.ts";
import { Crowd } from "./crowd.ts";
import { asksForRating, offeredChoices } from "./gestures.ts";
import { seededRandom } from "./random.ts";
import type { Script, Step } from "./script.ts";

let clock: FakeClock;
let network: Network;
let shop: Phone;
let person: Phone;
let actor: Actor;

beforeEach(() => {
  clock = new FakeClock();
  network = new Network(clock);
  shop = network.addPhone({ number: "5511400010001", name: "Padaria Aurora" });
  person = network.addPerson({ number: "5511977776666", name: "Marina" });
  actor = new Actor(person, shop, seededRandom("test"));
});
afterEach(() => actor.stop());

const told = (): string[] => shop.inbox.map(({ content }) => textOf(content));
const said = (text: string) => () => told().includes(text);
const script: Script = {
  title: "Pão",
  impatience: ["Oi?", "Alô?"],
  steps: [
    { say: "Tem pão?" },
    { wait: "answer" },
    { quote: "Quero dois" },
    { react: "❤️" },
    { photo: "bread" },
  ],
};

describe("a person with a script", () => {
  test("a scripted person writes, waits for the answer and answers it", async () => {
    const typing: string[] = [];
    network.feed.listen(shop.number, (event) => event.type === "typing" && typing.push(event.state));
    const played = actor.play(script);
    await clock.runUntil(said("Tem pão?"));
    await clock.advance(20_000);
    expect(told()).toEqual(["Tem pão?"]);
    const answer = await shop.send.text(person, "Tem sim!");
    await clock.runUntil(() => shop.inbox.some(({ content }) => kindOf(content) === "image"));
    await played;
    expect(answer.step).toBe("read");
    expect(answer.reactions.get(person.number)).toBe("❤️");
    const quote = shop.inbox.find(({ content }) => textOf(content) === "Quero dois");
    expect(quotedId(quote?.content ?? {})).toBe(answer.id);
    expect(actor.isBusy).toBe(false);
  });

  test("a scripted person treats an immediate answer as a greeting and keeps waiting", async () => {
    void actor.play(script);
    await clock.runUntil(said("Tem pão?"));
    await shop.send.text(person, "Já chamamos alguém!");
    await clock.advance(30_000);
    expect(told()).toEqual(["Tem pão?"]);
  });

  test("a scripted person without an answer repeats the question, then gives up", async () => {
    void actor.play(script);
    await clock.runUntil(() => !actor.isBusy && told().length > 1);
    expect(told().slice(0, 3)).toEqual(["Tem pão?", "Oi?", "Alô?"]);
    expect(told()).toHaveLength(4);
  });

  test("a scripted person edits and deletes their last message", async () => {
    void actor.play({ ...script, steps: [{ say: "Qero pão" }, { fix: "Quero pão" }, { takeBack: true }] });
    await clock.runUntil(() => shop.inbox.length === 3);
    expect(shop.inbox[0]).toMatchObject({ isRevoked: true, content: { conversation: "Quero pão" } });
  });

  test("a scripted person chooses from a menu and rates after the close", async () => {
    void actor.play({ ...script, wishes: ["entregas"] });
    await clock.runUntil(said("Tem pão?"));
    await shop.send.text(person, "Olá!\n\n*1* - Encomendas\n*2* - Entregas");
    await clock.runUntil(said("2"));
    const rating = "Como foi?\n\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito Satisfeito";
    await shop.send.text(person, rating);
    await clock.runUntil(() => shop.inbox.length === 3);
    expect(told()[2]).toMatch(/^[123]$/);
    expect(actor.isBusy).toBe(false);
  });
});

test("a scripted person goes through several menus before the next text", async () => {
  const steps: Step[] = [{ say: "Tem pão?" }, { say: "De centeio" }];
  void actor.play({ ...script, steps, wishes: ["entregas", "hoje"] });
  await clock.runUntil(said("Tem pão?"));
  await shop.send.text(person, "Olá!\n\n*1* - Encomendas\n*2* - Entregas");
  await clock.runUntil(said("2"));
  await shop.send.text(person, "Quando?\n\n*1* - Hoje\n*2* - Amanhã\n*0* - Voltar");
  await clock.runUntil(said("De centeio"));
  expect(told()).toEqual(["Tem pão?", "2", "1", "De centeio"]);
});

test("a menu and a rating request are distinguished from other texts", () => {
  expect(offeredChoices("Custa 2 - 3 reais")).toEqual([]);
  expect(asksForRating("*1* - Um\n*2* - Dois\n*3* - Três")).toBe(false);
});

describe("a crowd of scripted people", () => {
  const rush = async (seed: string): Promise<string[]> => {
    const fake = new FakeClock();
    const world = new Network(fake);
    const [plan] = SHOPS;
    if (!plan) throw new Error("no shops");
    const counter = world.addPhone({ number: plan.number, name: plan.name });
    const people = plan.customers.map((customer) => world.addPerson(customer));
    const pace = { opening: 4_000, later: 40_000 };
    // Files take real time to create, for which a fake clock cannot wait.
    const isQuick = (step: Step) => !("photo" in step || "sticker" in step || "voice" in step);
    const scripts = plan.scripts.map((each) => ({ ...each, steps: each.steps.filter(isQuick) }));
    const crowd = new Crowd({ shop: counter, people, scripts, seed, pace, isOpen: () => true });
    await fake.advance(300_000);
    crowd.stop();
    const before = counter.inbox.length;
    await fake.advance(600_000);
    expect(counter.inbox.length).toBe(before);
    return counter.inbox.map(({ author, content }) => `${author}: ${textOf(content)}`);
  };

  test("a crowd writes the same texts for the same seed and stops on request", async () => {
    const first = await rush("a");
    expect(new Set(first.map((line) => line.slice(0, 13))).size).toBe(7);
    expect(await rush("a")).toEqual(first);
    expect(await rush("b")).not.toEqual(first);
  });

  test("a crowd does not write to a company that is closed", async () => {
    const pace = { opening: 1_000, later: 1_000 };
    const crowd = new Crowd({ shop, people: [person], scripts: [script], seed: "x", pace });
    await clock.advance(60_000);
    expect(shop.inbox).toEqual([]);
    crowd.stop();
  });
});
