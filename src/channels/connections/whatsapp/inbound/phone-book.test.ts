import { afterAll, afterEach, expect, test } from "bun:test";
import { TestEngine } from "#channels/connections/whatsapp/testing/engine.ts";
import { temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";
import { startNetwork } from "#simulator/network.ts";

const network = await startNetwork();
const engines: TestEngine[] = [];
const stores: { dispose(): void }[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.dispose()));
  for (const store of stores.splice(0)) store.dispose();
});
afterAll(() => network.stop());

const openStore = () => {
  const opened = temporaryStore();
  stores.push(opened);
  return opened;
};

test("the name saved in the phone takes precedence over the profile name, and an empty name overwrites neither", () => {
  const opened = openStore();
  const { phoneBook } = opened.store;
  phoneBook.learn([
    { id: "5511911110001@s.whatsapp.net", notify: "bia ✨" },
    { id: "5511911110002@s.whatsapp.net", name: "Caio da padaria" },
  ]);
  phoneBook.learn([
    { id: "5511911110001:7@s.whatsapp.net", name: "Bia Prado" },
    { id: "5511911110002@s.whatsapp.net", name: "", notify: "Caio" },
  ]);
  const expected = [
    { number: "5511911110001", name: "Bia Prado" },
    { number: "5511911110002", name: "Caio da padaria" },
  ];
  expect(phoneBook.list()).toEqual(expected);
  expect(opened.reopen().phoneBook.list()).toEqual(expected);
});

test("groups, channels and people without a known number are omitted until their number is known", () => {
  const { store } = openStore();
  store.phoneBook.learn([
    { id: "120363000000000001@g.us", name: "Família" },
    { id: "status@broadcast", name: "Status" },
    { id: "777@lid", name: "Lia" },
    { id: "778@lid", phoneNumber: "5511911110003@s.whatsapp.net", name: "Davi" },
    { id: "5511911110004@s.whatsapp.net" },
  ]);
  expect(store.phoneBook.list()).toEqual([{ number: "5511911110003", name: "Davi" }]);
  store.commit({ "lid-mapping": { "5511911110005": "777", "777_reverse": "5511911110005" } });
  expect(store.phoneBook.list().map(({ name }) => name)).toEqual(["Davi", "Lia"]);
});

test("an erased session has no names", () => {
  const { store } = openStore();
  store.phoneBook.learn([{ id: "5511911110001@s.whatsapp.net", name: "Bia" }]);
  store.erase();
  expect(store.phoneBook.list()).toEqual([]);
});

test("the phone book of an open session is listed; that of a closed session is null", async () => {
  const shop = network.addPhone({ number: "5511933330001", name: "Padaria Aurora" });
  const bia = network.addPerson({ number: "5511944440001", name: "Bia Prado", addressing: "lid" });
  await bia.send.text(shop, "Oi!");
  const engine = new TestEngine(network);
  engines.push(engine);
  expect(await engine.provider.phoneBook(engine.key)).toBeNull();
  await engine.link(shop);
  let book = await engine.provider.phoneBook(engine.key);
  for (let turn = 0; turn < 200 && book?.length === 0; turn += 1) {
    await Bun.sleep(20);
    book = await engine.provider.phoneBook(engine.key);
  }
  expect(book).toEqual([{ number: "5511944440001", name: "Bia Prado" }]);
});
