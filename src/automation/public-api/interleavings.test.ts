import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { findConnection } from "#channels/connections/index.ts";
import { one, run } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { KEY_KEPT_MS } from "./idempotency.ts";
import { sendThroughApi } from "./send.ts";

/** Number of random runs; thousands (`R3_RUNS=5000`) verify the guarantee R3, every test run does a few. */
const RUNS = Number(process.env["R3_RUNS"] ?? 40);
const NUMBER = "5511988887777";
const HOUR = 3_600_000;

let app: TestApp;
let tenant: Tenant;
let connectionId: number;
beforeAll(async () => {
  app = await startTestApp();
  tenant = app.company();
  connectionId = testConnection(tenant, { isDefault: true });
  testContact(tenant, { number: NUMBER });
  // Nothing is sent in this test: an offline connection keeps the messages in the queue and saves time.
  run(tenant.db, "UPDATE connection SET status = 'DISCONNECTED'");
});
afterAll(() => app.stop());

type Step =
  /** A call with one of two keys; its body has not arrived yet. */
  | { readonly do: "call"; readonly key: number; readonly content: number }
  /** The bodies of some calls arrive in one turn of the event loop. */
  | { readonly do: "arrive"; readonly which: readonly number[] }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "clean up" }
  /** The process is killed while calls are running, and starts again. */
  | { readonly do: "crash"; readonly which: readonly number[] };

const which = fc.array(fc.nat(5), { maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("call" as const), key: fc.nat(1), content: fc.nat(1) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("arrive" as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(1000, HOUR, 3 * 24 * HOUR, KEY_KEPT_MS - HOUR, KEY_KEPT_MS + 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("clean up" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("crash" as const), which }) },
);

interface Call {
  readonly key: string;
  readonly text: string;
  /** Releases the body of the call. */
  readonly arrive: () => void;
  readonly outcome: Promise<string>;
}
/** The response a key must return, and since when. */
interface Kept {
  readonly text: string;
  readonly answer: string;
  readonly at: number;
}

/** One call whose body is sent when the test releases it; its outcome as text: `200 {…}`, `replay {…}`, `409 ERR_…`. */
function start(key: string, text: string): Call {
  const body = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await body.promise;
      controller.enqueue(new TextEncoder().encode(JSON.stringify({ number: NUMBER, body: text })));
      controller.close();
    },
  });
  const request = new Request("http://balcao.test/api/messages/send", {
    method: "POST",
    headers: { "idempotency-key": key, "content-type": "application/json" },
    body: stream,
  });
  const connection = findConnection(tenant.db, connectionId);
  if (!connection) throw new Error("the connection is gone");
  const outcome = sendThroughApi({ tenant, connection }, request).then(
    ({ answer, replay }) => `${replay ? "replay" : "200"} ${JSON.stringify(answer)}`,
    (error: unknown) => (error instanceof AppError ? `${error.status} ${error.code}` : `died: ${error}`),
  );
  return { key, text, arrive: body.resolve, outcome };
}

const written = (text: string) =>
  one<{ n: number }>(tenant.db, "SELECT count(*) AS n FROM message WHERE body = ?", text)?.n ?? 0;

async function restart(): Promise<void> {
  await app.stop({ directory: true });
  app = await startTestApp({ directory: app.directory, clock: app.clock });
  tenant = app.installation.tenants.open(tenant.id);
}

let scripts = 0;

/** Runs a script and compares every outcome with the expected one. */
async function play(steps: readonly Step[]): Promise<void> {
  scripts += 1;
  const name = `run ${scripts}`;
  let underWay: Call[] = [];
  const kept = new Map<string, Kept>();
  /** Expected number of messages per text: one each time its key was free. */
  const wanted = new Map<string, number>();

  const expectOutcome = (call: Call, outcome: string) => {
    const known = kept.get(call.key);
    if (known && app.clock.now() - known.at <= KEY_KEPT_MS) {
      const same = known.text === call.text;
      expect(outcome).toBe(same ? `replay ${known.answer}` : "409 ERR_IDEMPOTENCY_MISMATCH");
      return;
    }
    expect(outcome).toStartWith("200 {");
    kept.set(call.key, { text: call.text, answer: outcome.slice(4), at: app.clock.now() });
    wanted.set(call.text, (wanted.get(call.text) ?? 0) + 1);
  };
  const arrive = async (calls: readonly Call[]) => {
    underWay = underWay.filter((call) => !calls.includes(call));
    for (const call of calls) call.arrive();
    for (const call of calls) expectOutcome(call, await call.outcome);
  };
  const chosen = (indexes: readonly number[]) => underWay.filter((_, at) => indexes.includes(at));

  for (const step of steps) {
    if (step.do === "call") {
      const call = start(`${name} key ${step.key}`, `${name} text ${step.content}`);
      // The second call with a key is answered at once, before its body is read.
      if (underWay.some(({ key }) => key === call.key)) {
        const told = await Promise.race([call.outcome, settle().then(() => "nothing")]);
        expect(told).toBe("409 ERR_IDEMPOTENCY_IN_PROGRESS");
      } else underWay.push(call);
    }
    if (step.do === "arrive") await arrive(chosen(step.which));
    if (step.do === "wait") app.clock.advance(step.ms);
    if (step.do === "clean up") await app.app.runJob("api_call_clean_up");
    if (step.do === "crash") {
      // Some bodies arrive in the turn of the event loop in which the process stops: whether the call completed or
      // not, the next call with its key must get the right response.
      const last = chosen(step.which);
      for (const call of last) call.arrive();
      const before = new Map(last.map(({ text }) => [text, written(text)]));
      await restart();
      for (const call of underWay) call.arrive();
      for (const call of underWay) {
        const outcome = await call.outcome;
        const grown = written(call.text) - (before.get(call.text) ?? written(call.text));
        if (outcome.startsWith("200")) expect(grown).toBeGreaterThan(0);
        if (!outcome.startsWith("died")) expectOutcome(call, outcome);
      }
      underWay = [];
    }
    for (const [text, times] of wanted) expect(written(text)).toBe(times);
  }
  await arrive(underWay);
  for (const [text, times] of wanted) expect(written(text)).toBe(times);
}

test(`overlapping calls with one Idempotency-Key are performed once and get the same response for seven days (${RUNS} runs)`, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), play), {
    numRuns: RUNS,
    endOnFailure: false,
    ...(process.env["R3_SEED"] && { seed: Number(process.env["R3_SEED"]) }),
  });
}, 600_000);
