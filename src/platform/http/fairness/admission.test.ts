import { beforeEach, describe, expect, test } from "bun:test";
import { AppError } from "#platform/errors.ts";
import { download } from "#platform/http/download.ts";
import { Admission, type RequestOwner } from "./admission.ts";

let ms = 0;
let turns: (() => void)[] = [];
let admission: Admission;
beforeEach(() => {
  ms = 0;
  turns = [];
  admission = new Admission({ now: () => ms, nextTurn: (work) => void turns.push(work) });
});

const request = () => new Request("http://a.example/");
const who = (company: string, person = "1"): RequestOwner => ({ company, person });
/** Blocks the event loop for `cost` ms, then records its name. */
const busy = (name: string, cost: number, done: string[]) => () => {
  ms += cost;
  done.push(name);
  return name;
};
const turn = () => {
  const planned = turns;
  turns = [];
  for (const work of planned) work();
};
const allTurns = () => {
  for (let n = 0; n < 2000 && turns.length > 0; n += 1) turn();
};
const refusalOf = async (answer: unknown) => {
  try {
    await answer;
    return "answered";
  } catch (error) {
    return error instanceof AppError ? `${error.status} ${error.code}` : error;
  }
};

describe("admission", () => {
  test("a request runs at once while no other request waits", () => {
    expect(admission.run(who("a"), "request", request(), () => "answer")).toBe("answer");
  });

  test("a company's request runs after at most one of a thousand simultaneous requests of another company", async () => {
    const done: string[] = [];
    for (let n = 0; n < 90; n += 1)
      void admission.run(who("busy"), "request", request(), busy("busy", 12, done));
    turn();
    const before = done.length;
    void admission.run(who("calm"), "request", request(), busy("calm", 1, done));
    allTurns();
    expect(done.indexOf("calm") - before).toBeLessThanOrEqual(1);
    expect(done.length).toBe(91);
  });

  test("a company that pays little for its requests but works long after them does not go before its neighbour", () => {
    const done: string[] = [];
    for (let n = 0; n < 90; n += 1)
      void admission.run(who("busy"), "request", request(), busy("busy", 1, done));
    // Each turn of the event loop also runs 45 ms of its long work.
    const turnWithWork = () => {
      turn();
      ms += 45;
      admission.charge("busy", 45);
    };
    for (let n = 0; n < 3; n += 1) {
      turnWithWork();
      const before = done.length;
      void admission.run(who("calm"), "request", request(), busy("calm", 12, done));
      turnWithWork();
      expect(done.slice(before)).toContain("calm");
    }
  });

  test("a download counts as running until its last byte is sent or its receiver disconnects", async () => {
    const file = { fileName: "a.csv", mimeType: "text/csv" };
    const exported = () =>
      admission.run(who("a"), "request", request(), () => download(file, { id: 1 }, ["x"]));
    const answers = await Promise.all(Array.from({ length: 24 }, exported));
    let isAnswered = false;
    const next = Promise.resolve(exported()).then((answer) => {
      isAnswered = true;
      return answer;
    });
    allTurns();
    await Bun.sleep(0);
    expect(isAnswered).toBe(false);
    await answers[0]?.body?.cancel();
    await Bun.sleep(0);
    allTurns();
    expect(await (await next).text()).toBe("x");
  });

  test("one turn of the event loop runs requests for at most 4 ms", () => {
    const done: string[] = [];
    for (let n = 0; n < 20; n += 1) void admission.run(who("a"), "request", request(), busy("a", 3, done));
    expect(done.length).toBe(2);
    turn();
    expect(done.length).toBe(4);
  });

  test("work after an await counts towards the time of the turn, so that a turn runs only one such request of 6 ms", async () => {
    const done: string[] = [];
    const continued = async () => {
      await null;
      busy("a", 6, done)();
    };
    ms = 1;
    admission.run(who("a"), "request", request(), busy("first", 10, []));
    for (let n = 0; n < 20; n += 1) void admission.run(who("a"), "request", request(), continued);
    for (let n = 1; n <= 3; n += 1) {
      const planned = turns;
      turns = [];
      for (const step of planned) {
        step();
        await Bun.sleep(0);
      }
      expect(done.length).toBe(n);
    }
  });

  test("requests that arrive in one turn wait once continued requests used up its time", async () => {
    const done: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      void admission.run(who(`company ${n}`), "request", request(), async () => {
        await null;
        busy("a", 3, done)();
      });
      await Bun.sleep(0);
    }
    expect([done.length, admission.waiting]).toEqual([2, 3]);
  });

  test("the request of a person who has 100 requests waiting is refused with 429 and Retry-After", async () => {
    ms = 1;
    admission.run(who("a"), "request", request(), busy("a", 10, []));
    for (let n = 0; n < 100; n += 1) void admission.run(who("a"), "request", request(), () => n);
    const refused = admission.run(who("a"), "request", request(), () => 0);
    expect(await refusalOf(refused)).toBe("429 ERR_RATE_LIMIT");
    expect(admission.waiting).toBe(100);
    void admission.run(who("a", "2"), "request", request(), () => 0);
    expect(admission.waiting).toBe(101);
  });

  test("a request that has waited ten seconds is refused with 503", async () => {
    const never = new Promise(() => undefined);
    for (let n = 0; n < 24; n += 1) void admission.run(who("a"), "request", request(), () => never);
    const waited = admission.run(who("a"), "request", request(), () => "late");
    ms += 10_001;
    allTurns();
    expect(await refusalOf(waited)).toBe("503 ERR_SERVER_BUSY");
  });

  test("at most 24 requests of a person run in parallel, and a colleague's requests run meanwhile", async () => {
    const ends: (() => void)[] = [];
    const running = () => new Promise<string>((done) => ends.push(() => done("done")));
    for (let n = 0; n < 30; n += 1) void admission.run(who("a"), "request", request(), running);
    allTurns();
    expect(ends.length).toBe(24);
    expect(admission.run(who("b"), "request", request(), () => "other")).not.toBe("never");
    ends[0]?.();
    await Promise.resolve();
    await new Promise((done) => setImmediate(done));
    allTurns();
    expect(ends.length).toBe(25);
  });

  test("slow uploads do not delay other requests of the same person", () => {
    const never = new Promise(() => undefined);
    for (let n = 0; n < 16; n += 1) void admission.run(who("a"), "upload", request(), () => never);
    turn();
    expect(admission.run(who("a"), "request", request(), () => "page")).toBe("page");
  });

  test("the seventeenth simultaneous upload of a person is refused; after one has ended the next is accepted", async () => {
    const ends: (() => void)[] = [];
    const upload = () =>
      admission.run(who("a"), "upload", request(), () => new Promise<void>((done) => ends.push(done)));
    const first = upload();
    for (let n = 1; n < 16; n += 1) void upload();
    expect(await refusalOf(upload())).toBe("429 ERR_RATE_LIMIT");
    ends[0]?.();
    await first;
    void upload();
    expect(ends.length).toBe(17);
  });

  test("the upload after 128 simultaneous ones of all companies is refused with 503", async () => {
    const never = () => new Promise<void>(() => undefined);
    const started: unknown[] = [];
    for (let n = 0; n < 128; n += 1)
      started.push(admission.run(who(`company ${n % 16}`, String(n)), "upload", request(), never));
    expect(await refusalOf(admission.run(who("one more"), "upload", request(), never))).toBe(
      "503 ERR_SERVER_BUSY",
    );
    expect(started).toHaveLength(128);
  });

  test("a waiting request whose browser has disconnected is not run", async () => {
    const done: string[] = [];
    admission.run(who("a"), "request", request(), busy("first", 10, done));
    const left = new AbortController();
    const gone = new Request("http://a.example/", { signal: left.signal });
    const answer = refusalOf(admission.run(who("a"), "request", gone, busy("gone", 10, done)));
    left.abort();
    allTurns();
    expect([await answer, done]).toEqual(["503 ERR_SERVER_BUSY", ["first"]]);
  });

  test("an error of the handler rejects the request, with and without waiting", async () => {
    const broken = () => {
      ms += 10;
      throw new AppError(404, "ERR_NOT_FOUND");
    };
    expect(() => admission.run(who("a"), "request", request(), broken)).toThrow("ERR_NOT_FOUND");
    const waited = refusalOf(admission.run(who("a"), "request", request(), broken));
    allTurns();
    expect(await waited).toBe("404 ERR_NOT_FOUND");
  });
});
