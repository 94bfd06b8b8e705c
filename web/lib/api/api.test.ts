import { expect, test } from "bun:test";
import { fakeApi } from "#web/lib/testing/test-fakes.ts";
import { ApiError } from "./api-error.ts";

test("a request has the bearer token and omits empty query values", async () => {
  const { api, calls } = fakeApi(() => ({ body: { tickets: [] } }));
  await api.get("/tickets", { query: { status: "open", searchParam: "", pageNumber: 2, tags: null } });
  expect(calls[0]?.path).toBe("/tickets?status=open&pageNumber=2");
  expect(calls[0]?.headers.get("authorization")).toBe("Bearer token");
});

test("a 403 causes one token refresh and one retry with the new token", async () => {
  let token = "old";
  const { api, calls } = fakeApi(
    (call) => {
      if (call.path === "/auth/refresh_token") return { body: { token: "new" } };
      const isFresh = call.headers.get("authorization") === "Bearer new";
      return isFresh ? { body: { id: 1 } } : { status: 403, body: { error: "ERR_TOKEN_EXPIRED" } };
    },
    {
      token: () => token,
      onRefreshed: (answer) => {
        token = answer.token;
      },
    },
  );
  expect(await api.get<{ id: number }>("/tickets/1")).toEqual({ id: 1 });
  expect(calls.map(({ path }) => path)).toEqual(["/tickets/1", "/auth/refresh_token", "/tickets/1"]);
});

test("an error is thrown after its text is loaded", async () => {
  const loaded = Promise.withResolvers<void>();
  const { api } = fakeApi(() => ({ status: 404, body: { error: "ERR_NOT_FOUND" } }), {
    beforeFailure: () => loaded.promise,
  });
  let isThrown = false;
  const refused = api.get("/tickets/1").catch(() => {
    isThrown = true;
  });
  await Bun.sleep(0);
  expect(isThrown).toBe(false);
  loaded.resolve();
  await refused;
  expect(isThrown).toBe(true);
});

test("a second 403 is not retried and keeps its code", async () => {
  const { api, calls } = fakeApi((call) =>
    call.path === "/auth/refresh_token"
      ? { body: { token: "new" } }
      : { status: 403, body: { error: "ERR_NO_PERMISSION" } },
  );
  const refused = api.put("/settings/call", { value: "enabled" });
  expect(refused).rejects.toMatchObject({ status: 403, code: "ERR_NO_PERMISSION" });
  await refused.catch(() => undefined);
  expect(calls).toHaveLength(3);
});

test("many requests that get a 403 at the same time cause one token refresh", async () => {
  let token = "old";
  const { api, calls } = fakeApi(
    (call) => {
      if (call.path === "/auth/refresh_token") return { body: { token: "new" } };
      return call.headers.get("authorization") === "Bearer new"
        ? { body: {} }
        : { status: 403, body: { error: "ERR_TOKEN_EXPIRED" } };
    },
    {
      token: () => token,
      onRefreshed: (answer) => {
        token = answer.token;
      },
    },
  );
  await Promise.all([api.get("/a"), api.get("/b"), api.get("/c")]);
  expect(calls.filter(({ path }) => path === "/auth/refresh_token")).toHaveLength(1);
});

test("a 401 signs the user out with the reason of the server", async () => {
  const ended: ApiError[] = [];
  const { api } = fakeApi(() => ({ status: 401, body: { error: "ERR_SESSION_EXPIRED" } }), {
    onSignedOut: (error) => ended.push(error),
  });
  await api.get("/tickets").catch(() => undefined);
  expect(ended.map(({ code }) => code)).toEqual(["ERR_SESSION_EXPIRED"]);
});

test("a wrong password at the login is an error and does not end a session", async () => {
  let ended = false;
  const { api } = fakeApi(() => ({ status: 401, body: { error: "ERR_INVALID_CREDENTIALS" } }), {
    token: () => null,
    onSignedOut: () => {
      ended = true;
    },
  });
  const refused = await api.post("/auth/login", {}).catch((error: ApiError) => error);
  expect(refused).toMatchObject({ code: "ERR_INVALID_CREDENTIALS" });
  expect(ended).toBe(false);
});

test("a request without a response fails as offline", async () => {
  const { api } = fakeApi(() => new TypeError("fetch failed"));
  const failed = await api.get("/tickets").catch((error: ApiError) => error);
  expect(failed).toMatchObject({ status: 0, code: "OFFLINE" });
});

test("an aborted request fails as aborted, not as offline", async () => {
  const { api } = fakeApi(() => new Promise(() => undefined));
  const off = new AbortController();
  const pending = api.get("/tickets", { signal: off.signal }).catch((error: Error) => error.name);
  off.abort();
  expect(await pending).toBe("AbortError");
});

test("an error response without a code keeps its status and gets no code", async () => {
  const { api } = fakeApi(() => ({ status: 418, body: "I am a teapot" }));
  const failed = await api.get("/tickets").catch((error: ApiError) => error);
  expect(failed).toMatchObject({ status: 418, code: "" });
});

test("a 502 of a proxy whose server is down gets the code of a temporary error, so messages are sent again later", async () => {
  const { api } = fakeApi(() => ({ status: 502, body: "Bad Gateway" }));
  const failed = await api.get("/tickets").catch((error: ApiError) => error);
  expect(failed).toMatchObject({ status: 502, code: "ERR_NOT_DURABLE" });
});

test("rejected fields in an error response are separated from its other details", () => {
  const fields = { name: "too_short" };
  expect(new ApiError(400, "ERR_VALIDATION", { fields }).fields).toEqual({ name: "too_short" });
  expect(new ApiError(409, "ERR_PLAN_LIMIT", { limit: 3 }).fields).toEqual({});
});

const tokenUntil = (expiresAt: number) => `h.${btoa(JSON.stringify({ exp: expiresAt / 1000 }))}.s`;

test("a token about to expire is renewed before the request, and a wrong clock does not renew it for every request", async () => {
  let now = 1_000_000;
  let token = tokenUntil(now + 20_000);
  const { api, calls } = fakeApi(
    (call) =>
      call.path === "/auth/refresh_token" ? { body: { token: tokenUntil(1_900_000) } } : { body: {} },
    {
      now: () => now,
      token: () => token,
      onRefreshed: (answer) => {
        token = answer.token;
      },
    },
  );
  await api.get("/a");
  await api.get("/b");
  expect(calls.map(({ path }) => path)).toEqual(["/auth/refresh_token", "/a", "/b"]);
  // By this clock every token has expired.
  now = 1_000_000_000;
  for (const path of ["/c", "/d", "/e"]) await api.get(path);
  expect(calls.filter(({ path }) => path === "/auth/refresh_token")).toHaveLength(2);
});

const busy = { status: 503, body: { error: "ERR_SERVER_BUSY", details: { retryAfterSeconds: 2 } } };

test("a read rejected by a busy server is repeated after the Retry-After time, without an error", async () => {
  const waits: number[] = [];
  const answers = [busy, { ...busy, status: 429 }, { body: { id: 1 } }];
  const { api, calls } = fakeApi(() => answers.shift() ?? {}, {
    pause: async (ms) => void waits.push(ms),
  });
  expect(await api.get<{ id: number }>("/tickets")).toEqual({ id: 1 });
  expect(calls).toHaveLength(3);
  for (const ms of waits) expect(ms).toBeWithin(2000, 3001);
});

test("a read that remains rejected fails with its code after three attempts", async () => {
  const { api, calls } = fakeApi(() => busy, { pause: async () => undefined });
  const failed = await api.get("/tickets").catch((error: ApiError) => error);
  expect(failed).toMatchObject({ status: 503, code: "ERR_SERVER_BUSY" });
  expect(calls).toHaveLength(3);
});

test("a write rejected by a busy server is not repeated", async () => {
  const { api, calls } = fakeApi(() => busy, { pause: async () => undefined });
  const failed = await api.post("/tickets", {}).catch((error: ApiError) => error);
  expect(failed).toMatchObject({ code: "ERR_SERVER_BUSY" });
  expect(calls).toHaveLength(1);
});

test("a read with a Retry-After of a minute is not repeated", async () => {
  const minute = { status: 429, body: { error: "ERR_RATE_LIMIT", details: { retryAfterSeconds: 60 } } };
  const { api, calls } = fakeApi(() => minute, { pause: async () => undefined });
  await api.get("/tickets").catch(() => undefined);
  expect(calls).toHaveLength(1);
});
