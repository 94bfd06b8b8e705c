import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { openSessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { type Network, startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";

/** Kills: 6 in the ordinary run, 200 in the long one (`FAULT_KILLS=200`, or `LONG=1`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? (process.env["LONG"] ? 200 : 6));
const LIMIT_MS = 60_000 + KILLS * 10_000;
/** Longer than the exchange, the restart and the first login take; half of the kills come in its first 40 ms. */
const WINDOW_MS = 300;
const CA = join(import.meta.dir, "..", "..", "simulator", "certs", "ca.pem");

interface Said {
  readonly type: string;
  readonly qr?: string;
  /** The code to type on the phone. */
  readonly code?: string;
  readonly challenge?: string;
}

let network: Network;
const children = new Set<Subprocess>();
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await network.stop();
});

/** Starts the engine in its own process; `hear` is called with each report of it. */
function startEngine(
  directory: string,
  hear: (said: Said, child: Subprocess) => void,
  way: readonly string[] = [],
): Subprocess {
  const program = join(import.meta.dir, "passkey-child.ts");
  const command = [process.execPath, program, directory, network.url, network.rootKey, ...way];
  const child: Subprocess = Bun.spawn(command, {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: CA },
    stdout: "inherit",
    stderr: "inherit",
    ipc: (message) => hear(message as Said, child),
  });
  children.add(child);
  return child;
}
async function kill(child: Subprocess): Promise<void> {
  children.delete(child);
  child.kill("SIGKILL");
  await child.exited;
}

/** By QR code, by typed code, and without a handoff proof, so that the codes are compared. */
const WAYS = ["qr", "code", "confirm"] as const;

async function typeCode(phone: Phone, code: string): Promise<void> {
  await phone.until(() => (phone.isAskedForCode ? true : undefined));
  await phone.enterCode(code).catch(() => {});
}

/** The stored ADV secret; null when no link was stored. */
function storedSecret(directory: string): string | null {
  const store = openSessionStore(directory, new Uint8Array(32).fill(1), Date.now);
  try {
    return store.credentials.read()?.advSecretKey ?? null;
  } finally {
    store.close();
  }
}

test(
  `an engine that is killed while an account is linked with a passkey has no keys or those of the phone, ${KILLS} times`,
  async () => {
    const outcomes = { qr: 0, code: 0, confirm: 0, nothing: 0 };
    for (let run = 0; run < KILLS; run++) {
      const directory = mkdtempSync(join(tmpdir(), "passkey-kill-"));
      const phone = network.addPhone({ number: String(5511944440000 + run), name: "Padaria Aurora" });
      const passkey = phone.requirePasskey();
      const asked = Promise.withResolvers<void>();
      const way = WAYS[run % WAYS.length] ?? "qr";
      const hear = (said: Said, engine: Subprocess) => {
        if (said.qr) void phone.scan(said.qr).catch(() => {});
        if (said.code) void typeCode(phone, said.code);
        if (said.challenge === undefined) return;
        engine.send(passkey.sign({ challenge: said.challenge }));
        asked.resolve();
      };
      const child = startEngine(directory, hear, [way, ...(way === "code" ? [phone.number] : [])]);
      await asked.promise;
      await Bun.sleep(Math.random() ** 3 * WINDOW_MS);
      await kill(child);

      const secret = storedSecret(directory);
      if (secret === null) outcomes.nothing++;
      else {
        outcomes[way]++;
        expect(secret).toBe(phone.passkeyLink?.advSecret?.toString("base64") ?? "none");
      }
      // The phone has the device only with the counter-signature, which is sent after the keys were stored.
      if (phone.companions.size > 0) {
        expect(secret).not.toBeNull();
        const opened = Promise.withResolvers<void>();
        const again = startEngine(directory, ({ type }) => {
          if (type === "open") opened.resolve();
          else opened.reject(new Error(type));
        });
        await opened.promise;
        await kill(again);
      }
      rmSync(directory, { recursive: true, force: true });
    }
    console.info(`passkey kills: ${JSON.stringify(outcomes)}`);
    expect(network.problems).toEqual([]);
  },
  LIMIT_MS,
);
