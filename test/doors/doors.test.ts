import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WASocket } from "@whiskeysockets/baileys";
import { callGateway } from "#accounts/billing/gateways/call.ts";
import { createGraph } from "#channels/connections/meta/graph.ts";
import { createUpload } from "#channels/connections/whatsapp/media/upload.ts";
import { sendAfterCommit } from "#channels/connections/whatsapp/outbound/frame-queue.ts";
import { createPool } from "#channels/connections/whatsapp/threads/pool.ts";
import { DEFAULT_TIMINGS } from "#channels/connections/whatsapp/threads/protocol.ts";
import { fetchTransport } from "#operations/certificates/acme/transport.ts";
import { type FakeClock, fakeClock } from "#platform/clock.ts";
import { DOORS, type Door, guardDoors } from "#platform/db/durability/doors.ts";
import { createRemoteDurability, type RemoteDurability } from "#platform/db/durability/remote.ts";
import { createFakeLog, type FakeLog } from "#platform/db/durability/testing/fake-log.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { createCommitBarrier } from "#platform/http/server/commit-barrier.ts";
import { createLog } from "#platform/log.ts";
import { createOutbound } from "#platform/outbound/client.ts";
import { createMailer } from "#platform/outbound/mailer.ts";
import { sendFrame } from "#platform/realtime/hub/publisher.ts";
import type { HubSocket } from "#platform/realtime/hub/socket.ts";
import { type MailServer, startMailServer } from "#simulator/mail/server.ts";
import type { Installation } from "#tenants/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { OPENERS, PLACES, problemsOf, sourceFiles } from "./places.ts";

/** Effects that have left this process. */
let left = 0;
let server: Bun.Server<undefined>;
let mails: MailServer;
let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "balcao-doors-"));
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch() {
      left += 1;
      return Response.json({});
    },
  });
  mails = await startMailServer();
});
afterAll(async () => {
  await server.stop(true);
  await mails.close();
  rmSync(directory, { recursive: true });
});

let clock: FakeClock;
let log: FakeLog;
let remote: RemoteDurability;
let db: Sqlite;
let release: () => void;
let files = 0;
let earlierMails = 0;
const mailsLeft = () => mails.mails.length - earlierMails;
beforeEach(async () => {
  left = 0;
  earlierMails = mails.mails.length;
  clock = fakeClock(0);
  log = createFakeLog();
  remote = createRemoteDurability({ log, clock });
  files += 1;
  db = openDatabase(join(directory, `${files}.sqlite`), remote.opening);
  release = guardDoors(remote);
  log.answerAfter(0);
  db.exec("CREATE TABLE note (text TEXT)");
  await remote.durable();
  log.answerAfter(null);
});
afterEach(() => {
  release();
  db.close();
});

const url = () => `http://127.0.0.1:${server.port}/`;
const count = (): void => {
  left += 1;
};

/** Causes the effect of each door; resolves when it has left, rejects when it was refused. */
const effects: Readonly<Record<Door, () => unknown>> = {
  async answers() {
    const barrier = createCommitBarrier(remote);
    const request = new Request(url());
    const answer = barrier?.watch(request, () => {
      db.exec("INSERT INTO note VALUES ('written by the request')");
      return new Response("done");
    });
    const passed = await barrier?.pass(request, answer as Response);
    if (passed?.status !== 200) throw new Error(`answered ${passed?.status}`);
    count();
  },
  stanzas() {
    const socket = {
      send(_frame: string, done: () => void) {
        count();
        done();
      },
    };
    sendAfterCommit({ ws: { socket } } as unknown as WASocket, () => null);
    return new Promise<void>((resolve, reject) =>
      socket.send("a receipt", ((error?: Error) => (error ? reject(error) : resolve())) as () => void),
    );
  },
  async sessions() {
    const config = { url: null, rootKey: null, mediaAuthority: null, sealingKey: new Uint8Array(32) };
    const pool = createPool({
      config: { ...config, timings: DEFAULT_TIMINGS, shipping: null },
      size: 1,
      onMessage: () => {},
    });
    await pool.call({ companyId: 1, connectionId: 1 }, "markRead", "chat", []);
    count();
  },
  files() {
    const sock = { refreshMediaConn: async () => ({ hosts: [{ hostname: "media" }], auth: "a" }) };
    const transfer = {
      simulated: true,
      fetch: async () => {
        count();
        return Response.json({ url: "u" });
      },
    };
    const media = { mediaType: "image", fileEncSha256B64: "aa" } as const;
    return createUpload(sock as unknown as WASocket, transfer, 1000)("/dev/null", media);
  },
  outbound: () => createOutbound({ allowPrivate: true }).request({ method: "POST", url: url() }),
  meta() {
    const config = { metaGraphUrl: url(), metaGraphVersion: "v1" };
    return createGraph({ config } as unknown as Installation).call({ method: "POST", path: "me/messages" });
  },
  gateways: () => callGateway(createLog("silent"), { method: "POST", address: url(), headers: {} }),
  certificates: () =>
    fetchTransport({ url: url(), method: "post", headers: { toJSON: () => ({}) } } as unknown as Parameters<
      typeof fetchTransport
    >[0]),
  async mails() {
    await createMailer().send(`${mails.url}?tls=off`, {
      to: "ana@example.com",
      subject: "s",
      text: "t",
      uuid: "1",
    });
    left += mailsLeft();
  },
  broadcasts() {
    sendFrame({ send: count } as unknown as HubSocket<unknown>, { t: "tick", cursor: 1 });
  },
};
/** Causes an effect; `outcome` is `left` or `refused` once it is known. */
function cause(door: Door): { outcome: string } {
  const caused = { outcome: "" };
  Promise.resolve(effects[door]()).then(
    () => Object.assign(caused, { outcome: "left" }),
    () => Object.assign(caused, { outcome: "refused" }),
  );
  return caused;
}
/** Longer than any of these effects takes to arrive, ms; a mail takes several round trips. */
const longEnoughMs = (door: Door): number => (door === "mails" ? 400 : 60);
/** Whether the effect of a door leaves while the commit before it waits for its acknowledgement. */
async function leavesEarly(door: Door): Promise<boolean> {
  db.exec("INSERT INTO note VALUES ('its cause')");
  await becomesTrue(() => log.inFlight === 1);
  cause(door);
  await Bun.sleep(longEnoughMs(door));
  return left + mailsLeft() > 0;
}
const waitingDoors = (Object.keys(DOORS) as Door[]).filter((door) => door !== "broadcasts");

describe("a door of the process", () => {
  test.each(waitingDoors)("%s: the effect leaves only after its cause is acknowledged", async (door) => {
    expect(await leavesEarly(door)).toBe(false);
    log.answerAfter(0);
    await becomesTrue(() => left > 0);
  });

  test.each(waitingDoors)("%s: nothing leaves past the deadline of the lease", async (door) => {
    log.setDeadline(1000);
    db.exec("INSERT INTO note VALUES ('its cause')");
    await becomesTrue(() => log.inFlight === 1);
    const caused = cause(door);
    clock.set(1000);
    // The log acknowledges too late.
    log.answerAfter(0);
    await becomesTrue(() => caused.outcome !== "");
    expect({ caused, left, mails: mailsLeft() }).toEqual({
      caused: { outcome: "refused" },
      left: 0,
      mails: 0,
    });
  });

  test.each(waitingDoors.filter((door) => door !== "answers"))(
    "%s: control: without a guard the effect leaves before the acknowledgement",
    async (door) => {
      release();
      expect(await leavesEarly(door)).toBe(true);
    },
  );

  test("broadcasts wait for nothing, and stop past the deadline", async () => {
    expect(await leavesEarly("broadcasts")).toBe(true);
    clock.set(1000);
    log.setDeadline(1000);
    cause("broadcasts");
    expect(left).toBe(1);
  });
});

describe("the list of doors", () => {
  test("every place of the code that reaches the outside is a door, or has a reason not to be one", () => {
    const problems = sourceFiles().flatMap(({ path, text }) => problemsOf(path, text));
    expect(problems).toEqual([]);
  });

  test("every listed place still reaches the outside", () => {
    const reaching = new Set(
      sourceFiles().flatMap(({ path, text }) =>
        OPENERS.test(text) || PLACES[path]?.isIndirect ? [path] : [],
      ),
    );
    expect(Object.keys(PLACES).filter((path) => !reaching.has(path))).toEqual([]);
  });

  test("every door has a place", () => {
    const doors = new Set(Object.values(PLACES).flatMap(({ door }) => door ?? []));
    expect(Object.keys(DOORS).filter((door) => !doors.has(door as Door))).toEqual([]);
  });

  test.each([
    ["src/inbox/push/new.ts", "await fetch(address)", "not in the list of doors"],
    ["src/inbox/push/new.ts", "Bun.serve({ fetch })", "not in the list of doors"],
    ["src/platform/outbound/mailer.ts", "createTransport({})", 'does not pass the door "mails"'],
    ["src/channels/connections/meta/graph.ts", "await fetch(url)", 'does not pass the door "meta"'],
    [
      "src/accounts/billing/gateways/call.ts",
      'throughDoor("gateways", () => fetch(a)); await fetch(b)',
      'reaches the outside 2 times and passes the door "gateways" only 1 times',
    ],
  ])("control: the check reports %s with %p", (path, text, problem) => {
    expect(problemsOf(path, text).join()).toContain(problem);
  });
});
