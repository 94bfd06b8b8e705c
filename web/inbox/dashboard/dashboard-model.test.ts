import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { fakeApi, fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import { DashboardModel, REFRESH_MS } from "./dashboard-model.ts";
import { DEFAULT_FILTER } from "./filter.ts";
import { sampleDashboard } from "./test-dashboard.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function open(answers: () => { status?: number; body?: unknown } = () => ({ body: sampleDashboard() })) {
  const { api, calls } = fakeApi(answers);
  const server = fakeSocket();
  server.socket.start();
  server.line().ready();
  const model = new DashboardModel(api);
  return { model, calls, ...server, stop: model.listen(server.socket) };
}

describe("dashboard figures", () => {
  test("the model loads the figures of the chosen filter", async () => {
    const { model, calls } = open();
    await model.load({ ...DEFAULT_FILTER, days: 30, queues: [2] });
    expect(calls.map(({ path }) => path)).toEqual(["/dashboard?days=30&queueIds=%5B2%5D"]);
    expect(model.answer.value?.counters.supportPending).toBe(5);
    expect(model.today.value).toBe(7);
  });

  test("a burst of ticket changes reloads the figures once", async () => {
    const { model, calls, emit } = open();
    await model.load(DEFAULT_FILTER);
    for (let n = 0; n < 50; n += 1) emit("ticket", { action: "update", ticket: { id: n } });
    expect(calls).toHaveLength(1);
    jest.advanceTimersByTime(REFRESH_MS);
    await settle();
    expect(calls).toHaveLength(2);
  });

  test("the dashboard shows immediately, without a request, that an attendant came online or went offline", async () => {
    const { model, calls, emit } = open();
    await model.load(DEFAULT_FILTER);
    emit("user", { action: "update", user: { id: 2, name: "Bruno Lima", online: true } });
    expect(model.answer.value?.attendants.find(({ id }) => id === 2)?.online).toBe(true);
    expect(calls).toHaveLength(1);
  });

  test("the dashboard keeps its figures and shows the error when a background refresh fails", async () => {
    let fails = false;
    const { model } = open(() =>
      fails ? { status: 503, body: { error: "X" } } : { body: sampleDashboard() },
    );
    await model.load(DEFAULT_FILTER);
    fails = true;
    await model.refresh();
    expect(model.answer.value).not.toBeNull();
    expect(model.error.value).not.toBeNull();
    fails = false;
    await model.refresh();
    expect(model.error.value).toBeNull();
  });

  test("an event after the page was closed does not reload the figures", async () => {
    const { model, calls, emit, stop } = open();
    await model.load(DEFAULT_FILTER);
    emit("ticket", { action: "update", ticket: { id: 1 } });
    stop();
    jest.advanceTimersByTime(REFRESH_MS);
    await settle();
    expect(calls).toHaveLength(1);
  });
});
