import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { proto } from "@whiskeysockets/baileys";
import { verify, withKeyType } from "./crypto/curve.ts";
import { startNetwork } from "./network.ts";
import { Client, linkedClient } from "./testing/client.ts";
import { memoryAuth } from "./testing/memory-auth.ts";
import { muteSignalLogs } from "./testing/quiet.ts";

muteSignalLogs();
const network = await startNetwork();
const clients: Client[] = [];
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())));
afterAll(() => network.stop());

let numbers = 5511911110000;
const newPhone = () => network.addPhone({ number: String(++numbers), name: "Padaria Aurora" });
const keep = (client: Client): Client => {
  clients.push(client);
  return client;
};

describe("linking", () => {
  test("scanning the QR code links the client and makes it restart", async () => {
    const phone = newPhone();
    const client = keep(new Client(network));
    const companion = await phone.scan(await client.qr());
    expect(await client.closed()).toBe(515);
    expect(client.auth.creds.me?.id).toBe(`${phone.number}:${companion.id}@s.whatsapp.net`);
    expect(client.auth.creds.me?.lid).toBe(`${phone.lid}:${companion.id}@lid`);
    expect([...phone.companions.values()]).toEqual([companion]);
  });

  test("the phone's signature of the device identity is valid", async () => {
    const phone = newPhone();
    const { client } = await linkedClient(network, phone);
    keep(client);
    const { account, signedIdentityKey } = client.auth.creds;
    const key = account?.accountSignatureKey ?? new Uint8Array();
    const signature = account?.accountSignature ?? new Uint8Array();
    const details = account?.details ?? new Uint8Array();
    const signed = Buffer.concat([Buffer.from([6, 0]), details, signedIdentityKey.public]);
    expect(verify(key, signed, signature)).toBe(true);
    expect(verify(key, Buffer.concat([signed, signed]), signature)).toBe(false);
  });

  test("the server's certificates are signed by its root and by no other key", () => {
    const { leaf, intermediate } = proto.CertChain.decode(network.identity.chain);
    const details = intermediate?.details ?? new Uint8Array();
    const signature = intermediate?.signature ?? new Uint8Array();
    const { key: vouched, issuerSerial } = proto.CertChain.NoiseCertificate.Details.decode(details);
    const key = vouched ?? new Uint8Array();
    expect(issuerSerial).toBe(0);
    expect(verify(Buffer.from(network.rootKey, "hex"), details, signature)).toBe(true);
    expect(verify(key, leaf?.details ?? details, leaf?.signature ?? signature)).toBe(true);
    expect(verify(key, details, signature)).toBe(false);
  });

  test("a handset's prekeys are signed by its identity", () => {
    const { handset } = newPhone();
    const { identity, signedPreKey } = handset.bundle();
    expect(verify(identity, withKeyType(signedPreKey.value), signedPreKey.signature)).toBe(true);
    expect(verify(identity, signedPreKey.value, signedPreKey.signature)).toBe(false);
  });

  test("an unknown or expired QR code is refused by the phone", async () => {
    const client = keep(new Client(network));
    const qr = await client.qr();
    await client.end();
    await network.until(() => network.attempts.size === 0);
    expect(await newPhone().scan(qr).catch(String)).toContain("not valid");
  });

  test("a typed pairing code links the client", async () => {
    const phone = newPhone();
    const client = keep(new Client(network));
    await client.qr();
    const code = await client.socket.requestPairingCode(phone.number);
    await phone.until(() => (phone.isAskedForCode ? true : undefined));
    await phone.enterCode(`${code.slice(0, 4)}-${code.slice(4)}`);
    expect(await client.closed()).toBe(515);
    const again = keep(new Client(network, client.auth));
    await again.opened();
    expect(again.socket.user?.id).toBe(`${phone.number}:1@s.whatsapp.net`);
  });

  test("pings of a client that waits for its link are answered", async () => {
    const client = keep(new Client(network));
    await client.qr();
    const ping = { to: "s.whatsapp.net", type: "get", xmlns: "w:p" };
    const pong = await client.socket.query({ tag: "iq", attrs: ping, content: [{ tag: "ping", attrs: {} }] });
    expect(pong.attrs).toMatchObject({ type: "result" });
  });

  test("a wrong pairing code links nothing", async () => {
    const phone = newPhone();
    const client = keep(new Client(network));
    await client.qr();
    await client.socket.requestPairingCode(phone.number);
    await phone.until(() => (phone.isAskedForCode ? true : undefined));
    expect(await phone.enterCode("AAAAAAAA").catch(String)).toContain("wrong");
    expect(phone.companions.size).toBe(0);
  });
});

describe("login", () => {
  test("a second login of the same device replaces the first", async () => {
    const { client } = await linkedClient(network, newPhone());
    keep(client);
    const second = keep(new Client(network, client.auth));
    expect(await client.closed()).toBe(440);
    await second.opened();
  });

  test("a device unlinked on the phone is disconnected and cannot log in again", async () => {
    const phone = newPhone();
    const { client, companion } = await linkedClient(network, phone);
    phone.unlink(companion.id);
    expect(await client.closed()).toBe(401);
    expect(await keep(new Client(network, client.auth)).closed()).toBe(401);
  });

  test("a client that logs out disappears from the phone's list of devices", async () => {
    const phone = newPhone();
    const { client } = await linkedClient(network, phone);
    await client.socket.logout();
    await phone.until(() => (phone.companions.size === 0 ? true : undefined));
  });

  test("a foreign noise key cannot log in to a linked account", async () => {
    const { client } = await linkedClient(network, newPhone());
    await client.end();
    const thief = memoryAuth();
    thief.creds.me = client.auth.creds.me ?? { id: "" };
    expect(await keep(new Client(network, thief)).closed()).toBe(401);
  });

  test("a blocked account gets 403 and a refused version 405", async () => {
    const phone = newPhone();
    const { client } = await linkedClient(network, phone);
    await client.end();
    phone.isBlocked = true;
    expect(await keep(new Client(network, client.auth)).closed()).toBe(403);
    const stop = network.faults.add({ kind: "refuseVersion", below: [9, 0, 0] });
    expect(await keep(new Client(network, client.auth)).closed()).toBe(405);
    stop();
  });
});
