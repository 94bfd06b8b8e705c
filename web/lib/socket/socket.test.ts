import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { SOCKET_CLOSE } from "#platform/realtime/contract.ts";
import { fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("the first frame of the socket authorizes it, and events reach listeners by the short channel name", () => {
  const { socket, line, emit } = fakeSocket();
  const heard: unknown[] = [];
  socket.on("ticket", (data) => heard.push(data));
  socket.start();
  line().ready();
  emit("ticket", { action: "update", ticket: { id: 1 } });
  expect(line().sent[0]).toEqual({ t: "auth", token: "token" });
  expect(heard).toEqual([{ action: "update", ticket: { id: 1 } }]);
  expect(socket.state.value).toBe("online");
});

test("an event received twice is applied once", () => {
  const { socket, line } = fakeSocket();
  let count = 0;
  socket.on("ticket", () => {
    count += 1;
  });
  socket.start();
  line().ready();
  const frame = { t: "event", seq: 101, channel: "company-7-ticket", data: { action: "update" } } as const;
  line().says(frame);
  line().says(frame);
  expect(count).toBe(1);
});

test("the socket reconnects with its cursor and receives the missed events", () => {
  const { socket, lines, line } = fakeSocket();
  const heard: unknown[] = [];
  socket.on("ticket", (data) => heard.push(data["n"]));
  socket.start();
  line().ready(100);
  line().says({ t: "event", seq: 103, channel: "company-7-ticket", data: { action: "update", n: 103 } });
  line().drops();
  expect(socket.state.value).toBe("offline");
  jest.advanceTimersByTime(1_100);
  expect(lines).toHaveLength(2);
  line().opens();
  expect(line().sent[0]).toEqual({ t: "auth", token: "token", cursor: 103 });
  line().says({ t: "ready", cursor: 105, sessionId: 1 });
  line().says({ t: "event", seq: 104, channel: "company-7-ticket", data: { action: "update", n: 104 } });
  line().says({ t: "event", seq: 105, channel: "company-7-ticket", data: { action: "update", n: 105 } });
  expect(heard).toEqual([103, 104, 105]);
});

test("the epoch of the hello is returned with the cursor, so that another owner can distinguish them", () => {
  const { socket, line } = fakeSocket();
  socket.start();
  line().opens();
  line().says({ t: "ready", cursor: 100, sessionId: 1, epoch: 7 });
  line().drops();
  jest.advanceTimersByTime(1_100);
  line().opens();
  expect(line().sent[0]).toEqual({ t: "auth", token: "token", cursor: 100, epoch: 7 });
});

test("a tick updates the cursor of an idle page without skipping events that are on their way", () => {
  const { socket, line } = fakeSocket();
  let count = 0;
  socket.on("ticket", () => {
    count += 1;
  });
  socket.start();
  line().ready(100);
  line().says({ t: "tick", cursor: 110 });
  line().says({ t: "event", seq: 109, channel: "company-7-ticket", data: { action: "update" } });
  expect(count).toBe(1);
  line().drops();
  jest.advanceTimersByTime(1_100);
  line().opens();
  expect(line().sent[0]?.["cursor"]).toBe(110);
});

test("a resync makes every list load again and resets the cursor", () => {
  const { socket, line } = fakeSocket();
  let reads = 0;
  socket.start();
  line().ready(100);
  socket.onResync(() => {
    reads += 1;
  });
  line().says({ t: "resync", cursor: 9_000 });
  expect(reads).toBe(1);
  line().drops();
  jest.advanceTimersByTime(1_100);
  line().opens();
  expect(line().sent[0]?.["cursor"]).toBe(9_000);
});

test("lists loaded before the socket was connected are loaded again afterwards", () => {
  const { socket, line } = fakeSocket();
  let reads = 0;
  socket.onResync(() => {
    reads += 1;
  });
  socket.start();
  line().ready();
  expect(reads).toBe(1);
});

test("watched tickets are joined again after a reconnect, and left when their last component stops watching", () => {
  const { socket, line } = fakeSocket();
  socket.start();
  line().ready();
  const leaveOne = socket.watchTicket(5);
  const leaveOther = socket.watchTicket(5);
  line().drops();
  jest.advanceTimersByTime(1_100);
  line().ready();
  expect(line().sent[0]).toMatchObject({ t: "auth", watch: [5] });
  expect(line().sent.slice(1)).toEqual([{ t: "joinChatBox", ticketId: 5 }]);
  leaveOne();
  expect(line().sent).toHaveLength(2);
  leaveOther();
  expect(line().sent.at(-1)).toEqual({ t: "leaveChatBox", ticketId: 5 });
});

test("the back-off grows with each attempt, and a page that becomes visible reconnects at once", () => {
  const { socket, lines, line } = fakeSocket();
  socket.start();
  for (let attempt = 0; attempt < 6; attempt += 1) {
    line().drops();
    jest.advanceTimersByTime(15_000);
  }
  line().drops();
  const before = lines.length;
  jest.advanceTimersByTime(14_000);
  expect(lines).toHaveLength(before);
  socket.reconnectNow();
  expect(lines).toHaveLength(before + 1);
});

test("an offline browser closes the socket at once and starts to reconnect", () => {
  const { socket, lines, line } = fakeSocket();
  socket.start();
  line().ready();
  socket.connectionLost();
  expect(socket.state.value).toBe("offline");
  expect(line().closed).toBe(true);
  socket.reconnectNow();
  line().ready();
  expect(lines).toHaveLength(2);
  expect(socket.state.value).toBe("online");
});

test("a rejected token is renewed once before the socket reconnects", async () => {
  let renewals = 0;
  const { socket, lines, line } = fakeSocket({
    refresh: async () => {
      renewals += 1;
      return true;
    },
  });
  socket.start();
  line().drops(SOCKET_CLOSE.badToken);
  await settle();
  expect([renewals, lines.length]).toEqual([1, 2]);
});

test("the socket does not reconnect after the end of the login session", () => {
  const { socket, lines, line } = fakeSocket();
  let ended = 0;
  socket.onSessionEnded(() => {
    ended += 1;
  });
  socket.start();
  line().ready();
  line().drops(SOCKET_CLOSE.sessionEnded);
  jest.advanceTimersByTime(120_000);
  expect([ended, lines.length]).toEqual([1, 1]);
});

test("a page disconnected as too slow reconnects without a cursor and loads everything again", () => {
  const { socket, line } = fakeSocket();
  let reads = 0;
  socket.start();
  line().ready();
  socket.onResync(() => {
    reads += 1;
  });
  line().drops(SOCKET_CLOSE.tooSlow);
  jest.advanceTimersByTime(1_100);
  line().opens();
  expect(line().sent[0]).toEqual({ t: "auth", token: "token" });
  line().says({ t: "ready", cursor: 700, sessionId: 1 });
  expect(reads).toBe(1);
});

test("a socket without a frame for the time of two ticks is closed", () => {
  const { socket, lines, line } = fakeSocket();
  socket.start();
  line().ready();
  jest.advanceTimersByTime(39_000);
  expect(lines).toHaveLength(1);
  jest.advanceTimersByTime(3_000);
  expect(line().closed || lines.length === 2).toBe(true);
  expect(lines).toHaveLength(2);
});

test("the page reports its user's presence every five minutes", () => {
  const { socket, line } = fakeSocket();
  socket.start();
  line().ready();
  for (let tick = 0; tick < 17; tick += 1) {
    jest.advanceTimersByTime(18_000);
    line().says({ t: "tick", cursor: 100 });
  }
  expect(line().sent.filter(({ t }) => t === "userStatus")).toHaveLength(1);
});
