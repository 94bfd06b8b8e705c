import { expect, test } from "bun:test";
import { separateSignalQueues } from "./signal-queues.ts";

interface Libsignal {
  ProtocolAddress: new (name: string, device: number) => object;
  SessionCipher: new (
    storage: object,
    address: object,
  ) => { decryptWhisperMessage(data: Buffer): Promise<Buffer>; hasOpenSession(): Promise<boolean> };
  SessionBuilder: new (storage: object, address: object) => { initOutgoing(device: object): Promise<void> };
}

const { ProtocolAddress, SessionCipher, SessionBuilder } = require("libsignal") as Libsignal;
separateSignalQueues();

const address = new ProtocolAddress("5511999990001", 0);
const hanging = { loadSession: () => new Promise(() => {}), isTrustedIdentity: () => new Promise(() => {}) };
const empty = { loadSession: async () => null };

test("a job that hangs in one socket does not delay the same address in another socket", async () => {
  void new SessionCipher(hanging, address).decryptWhisperMessage(Buffer.from("x"));
  await expect(new SessionCipher(empty, address).decryptWhisperMessage(Buffer.from("x"))).rejects.toThrow(
    "No session record",
  );
});

test("the setup of a Signal session that hangs in one socket does not delay the same address in another socket", async () => {
  void new SessionBuilder(hanging, address).initOutgoing({ identityKey: Buffer.alloc(33) });
  const distrusting = { isTrustedIdentity: async () => false };
  const device = { identityKey: Buffer.alloc(33) };
  await expect(new SessionBuilder(distrusting, address).initOutgoing(device)).rejects.toThrow();
});

test("jobs of one address in one socket run one after the other, also after a failed job", async () => {
  const steps: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const storage = {
    async loadSession(name: string) {
      steps.push(`begin ${name}`);
      await promise;
      steps.push("end");
      return null;
    },
  };
  const first = new SessionCipher(storage, address)
    .decryptWhisperMessage(Buffer.from("x"))
    .catch(() => "failed");
  const second = new SessionCipher(storage, address).hasOpenSession();
  await Promise.resolve();
  expect(steps).toEqual(["begin 5511999990001.0"]);
  resolve();
  expect([await first, await second]).toEqual(["failed", false]);
  expect(steps).toEqual(["begin 5511999990001.0", "end", "begin 5511999990001.0", "end"]);
});
