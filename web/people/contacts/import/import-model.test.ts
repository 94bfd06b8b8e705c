import { expect, test } from "bun:test";
import type { ImportAnswer } from "#outreach/contact-imports/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { secondsLeft } from "#web/lib/format/seconds-left.ts";
import { fakeSocket, settle } from "#web/lib/testing/test-fakes.ts";
import type { ImportCalls } from "./import-api.ts";
import { ContactImports } from "./import-model.ts";

const answer = (fields: Partial<ImportAnswer>): ImportAnswer => ({
  id: 1,
  state: "done",
  dryRun: true,
  source: "file",
  fileName: "a.csv",
  userId: 1,
  contactListId: null,
  total: 2,
  done: 2,
  created: 2,
  updated: 0,
  duplicates: 0,
  invalidCount: 0,
  createdAt: "2026-11-20T15:00:00.000Z",
  startedAt: null,
  finishedAt: null,
  columns: ["Nome", "Fone"],
  mapping: ["name", "number"],
  preview: [],
  invalid: [],
  ...fields,
});
const file = new File(["x"], "a.csv");

function desk(answers: (id: number) => ImportAnswer, refuse?: () => ApiError | null) {
  const begun: Parameters<ImportCalls["begin"]>[0][] = [];
  const cancelled: number[] = [];
  let ids = 0;
  const model = new ContactImports({
    async begin(wish) {
      begun.push(wish);
      const refusal = refuse?.();
      if (refusal) throw refusal;
      ids += 1;
      return { importId: ids };
    },
    get: async (id) => answers(id),
    list: async () => [],
    async cancel(id) {
      cancelled.push(id);
      return { message: "" };
    },
    report: async () => new Blob(),
  });
  return { model, begun, cancelled };
}

test("an import shows a preview of the file with its detected columns before it starts", async () => {
  const { model, begun } = desk((id) =>
    answer({ id, dryRun: id === 1, state: id === 1 ? "done" : "running" }),
  );
  await model.choose(file);
  expect([model.step.value, begun[0]]).toMatchObject([
    "check",
    { dryRun: true, mapping: null, countryCode: "55" },
  ]);
  await model.start();
  expect([model.step.value, begun[1]]).toMatchObject(["run", { dryRun: false, mapping: ["name", "number"] }]);
});

test("a file without a detected number column asks the user to choose one", async () => {
  const refusals = [new ApiError(400, "ERR_IMPORT_COLUMNS", { columns: ["Quem", "Linha"] }), null];
  const { model, begun } = desk(
    (id) => answer({ id, columns: ["Quem", "Linha"], mapping: ["extra", "number"] }),
    () => refusals.shift() ?? null,
  );
  await model.choose(file);
  expect(model.step.value).toBe("check");
  expect(model.look.value).toEqual({ columns: ["Quem", "Linha"], mapping: ["extra", "extra"], result: null });
  model.setRole(1, "number");
  await Bun.sleep(450);
  expect(begun[1]?.mapping).toEqual(["extra", "number"]);
  expect(model.look.value?.result?.created).toBe(2);
});

test("a role that only one column can have is removed from the column that had it", async () => {
  const { model } = desk((id) => answer({ id, columns: ["A", "B"], mapping: ["number", "extra"] }));
  await model.choose(file);
  model.setRole(1, "number");
  expect(model.look.value?.mapping).toEqual(["extra", "number"]);
  model.again();
});

test("another file cancels the preview of the first file", async () => {
  const { model, begun, cancelled } = desk((id) => answer({ id, state: id === 1 ? "running" : "done" }));
  const first = model.choose(file);
  await settle();
  const second = model.choose(new File(["y"], "b.csv"));
  await Promise.all([first, second]);
  expect([cancelled, begun.map((wish) => wish.file?.name)]).toEqual([[1], ["a.csv", "b.csv"]]);
  expect(model.step.value).toBe("check");
});

test("a refused import shows the file step with the reason", async () => {
  const { model } = desk(
    () => answer({}),
    () => new ApiError(415, "ERR_MEDIA_TYPE"),
  );
  await model.choose(file);
  expect([model.step.value, model.error.value?.code]).toEqual(["file", "ERR_MEDIA_TYPE"]);
});

test("the import page shows the progress of a running import from its events, then the report", async () => {
  const { model } = desk((id) =>
    answer({ id, dryRun: false, state: id === 2 && ended ? "done" : id === 2 ? "running" : "done" }),
  );
  let ended = false;
  const line = fakeSocket();
  line.socket.start();
  line.line().ready();
  const stop = model.open(line.socket);
  await model.choose(file);
  await model.start();
  line.emit("contactImport", {
    action: "update",
    record: answer({ id: 2, dryRun: false, state: "running", done: 1 }),
  });
  expect(model.running.value?.done).toBe(1);
  ended = true;
  line.emit("contactImport", { action: "update", record: answer({ id: 2, dryRun: false, state: "done" }) });
  await settle();
  expect([model.step.value, model.report.value?.id, model.running.value]).toEqual(["report", 2, null]);
  stop();
});

test("a running preview is not shown as a running import", () => {
  const { model } = desk(() => answer({}));
  const line = fakeSocket();
  line.socket.start();
  line.line().ready();
  const stop = model.open(line.socket);
  line.emit("contactImport", { action: "update", record: answer({ id: 9, dryRun: true, state: "running" }) });
  expect(model.running.value).toBeNull();
  stop();
});

test("the remaining time of an import is estimated from its progress", () => {
  expect(secondsLeft(500, 10_000, 0, 1000)).toBeNull();
  expect(secondsLeft(5000, 10_000, 0, 30_000)).toBe(30);
  expect(secondsLeft(10_000, 10_000, 0, 30_000)).toBeNull();
});
