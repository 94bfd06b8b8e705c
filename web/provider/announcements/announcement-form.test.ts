import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { AnnouncementAnswer } from "#provider/announcements/contract.ts";
import { settle } from "#web/lib/testing/test-fakes.ts";
import { announcementForm, refusedPicture } from "./announcement-dialog.tsx";
import type { AnnouncementCalls } from "./announcements-api.ts";
import { sampleAnnouncement } from "./test-announcement.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function fill(
  announcement: AnnouncementAnswer | null,
  uploads: readonly (AnnouncementAnswer | Error)[] = [],
) {
  const done: string[] = [];
  const saved: AnnouncementAnswer[] = [];
  const failures: unknown[] = [];
  const results = [...uploads];
  const calls: AnnouncementCalls = {
    create: async (body) => {
      done.push(`create ${JSON.stringify(body)}`);
      return sampleAnnouncement({ id: 9, status: body.status !== false });
    },
    update: async (id, { status }) => {
      done.push(status === false ? `hide ${id}` : `update ${id}`);
      return announcement ?? sampleAnnouncement({ id, status: status !== false });
    },
    upload: async (id) => {
      done.push(`upload ${id}`);
      const result = results.shift();
      if (!result || result instanceof Error) throw result;
      return result;
    },
    detach: async (id) => {
      done.push(`detach ${id}`);
      return { message: "" };
    },
    remove: async () => ({ message: "" }),
    read: async () => ({ unread: 0 }),
    readAll: async () => ({ unread: 0 }),
  };
  const form = announcementForm({
    announcement,
    calls,
    onSaved: (one) => saved.push(one),
    onFailure: (error) => failures.push(error),
  });
  const submit = async () => {
    void form.submit();
    jest.advanceTimersByTime(1_000);
    await settle();
    await settle();
  };
  return { form, done, saved, failures, submit };
}

test("an announcement without title or text is not sent", async () => {
  const { form, done, submit } = fill(null);
  await submit();
  expect([form.problem("title"), form.problem("text"), done]).toEqual(["required", "required", []]);
});

test("a new announcement is active and of low priority by default", async () => {
  const { form, done, saved, submit } = fill(null);
  form.set("title", "Aviso");
  form.set("text", "Texto");
  await submit();
  expect(done).toEqual(['create {"title":"Aviso","text":"Texto","priority":3,"status":true}']);
  expect(saved.map(({ id }) => id)).toEqual([9]);
});

test("a failed picture upload is retried without a second announcement, which stays inactive until then", async () => {
  const withPicture = sampleAnnouncement({ id: 9, mediaPath: "/public/announcements/x.png" });
  const { form, done, saved, failures, submit } = fill(null, [new Error("broken"), withPicture]);
  form.set("title", "Aviso");
  form.set("text", "Texto");
  form.set("file", { kind: "put", name: "a.png", file: new File(["x"], "a.png") });
  await submit();
  expect([failures.length, saved.length]).toEqual([1, 0]);
  await submit();
  expect(done).toEqual([
    'create {"title":"Aviso","text":"Texto","priority":3,"status":false}',
    "upload 9",
    "hide 9",
    "upload 9",
    "update 9",
  ]);
  expect(saved.map(({ id, status }) => [id, status])).toEqual([[9, true]]);
});

test("the removed picture of an announcement is also deleted on the server", async () => {
  const { form, done, saved, submit } = fill(sampleAnnouncement({ mediaPath: "/p", mediaName: "a.png" }));
  form.set("file", { kind: "remove" });
  await submit();
  expect(done).toEqual(["update 1", "detach 1"]);
  expect(saved[0]?.mediaPath).toBeNull();
});

test("an announcement accepts only png and jpeg pictures up to 5 MB", () => {
  expect(refusedPicture({ name: "a.PNG", size: 10 })).toBeNull();
  expect(refusedPicture({ name: "a.jpeg", size: 5 * 1024 * 1024 })).toBeNull();
  expect(refusedPicture({ name: "a.jpg", size: 5 * 1024 * 1024 + 1 })).toBe("tooLarge");
  expect(refusedPicture({ name: "a.svg", size: 10 })).toBe("type");
});
