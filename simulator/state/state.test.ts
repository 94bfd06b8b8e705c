import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Network, startNetwork } from "#simulator/network.ts";
import { textOf } from "#simulator/phones/content.ts";
import { Client, linkedClient, textIn } from "#simulator/testing/client.ts";
import { muteSignalLogs } from "#simulator/testing/quiet.ts";
import { StateFile, stateOf } from "./state-file.ts";

muteSignalLogs();
let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "simulator-"));
  path = join(directory, "network");
});
const files: StateFile[] = [];
function stateFile(network: Network): StateFile {
  const file = new StateFile(path, network);
  files.push(file);
  return file;
}
afterEach(() => {
  for (const file of files.splice(0)) file.close();
  rmSync(directory, { recursive: true });
});

const SHOP = "5511400010001";
const MARINA = "5511977776666";

/** A network with one linked client and one answered customer, stopped and stored in a file. */
async function firstRun(): Promise<Client> {
  const network = await startNetwork();
  const file = stateFile(network);
  expect(file.load()).toBe(false);
  const shop = network.addPhone({ number: SHOP, name: "Padaria Aurora", isShop: true });
  const marina = network.addPerson({ number: MARINA, name: "Marina" });
  const { client, companion } = await linkedClient(network, shop);
  const { id } = await marina.send.text(shop, "Tem pão?");
  const got = await client.received(({ key }) => key.id === id);
  await client.socket.sendMessage(got.key.remoteJid ?? "", { text: "Tem sim" });
  await marina.received();
  await client.end();
  await shop.until(() => (companion.wire === null ? true : undefined));
  await marina.send.text(shop, "Ainda tem?");
  await network.stop();
  file.close();
  return client;
}

async function secondRun(): Promise<Network> {
  const network = await startNetwork();
  const file = stateFile(network);
  expect(file.load()).toBe(true);
  return network;
}

async function talk(network: Network, auth: Client["auth"]): Promise<void> {
  const client = await new Client(network, auth).opened();
  await client.received((message) => textIn(message) === "Ainda tem?");
  const shop = network.directory.byNumber(SHOP);
  const marina = network.directory.byNumber(MARINA);
  if (!shop || !marina) throw new Error("somebody is missing");
  expect(marina.chats.with(SHOP).map(({ content }) => textOf(content))).toEqual([
    "Tem pão?",
    "Tem sim",
    "Ainda tem?",
  ]);
  await marina.send.text(shop, "Oi de novo");
  const got = await client.received((message) => textIn(message) === "Oi de novo");
  await client.socket.sendMessage(got.key.remoteJid ?? "", { text: "Olá de novo" });
  await marina.received(({ content }) => textOf(content) === "Olá de novo");
  expect(network.problems).toEqual([]);
  await client.end();
  await network.stop();
}

describe("a network stored in a file", () => {
  test("a stored network continues: the client logs in again and gets its waiting messages", async () => {
    const { auth } = await firstRun();
    await talk(await secondRun(), auth);
  });

  test("a stored network continues after an unclean end, with new keys where old ones may be used up", async () => {
    const { auth } = await firstRun();
    const network = await secondRun();
    const unclean = await startNetwork();
    const file = stateFile(unclean);
    const { serialize } = await import("bun:jsc");
    writeFileSync(path, new Uint8Array(serialize(stateOf(network, false))));
    await network.stop();
    expect(file.load()).toBe(true);
    await talk(unclean, auth);
  });

  test("a damaged file is renamed and a new network begins", async () => {
    writeFileSync(path, "not a network");
    const network = await startNetwork();
    expect(stateFile(network).load()).toBe(false);
    expect(readFileSync(`${path}.damaged`, "utf8")).toBe("not a network");
    await network.stop();
  });
});
