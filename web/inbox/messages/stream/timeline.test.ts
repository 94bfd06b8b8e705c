import { expect, test } from "bun:test";
import { sampleEvent, sampleMessage, sampleNote } from "#web/inbox/messages/test-samples.ts";
import { buildTimeline, type Row, type TimelineInput } from "./timeline.ts";

const at = (time: string, day = "2026-11-20") => `${day}T${time}:00.000Z`;
function rows(overrides: Partial<TimelineInput>): Row[] {
  return buildTimeline({
    messages: [],
    notes: [],
    events: [],
    ticketId: 1,
    status: "open",
    hasOlder: false,
    hasNewer: false,
    firstUnreadId: null,
    unreadCount: 0,
    dayOf: (instant) => instant.slice(0, 10),
    ...overrides,
  });
}
const kinds = (built: readonly Row[]) => built.map((row) => row.kind).join(" ");

test("the timeline shows the date before each day's messages, and the start of the ticket before the oldest message", () => {
  const messages = [
    sampleMessage({ id: 1, createdAt: at("14:00", "2026-11-19") }),
    sampleMessage({ id: 2, createdAt: at("09:00") }),
    sampleMessage({ id: 3, createdAt: at("09:20") }),
  ];
  expect(kinds(rows({ messages }))).toBe("day started message day message message");
  expect(kinds(rows({ messages, hasOlder: true }))).toBe("day message day message message");
});

test("between the messages of two tickets the timeline shows the end of the first and the start of the second", () => {
  const messages = [
    sampleMessage({ id: 1, ticketId: 4, createdAt: at("09:00") }),
    sampleMessage({ id: 2, ticketId: 5, createdAt: at("09:30") }),
  ];
  expect(kinds(rows({ messages, ticketId: 5 }))).toBe("day started message ended started message");
  expect(kinds(rows({ messages, ticketId: 5, status: "closed" }))).toEndWith("message ended");
  expect(kinds(rows({ messages, ticketId: 5, status: "closed", hasNewer: true }))).toEndWith("message");
});

test("notes and events are placed among the messages, but not outside the loaded range", () => {
  const messages = [
    sampleMessage({ id: 1, createdAt: at("14:00") }),
    sampleMessage({ id: 2, createdAt: at("14:30") }),
  ];
  const notes = [
    sampleNote({ id: 1, createdAt: at("14:13") }),
    sampleNote({ id: 2, createdAt: at("08:00") }),
  ];
  const events = [
    sampleEvent({ id: 1, at: at("14:05") }),
    sampleEvent({ id: 2, at: at("14:01"), kind: "created" }),
  ];
  expect(kinds(rows({ messages, notes, events, hasOlder: true }))).toBe("day message event note message");
  expect(kinds(rows({ messages, notes, events }))).toBe("day started note message event note message");
});

test("an event at the time of a message is placed after it and before the bot's answer", () => {
  const messages = [
    sampleMessage({ id: 1, createdAt: at("14:00") }),
    sampleMessage({ id: 2, fromMe: true, origin: "system", userId: null, createdAt: at("14:00") }),
  ];
  const events = [sampleEvent({ id: 1, at: at("14:00"), kind: "closed" })];
  const built = rows({ messages, events });
  expect(kinds(built)).toBe("day started message event message");
});

test("the unread line is before the first unseen message", () => {
  const messages = [1, 2, 3].map((id) => sampleMessage({ id, createdAt: at(`14:0${id}`) }));
  const built = rows({ messages, firstUnreadId: 2, unreadCount: 2 });
  expect(kinds(built)).toBe("day started message unread message message");
});

test("consecutive messages of a sender are one group until another sender or a time gap", () => {
  const messages = [
    sampleMessage({ id: 1, createdAt: at("14:00") }),
    sampleMessage({ id: 2, createdAt: at("14:01") }),
    sampleMessage({ id: 3, fromMe: true, createdAt: at("14:02") }),
    sampleMessage({ id: 4, fromMe: true, origin: "bot", userId: null, createdAt: at("14:02") }),
    sampleMessage({ id: 5, createdAt: at("14:03") }),
    sampleMessage({ id: 6, createdAt: at("14:30") }),
  ];
  const edges = rows({ messages }).flatMap((row) =>
    row.kind === "message" ? [`${row.message.id}${row.first ? "f" : ""}${row.last ? "l" : ""}`] : [],
  );
  expect(edges).toEqual(["1f", "2l", "3fl", "4fl", "5fl", "6fl"]);
});

test("in a group chat each member is a separate sender", () => {
  const messages = [
    sampleMessage({ id: 1, contact: { id: 1, name: "A" }, createdAt: at("14:00") }),
    sampleMessage({ id: 2, contact: { id: 2, name: "B" }, createdAt: at("14:00") }),
  ];
  const firsts = rows({ messages }).filter((row) => row.kind === "message" && row.first);
  expect(firsts).toHaveLength(2);
});

test("four pictures sent together make an album; three, or one with a caption, do not", () => {
  const picture = (id: number, body = "") =>
    sampleMessage({
      id,
      body,
      mediaType: "image",
      mediaState: "stored",
      mediaUrl: `/media/1/${id}/a.jpg`,
      createdAt: at("14:00"),
    });
  expect(kinds(rows({ messages: [1, 2, 3, 4].map((id) => picture(id)) }))).toBe("day started album");
  expect(kinds(rows({ messages: [1, 2, 3].map((id) => picture(id)) }))).toBe(
    "day started message message message",
  );
  expect(
    kinds(rows({ messages: [picture(1), picture(2, "veja"), picture(3), picture(4), picture(5)] })),
  ).toBe("day started message message message message message");
});

test("an own message keeps its key when the server's row replaces the pending one", () => {
  const clientMessageId = "5f0b1c9e-0000-4000-8000-000000000001";
  const waiting = sampleMessage({ id: -1, fromMe: true, clientMessageId });
  const stored = sampleMessage({ id: 91, fromMe: true, clientMessageId });
  const key = (built: readonly Row[]) => built.at(-1)?.key;
  expect(key(rows({ messages: [waiting] }))).toBe(key(rows({ messages: [stored] })));
});

test("the keys of the stream's rows are unique", () => {
  const messages = Array.from({ length: 300 }, (_, id) =>
    sampleMessage({ id: id + 1, ticketId: 1 + (id % 3), fromMe: id % 2 === 0, createdAt: at("10:00") }),
  );
  const keys = rows({ messages }).map((row) => row.key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a customer's first message within seven days after a campaign is marked as its answer", () => {
  const campaign = (time: string) =>
    sampleMessage({ id: 1, ticketId: 4, fromMe: true, origin: "campaign", createdAt: time });
  const said = (id: number, time: string) => sampleMessage({ id, ticketId: 5, createdAt: time });
  const marked = (messages: TimelineInput["messages"]) =>
    rows({ messages, ticketId: 5 }).flatMap((row) =>
      row.kind === "message" && row.toCampaign ? [row.message.id] : [],
    );
  expect(marked([campaign(at("09:00")), said(2, at("10:00")), said(3, at("10:01"))])).toEqual([2]);
  expect(marked([campaign(at("09:00", "2026-11-10")), said(2, at("10:00"))])).toEqual([]);
  const own = sampleMessage({ id: 1, fromMe: true, origin: "user", createdAt: at("09:00") });
  expect(marked([own, said(2, at("10:00"))])).toEqual([]);
});

test("attendances of two connections that alternate neither end nor start each other", () => {
  const said = (id: number, ticketId: number, whatsappId: number, time: string) =>
    sampleMessage({ id, ticketId, whatsappId, createdAt: at(time) });
  const messages = [
    said(1, 4, 1, "09:00"),
    said(2, 5, 2, "09:10"),
    said(3, 4, 1, "09:20"),
    said(4, 5, 2, "09:30"),
    said(5, 6, 1, "09:40"),
  ];
  const connectionName = (id: number) => (id === 1 ? "Loja" : "Suporte");
  const built = rows({ messages, ticketId: 4, connectionName });
  expect(kinds(built)).toBe("day started message started message message message ended started message");
  const via = built.flatMap((row) => ("via" in row && row.kind === "message" ? [row.via] : []));
  expect(via).toEqual(["Loja", "Suporte", "Loja", "Suporte", "Loja"]);
  expect(built.find(({ kind }) => kind === "ended")).toMatchObject({ via: "Loja" });
  expect(rows({ messages, ticketId: 4 }).some((row) => "via" in row)).toBe(false);
});

test("an attendance that was moved to another connection neither ends nor starts there", () => {
  const said = (id: number, ticketId: number, whatsappId: number) =>
    sampleMessage({ id, ticketId, whatsappId, createdAt: at(`09:0${id}`) });
  expect(kinds(rows({ messages: [said(1, 4, 1), said(2, 4, 2), said(3, 7, 1)], ticketId: 4 }))).toBe(
    "day started message message started message",
  );
});
