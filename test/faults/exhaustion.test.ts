import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { csvLine } from "#platform/csv.ts";
import { createApi } from "#test/helpers/api.ts";
import { ServerProcess } from "#test/helpers/server-process.ts";

/**
 * Duration of each attack, ms: short in the ordinary run, ten seconds with `EXHAUSTION=1`, which prints the figures.
 */
const MEASURED = process.env["EXHAUSTION"] !== undefined || process.env["LONG"] !== undefined;
const LASTS_MS = MEASURED ? 10_000 : 500;
/**
 * Slowest allowed page, ms. The ordinary run shares its machine, so it only checks that no request waits for an
 * attack to end.
 */
const SLOWEST_MS = 3000;
/** Scales the number of concurrent callers: all when measured, a fifth in the ordinary run. */
const of100 = (lanes: number) => (MEASURED ? lanes : Math.ceil(lanes / 5));
/** Rows of a spreadsheet that is imported. */
const ROWS = MEASURED ? 10_000 : 1000;

const server = new ServerProcess();
let attacker: string;
let victim: string;
beforeAll(async () => {
  await server.start();
  const root = createApi(server.url, await server.signIn());
  const plan = { name: "Ouro", users: 10, connections: 10, queues: 10, value: 1, amount: 1 };
  const { id: planId } = (await root.post("/plans", plan)).body;
  const company = {
    phone: "5511999990000",
    planId,
    dueDate: "2040-01-01",
    recurrence: "MENSAL",
    status: true,
    password: "correct horse",
  };
  const { id } = (
    await root.post("/companies", { ...company, name: "Barulho", email: "barulho@example.com" })
  ).body;
  // A support session has the rights of an admin; an attacker has no more.
  attacker = (await root.post(`/companies/${id}/support`, {})).body.token;
  victim = root.token ?? "";
}, 60_000);
afterAll(() => server.remove());

type Attack = (until: number) => Promise<readonly number[]>;
const api = () => createApi(server.url, attacker);
const soon = () => Bun.sleep(1);

/** Repeats a call with `lanes` concurrent callers. */
const again =
  (lanes: number, call: () => Promise<number>): Attack =>
  async (until) => {
    const heard: number[] = [];
    const lane = async () => {
      do {
        heard.push(await call().catch(() => 0));
        await soon();
      } while (Date.now() < until);
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return heard;
  };

/** Opens sockets that announce a body and send a byte from time to time. */
const slow =
  (sockets: number, length: number, path: string): Attack =>
  async (until) => {
    const heard: number[] = [];
    const { hostname, port } = new URL(server.url);
    const head = `POST /api${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${attacker}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`;
    const open = await Promise.all(
      Array.from({ length: sockets }, () =>
        Bun.connect({
          hostname,
          port: Number(port),
          socket: {
            open: (socket) => void socket.write(head),
            data: (_, bytes) => void heard.push(Number(/ (\d{3}) /.exec(bytes.toString())?.[1] ?? 0)),
          },
        }),
      ),
    );
    while (Date.now() < until) {
      for (const socket of open) socket.write(" ");
      await Bun.sleep(100);
    }
    for (const socket of open) socket.terminate();
    return heard;
  };

/** Created once, because only the cost of receiving it is measured. */
const BYTES = new Uint8Array(1_000_000);
let sheet: File | undefined;
function spreadsheet(): FormData {
  const form = new FormData();
  sheet ??= makeSheet();
  form.set("file", sheet);
  return form;
}
function makeSheet(): File {
  const rows = Array.from({ length: ROWS }, (_, n) =>
    csvLine([`Pessoa ${n}`, `551191${String(n).padStart(7, "0")}`]),
  );
  return new File([csvLine(["Nome", "Número"]), ...rows], "contatos.csv", { type: "text/csv" });
}
async function upload(id: number): Promise<number> {
  const form = new FormData();
  form.set("file", new File([BYTES], "dados.bin"));
  return (await api().post(`/quick-messages/${id}/media-upload`, form)).status;
}

/** Attacks that try to slow other users down, and the allowed answers. */
async function attacks(): Promise<readonly (readonly [string, Attack, readonly number[]])[]> {
  const { id } = (await api().post("/quick-messages", { shortcode: "arquivo", message: "x" })).body;
  return [
    [
      "pages far behind the last",
      again(16, async () => (await api().get("/contacts?pageNumber=1000000000")).status),
      [200],
    ],
    ["100 uploads of 1 MB at once", again(of100(100), () => upload(id)), [200, 0, 413, 415, 429]],
    ["bodies of 1 GB", slow(50, 1_000_000_000, "/tags"), [413]],
    ["200 bodies that come by the byte", slow(200, 60_000, "/tags"), [400, 408, 429]],
    [
      "5 imports",
      again(5, async () => (await api().post("/contacts/import", spreadsheet())).status),
      [200, 409, 429],
    ],
    [
      "guesses",
      again(
        of100(30),
        async () =>
          (
            await createApi(server.url, null).post("/auth/login", {
              email: `${Math.random()}@example.com`,
              password: "wrong-one",
            })
          ).status,
      ),
      [401, 429],
    ],
  ];
}

/** Response times of another company's page during the attack, ms, in order; `begun` resolves when there are some. */
function watch(): { readonly begun: Promise<unknown>; readonly waits: Promise<readonly number[]> } {
  const program = join(import.meta.dir, "patient-person.ts");
  const person = Bun.spawn([process.execPath, program, server.url, victim, String(LASTS_MS)], {
    stdout: "pipe",
  });
  const begun = Promise.withResolvers<void>();
  const said = async () => {
    let text = "";
    for await (const bytes of person.stdout) {
      text += Buffer.from(bytes).toString();
      begun.resolve();
    }
    const { waits, failed } = JSON.parse(text) as { waits: number[]; failed: number };
    expect(failed).toBe(0);
    return waits;
  };
  return { begun: begun.promise, waits: said() };
}
const at = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

test(
  "a client that exhausts the server is stopped at a limit while pages of another company are served",
  async () => {
    const idle = await watch().waits;
    const lines = [`nothing else: p50 ${at(idle, 0.5).toFixed(1)} ms, p99 ${at(idle, 0.99).toFixed(1)} ms`];
    for (const [name, attack, allowed] of await attacks()) {
      const person = watch();
      await person.begun;
      const [heard, waited] = await Promise.all([attack(Date.now() + LASTS_MS), person.waits]);
      expect([name, [...new Set(heard)].filter((status) => !allowed.includes(status))]).toEqual([name, []]);
      expect([name, (waited.at(-1) ?? 0) < SLOWEST_MS]).toEqual([name, true]);
      lines.push(
        `${name}: p50 ${at(waited, 0.5).toFixed(1)} ms, p99 ${at(waited, 0.99).toFixed(1)} ms (${heard.length} calls)`,
      );
    }
    lines.push(`memory afterwards: ${((await server.memory()) / 1e6).toFixed(0)} MB`);
    if (MEASURED) console.log(lines.join("\n"));
    expect(await server.memory()).toBeLessThan(900_000_000);
  },
  120_000 + 10 * LASTS_MS,
);
