import { beforeEach, describe, expect, test } from "bun:test";
import * as v from "valibot";
import { fakeClock } from "#platform/clock.ts";
import { AppError } from "#platform/errors.ts";
import { createLog } from "#platform/log.ts";
import { download } from "./download.ts";
import { Admission } from "./fairness/admission.ts";
import { createAddressLimit } from "./fairness/rate-limit.ts";
import { errorResponse } from "./respond.ts";
import { defineRoute, type RouteShape } from "./route.ts";
import { createRouter } from "./router.ts";

interface Ctx {
  readonly company: number;
}
type Schema = v.GenericSchema | undefined;
type Access = "open" | "closed";
const route = <P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(
  shape: Omit<RouteShape<Ctx, Access, P, Q, B>, "summary" | "answer">,
) => defineRoute<Ctx, Access, P, Q, B>({ summary: "", answer: v.unknown(), ...shape });
const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
});

const log = createLog("info", (line) => void lines.push(line));
const text = v.object({ text: v.pipe(v.string(), v.minLength(1)) });
let isRevoked = false;
let downloadsEnded = 0;
let entered = Promise.withResolvers<void>();
beforeEach(() => {
  isRevoked = false;
  entered = Promise.withResolvers<void>();
});
const perAddress = createAddressLimit(fakeClock(), 3, 60_000);
const router = createRouter<Ctx, Access>({
  log,
  admission: new Admission(),
  isKnown: () => true,
  ownerOf: ({ company }, ip) => ({ company: String(company), person: ip }),
  recheckPermissions(_route, _request, ctx) {
    if (isRevoked) throw new AppError(401, "ERR_SESSION_EXPIRED");
    return ctx;
  },
  requireSame: () => undefined,
  logOf: ({ company }) => log.child({ company }),
  guard({ access }) {
    if (access === "closed") throw new AppError(401, "ERR_SESSION_EXPIRED");
    entered.resolve();
    return { company: 7 };
  },
  routes: [
    route({
      method: "GET",
      path: "/echo/:id",
      access: "open",
      params: v.object({ id: v.string() }),
      query: v.object({ a: v.optional(v.string(), "none") }),
      handle: ({ params, query, ctx, ip }) => ({ ...params, ...query, ...ctx, ip }),
    }),
    route({
      method: "POST",
      path: "/echo",
      access: "open",
      body: text,
      handle: ({ body }) => body,
    }),
    route({
      method: "GET",
      path: "/broken",
      access: "open",
      handle() {
        throw new Error("the reason is nobody's business");
      },
    }),
    route({
      method: "GET",
      path: "/refused",
      access: "open",
      async handle() {
        throw new AppError(409, "ERR_OTHER_OPEN_TICKET", { n: 1 }, { ticket: 5 });
      },
    }),
    route({
      method: "GET",
      path: "/file",
      access: "open",
      handle: () => new Response("bytes", { headers: { "content-type": "image/png" } }),
    }),
    route({
      method: "GET",
      path: "/export",
      access: "open",
      handle: ({ ctx }) =>
        download({ fileName: "a.csv", mimeType: "text/csv" }, { id: ctx.company }, ["a", "b"], () => {
          downloadsEnded += 1;
        }),
    }),
    route({
      method: "POST",
      path: "/limited",
      access: "open",
      body: text,
      limit: () => perAddress,
      handle: ({ body }) => body,
    }),
    route({
      method: "POST",
      path: "/roomy",
      access: "open",
      maxBodyBytes: 256 * 1024,
      body: v.object({ text: v.string() }),
      handle: ({ body }) => body.text.length,
    }),
    route({
      method: "POST",
      path: "/closed",
      access: "closed",
      body: text,
      handle: ({ body }) => body,
    }),
  ],
});

const call = async (path: string, init?: RequestInit) => {
  const caller = { ip: "198.51.100.7", https: false, host: "x" };
  const response = await router.handle(new Request(`http://x/api${path}`, init), caller);
  return { status: response.status, type: response.headers.get("content-type"), body: await response.text() };
};
const json = (body: unknown): RequestInit => ({
  method: "POST",
  body: JSON.stringify(body),
  headers: { "content-type": "application/json" },
});

describe("a route", () => {
  test("a handler gets validated path, query and caller", async () => {
    const reply = await call("/echo/5?a=b&c=d");
    expect(JSON.parse(reply.body)).toEqual({ id: "5", a: "b", company: 7, ip: "198.51.100.7" });
    expect(JSON.parse((await call("/echo/5/")).body).a).toBe("none");
  });

  test("a handler never runs with an invalid body and never sees unknown fields", async () => {
    expect(JSON.parse((await call("/echo", json({ text: "hi", super: true }))).body)).toEqual({ text: "hi" });
    const refused = await call("/echo", json({ text: 5 }));
    expect([refused.status, JSON.parse(refused.body)]).toEqual([
      400,
      { error: "ERR_VALIDATION", details: { fields: { text: "invalid" } } },
    ]);
  });

  test("permissions are checked again when the body has arrived", async () => {
    const slowly = async function* () {
      yield Buffer.from('{"text":');
      await entered.promise;
      isRevoked = true;
      yield Buffer.from('"hi"}');
    };
    const request = { ...json(null), body: slowly() as unknown as BodyInit };
    expect(await call("/echo", request)).toMatchObject({
      status: 401,
      body: expect.stringContaining("ERR_SESSION_EXPIRED"),
    });
  });

  test("an AppError becomes its code, details and headers", async () => {
    const { status, body } = await call("/refused");
    expect([status, JSON.parse(body)]).toEqual([
      409,
      { error: "ERR_OTHER_OPEN_TICKET", ticket: 5, details: { n: 1 } },
    ]);
    expect(lines).toEqual([]);
  });

  test.each(["SQLITE_FULL", "ENOSPC", "EDQUOT"])(
    "a full disk (%s, of a database or of a file) is reported as such and not logged as an error",
    async (code) => {
      const cause = Object.assign(new Error("write"), { code });
      for (const error of [cause, new Error("query failed", { cause })]) {
        const answer = errorResponse(error, log, new Request("http://x/"));
        expect([answer.status, await answer.json()]).toEqual([507, { error: "ERR_STORAGE_FULL" }]);
      }
      expect(lines).toEqual([]);
    },
  );

  test("an internal error returns only a request id; the log has the reason and the company", async () => {
    const { status, body } = await call("/broken");
    expect(status).toBe(500);
    expect(body).not.toContain("business");
    const { error, details } = JSON.parse(body);
    expect(error).toBe("ERR_INTERNAL");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      requestId: details.requestId,
      company: 7,
      err: { message: "the reason is nobody's business" },
    });
  });

  test("long JSON is compressed for clients that accept gzip", async () => {
    const ask = async (accepted: string) => {
      const long = json({ text: "pão de queijo ".repeat(500) });
      const request = new Request("http://x/api/echo", {
        ...long,
        headers: { "content-type": "application/json", "accept-encoding": accepted },
      });
      const answer = await router.handle(request, { ip: "198.51.100.7", https: false, host: "x" });
      const bytes = await answer.bytes();
      const encoding = answer.headers.get("content-encoding");
      const plain = encoding === "gzip" ? Bun.gunzipSync(bytes) : bytes;
      return {
        encoding,
        size: bytes.length,
        text: JSON.parse(new TextDecoder().decode(plain)).text as string,
      };
    };
    const small = await ask("gzip, deflate, br");
    const plain = await ask("br, gzip;q=0");
    expect([small.encoding, plain.encoding]).toEqual(["gzip", null]);
    expect(small.text).toBe(plain.text);
    expect(small.size).toBeLessThan(plain.size / 10);
    expect((await call("/echo/5", { headers: { "accept-encoding": "gzip" } })).body).toStartWith("{");
  });

  test("a handler may return a file", async () => {
    expect(await call("/file")).toEqual({ status: 200, type: "image/png", body: "bytes" });
  });

  test("a HEAD request ends its download", async () => {
    for (let n = 0; n < 30; n += 1) expect((await call("/export", { method: "HEAD" })).status).toBe(200);
    expect(downloadsEnded).toBe(30);
  });

  test("the guard rejects a request before its body is read", async () => {
    expect((await call("/closed", { ...json({}), body: "no JSON" })).status).toBe(401);
  });

  test("a rate limit counts calls of an address before their bodies are read", async () => {
    const wrong = () => call("/limited", json({ text: 5 }));
    const statuses = [await wrong(), await wrong(), await wrong(), await wrong()].map(({ status }) => status);
    expect(statuses).toEqual([400, 400, 400, 429]);
  });

  test("a body above 64 kB is 413 with the limit, unless the route names a higher one", async () => {
    const long = json({ text: "a".repeat(65 * 1024) });
    const refused = await call("/echo", long);
    expect([refused.status, JSON.parse(refused.body)]).toEqual([
      413,
      { error: "ERR_MEDIA_TOO_LARGE", details: { limitBytes: 65_536 } },
    ]);
    expect(JSON.parse((await call("/roomy", long)).body)).toBe(65 * 1024);
    expect((await call("/roomy", json({ text: "a".repeat(256 * 1024) }))).status).toBe(413);
  });

  test("a route matches only its method", async () => {
    expect((await call("/echo")).status).toBe(404);
    expect((await call("/nothing")).status).toBe(404);
  });
});
