import { beforeEach, expect, test } from "bun:test";
import type { PushBody, PushOutcome } from "#inbox/push/contract.ts";
import { PushModel, type PushObstacle, type PushParts, type Wish } from "./push-model.ts";

const KEYS = { p256dh: "key", auth: "secret" };

/** A browser and a server that remember what they were asked. */
function world() {
  const here = {
    obstacle: null as PushObstacle | null,
    allows: true,
    serviceAnswers: true,
    outcome: "sent" as PushOutcome,
    arrives: true,
    who: "1:7",
    wish: null as Wish | null,
    subscription: null as string | null,
    kept: null as PushBody | null,
  };
  const parts: PushParts = {
    read: async () => ({ publicKey: "public", device: here.kept && { preview: here.kept.preview } }),
    keep: async (body) => {
      here.kept = body;
    },
    forget: async () => {
      here.kept = null;
    },
    sendTest: async () => ({ outcome: here.outcome }),
    language: () => "pt",
    obstacle: () => here.obstacle,
    askPermission: async () => here.allows,
    subscribe: async () => {
      if (!here.serviceAnswers) throw new Error("push service error");
      here.subscription ??= "https://push.test/1";
      return { endpoint: here.subscription, keys: KEYS };
    },
    current: async () => (here.subscription === null ? null : { endpoint: here.subscription, keys: KEYS }),
    unsubscribe: async () => {
      here.subscription = null;
    },
    arrival: async () => here.arrives,
    wish: {
      get: () => here.wish,
      set: (wish) => {
        here.wish = wish;
      },
    },
    who: () => here.who,
  };
  return { here, model: new PushModel(parts) };
}
let { here, model } = world();
beforeEach(() => {
  ({ here, model } = world());
});

test("switched on, the server knows the device, without words on the locked screen", async () => {
  await model.load();
  expect(model.state.value).toBe("off");
  await model.turnOn();
  expect(model.state.value).toBe("on");
  expect(here.kept).toMatchObject({ endpoint: "https://push.test/1", language: "pt", preview: false });
});

test.each<[string, () => void, PushObstacle]>([
  ["who refused the browser's question", () => (here.allows = false), "denied"],
  ["an iPhone without the app installed", () => (here.obstacle = "notInstalled"), "notInstalled"],
  ["a network that blocks the push service", () => (here.serviceAnswers = false), "service"],
])("%s is told why it cannot be", async (_, arrange, why) => {
  arrange();
  await model.turnOn();
  expect([model.state.value === "on", model.obstacle.value]).toEqual([false, why]);
  expect(here.kept).toBeNull();
});

test.each<[PushOutcome, boolean, string]>([
  ["sent", true, "arrived"],
  ["sent", false, "late"],
  ["gone", true, "gone"],
  ["refused", true, "refused"],
  ["unreachable", true, "unreachable"],
])(
  "the self-test: %s by the push service, reached the device: %p, is told as %s",
  async (outcome, arrives, told) => {
    await model.turnOn();
    Object.assign(here, { outcome, arrives });
    await model.tryOut();
    expect(model.test.value).toBe(told as never);
  },
);

test("after a new login of the same person the device is told again; after one of somebody else it is not", async () => {
  await model.turnOn();
  await model.setPreview(true);
  here.kept = null;
  await model.leave();
  expect(here.subscription).toBeNull();
  await model.follow();
  expect(here.kept).toMatchObject({ preview: true });
  here.who = "2:7";
  here.kept = null;
  await model.follow();
  expect([here.subscription, here.wish, here.kept]).toEqual([null, null, null]);
});

test("switched off, browser and server know nothing of it any more", async () => {
  await model.turnOn();
  await model.turnOff();
  expect([here.subscription, here.wish, here.kept, model.state.value]).toEqual([null, null, null, "off"]);
});
