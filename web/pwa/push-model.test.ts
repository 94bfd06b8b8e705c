import { beforeEach, expect, test } from "bun:test";
import type { PushBody, PushOutcome } from "#inbox/push/contract.ts";
import { PushModel, type PushObstacle, type PushParts, type StoredPush } from "./push-model.ts";

const KEYS = { p256dh: "key", auth: "secret" };

/** A fake browser and server in memory. */
function createDevice() {
  const here = {
    obstacle: null as PushObstacle | null,
    allows: true,
    serviceAnswers: true,
    outcome: "sent" as PushOutcome,
    arrives: true,
    who: "1:7",
    stored: null as StoredPush | null,
    subscription: null as string | null,
    device: null as PushBody | null,
  };
  const parts: PushParts = {
    read: async () => ({ publicKey: "public", device: here.device && { preview: here.device.preview } }),
    register: async (body) => {
      here.device = body;
    },
    unregister: async () => {
      here.device = null;
    },
    sendTest: async () => ({ outcome: here.outcome }),
    language: () => "pt",
    obstacle: () => here.obstacle,
    requestPermission: async () => here.allows,
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
    stored: {
      get: () => here.stored,
      set: (push) => {
        here.stored = push;
      },
    },
    who: () => here.who,
  };
  return { here, model: new PushModel(parts) };
}
let { here, model } = createDevice();
beforeEach(() => {
  ({ here, model } = createDevice());
});

test("a device with push enabled is registered without message previews", async () => {
  await model.load();
  expect(model.state.value).toBe("off");
  await model.turnOn();
  expect(model.state.value).toBe("on");
  expect(here.device).toMatchObject({ endpoint: "https://push.test/1", language: "pt", preview: false });
});

test.each<[string, () => void, PushObstacle]>([
  ["a denied permission", () => (here.allows = false), "denied"],
  ["an iPhone without the app installed", () => (here.obstacle = "notInstalled"), "notInstalled"],
  ["a network that blocks the push service", () => (here.serviceAnswers = false), "service"],
])("%s is the shown reason why push cannot be switched on", async (_, arrange, why) => {
  arrange();
  await model.turnOn();
  expect([model.state.value === "on", model.obstacle.value]).toEqual([false, why]);
  expect(here.device).toBeNull();
});

test.each<[PushOutcome, boolean, string]>([
  ["sent", true, "arrived"],
  ["sent", false, "late"],
  ["gone", true, "gone"],
  ["refused", true, "refused"],
  ["unreachable", true, "unreachable"],
])("a self-test with the outcome %s and the arrival %p is shown as %s", async (outcome, arrives, shown) => {
  await model.turnOn();
  Object.assign(here, { outcome, arrives });
  await model.runTest();
  expect(model.test.value).toBe(shown as never);
});

test("a push device is registered again after a login of the same user, and unsubscribed after one of another user", async () => {
  await model.turnOn();
  await model.setPreview(true);
  here.device = null;
  await model.stop();
  expect(here.subscription).toBeNull();
  await model.syncWithUser();
  expect(here.device).toMatchObject({ preview: true });
  here.who = "2:7";
  here.device = null;
  await model.syncWithUser();
  expect([here.subscription, here.stored, here.device]).toEqual([null, null, null]);
});

test("a device with push disabled is unregistered on the server and in the browser", async () => {
  await model.turnOn();
  await model.turnOff();
  expect([here.subscription, here.stored, here.device, model.state.value]).toEqual([null, null, null, "off"]);
});
