import { expect, mock, test } from "bun:test";
import { sampleSchedule } from "#web/inbox/schedules/test-schedule.ts";
import { createScheduleForm, type ScheduleFormOptions, valuesOf } from "./schedule-form.ts";

// 18:30 in São Paulo.
const NOW = Date.parse("2026-11-20T21:30:40Z");

function form(options: Partial<ScheduleFormOptions> = {}) {
  const calls = {
    create: mock(async () => sampleSchedule()),
    update: mock(async (id: number) => sampleSchedule({ id })),
    upload: mock(async (id: number) => sampleSchedule({ id, mediaPath: "/media/x", mediaName: "x.pdf" })),
    removeFile: mock(async () => ({ message: "" })),
    get: mock(async (id: number) => sampleSchedule({ id })),
  };
  const saved: number[] = [];
  const failed: unknown[] = [];
  const model = createScheduleForm({
    schedule: null,
    calls,
    now: NOW,
    onSaved: ({ id }) => saved.push(id),
    onFileFailed: (error) => failed.push(error),
    onFailure: (error) => failed.push(error),
    ...options,
  });
  return { model, calls, saved, failed };
}

test("a new scheduled message is due in an hour by the company's clock, with a late limit of twelve hours", () => {
  expect(valuesOf(null, {}, NOW)).toMatchObject({
    sendAt: "2026-11-20T19:30",
    whatsappId: 0,
    recurrence: "none",
    lateLimitHours: "12",
  });
});

test("a scheduled message from a ticket starts with its contact, connection and text", () => {
  const draft = { contactId: 7, whatsappId: 3, body: "Até já" };
  expect(valuesOf(null, draft, NOW)).toMatchObject(draft);
});

test("a scheduled message with missing fields shows errors before any request", async () => {
  const { model, calls } = form();
  model.set("body", "Olá");
  model.set("sendAt", "");
  model.set("lateLimitHours", "0");
  await model.submit();
  expect(model.problems.value).toMatchObject({
    contactId: "required",
    body: "too_short",
    sendAt: "required",
    lateLimitHours: "invalid",
  });
  expect(calls.create).not.toHaveBeenCalled();
});

test("a scheduled message is saved before its file, and a failed upload is retried without a second message", async () => {
  const { model, calls, saved, failed } = form({ draft: { contactId: 7, body: "Segue o boleto" } });
  calls.upload.mockImplementationOnce(() => Promise.reject(new Error("no network")));
  model.set("file", new File(["x"], "boleto.pdf"));
  await model.submit();
  expect([saved, failed.length]).toEqual([[], 1]);
  await model.submit();
  expect(saved).toEqual([1]);
  expect([calls.create.mock.calls.length, calls.update.mock.calls.length]).toEqual([1, 1]);
});

test("an unchanged time is not sent, so that its seconds are kept", async () => {
  const schedule = sampleSchedule({ sendAt: "2026-11-21T13:00:25.000Z" });
  const { model, calls } = form({ schedule });
  model.set("body", "Outro texto");
  await model.submit();
  expect(calls.update.mock.calls[0]?.[1 as never]).not.toHaveProperty("sendAt");
});

test("a scheduled message deletes its file when it is removed", async () => {
  const schedule = sampleSchedule({ mediaPath: "/media/x", mediaName: "x.pdf" });
  const { model, calls } = form({ schedule });
  calls.update.mockImplementation(async () => schedule);
  model.set("keepsFile", false);
  await model.submit();
  expect(calls.removeFile).toHaveBeenCalledWith(1);
});

test("a sent message is not submitted", async () => {
  const { model, calls } = form({
    schedule: sampleSchedule({ status: "ENVIADA", sentAt: "2026-11-20T20:00:00Z" }),
  });
  model.set("body", "Outro texto");
  await model.submit();
  expect(calls.update).not.toHaveBeenCalled();
});

const RETURN = { templateName: "retomar", templateLanguage: "pt_BR", parameters: ["{{firstName}}"] };

test("on an official number a template replaces the text, elsewhere it is omitted", async () => {
  const draft = { contactId: 7, whatsappId: 3 };
  const official = form({ draft, isOfficial: (id) => id === 3 });
  official.model.set("template", { ...RETURN, parameters: [" "] });
  await official.model.submit();
  expect(official.model.problems.value).toEqual({ template: "required" });
  official.model.set("template", RETURN);
  await official.model.submit();
  const sent = official.calls.create.mock.calls[0]?.[0 as never];
  expect(sent).toMatchObject({ template: RETURN });
  expect(sent).not.toHaveProperty("body");
  const other = form({ draft: { ...draft, body: "Bom dia" } });
  other.model.set("template", RETURN);
  await other.model.submit();
  expect(other.calls.create.mock.calls[0]?.[0 as never]).toMatchObject({ template: null, body: "Bom dia" });
});
