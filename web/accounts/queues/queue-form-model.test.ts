import { describe, expect, test } from "bun:test";
import { ApiError } from "#web/lib/api/api-error.ts";
import { PALETTE } from "#web/ui/field/color-field.tsx";
import {
  createQueueForm,
  freeColor,
  type QueueFormOptions,
  tabOfProblems,
  valuesOf,
} from "./queue-form-model.ts";
import { sampleQueue } from "./test-queue.ts";

function setUp(change: Partial<QueueFormOptions> = {}) {
  const sent: { readonly call: string; readonly body?: unknown }[] = [];
  const told: string[] = [];
  const answer = (call: string, body?: unknown) => {
    sent.push(body === undefined ? { call } : { call, body });
    return Promise.resolve(sampleQueue());
  };
  const form = createQueueForm({
    queue: null,
    others: [],
    calls: {
      create: (body) => answer("create", body),
      update: (id, body) => answer(`update ${id}`, body),
      putFile: (id, file) => answer(`putFile ${id} ${file.name}`),
      removeFile: (id) => answer(`removeFile ${id}`),
    },
    onSaved: ({ name }) => told.push(`saved ${name}`),
    onFileFailed: () => told.push("file failed"),
    onFailure: () => told.push("failed"),
    ...change,
  });
  return { form, sent, told };
}
const refusing = (code: string) => () => Promise.reject(new ApiError(409, code));

describe("a new queue", () => {
  test("a new queue is last in the menu, with the usual hours and an unused colour", () => {
    const others = [sampleQueue({ orderQueue: 4 }), sampleQueue({ id: 2, color: PALETTE[1].toUpperCase() })];
    expect(valuesOf(null, others)).toMatchObject({ orderQueue: "5", color: PALETTE[2] });
    expect(valuesOf(null, []).schedules).toHaveLength(7);
  });

  test("a new queue gets a generated colour when all default colours are in use", () => {
    const taken = [...PALETTE];
    for (let n = 0; n < 50; n += 1) {
      const color = freeColor(taken);
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
      expect(taken).not.toContain(color as never);
      taken.push(color as never);
    }
  });

  test("a new queue is sent with all typed values, and its file after it is created", async () => {
    const { form, sent, told } = setUp();
    form.set("name", "Vendas");
    form.set("greetingFile", { kind: "put", name: "a.png", file: new File(["x"], "a.png") });
    form.set("usersDistributedTickets", [5, 3]);
    form.set("allowDistributedTickets", true);
    await form.submit();
    expect(sent.map(({ call }) => call)).toEqual(["create", "putFile 1 a.png"]);
    expect(sent[0]?.body).toMatchObject({
      name: "Vendas",
      orderQueue: "1",
      usersDistributedTickets: [5, 3],
      allowDistributedTickets: true,
    });
    expect(told).toEqual(["saved Vendas"]);
  });
});

describe("an edited queue", () => {
  test("an edited queue shows its distribution users in order, and its file can be deleted", async () => {
    const { form, sent } = setUp({
      queue: sampleQueue({ usersDistributedTickets: "9;2;5", mediaName: "a" }),
    });
    expect(form.value("usersDistributedTickets")).toEqual([9, 2, 5]);
    form.set("greetingFile", { kind: "remove" });
    await form.submit();
    expect(sent.map(({ call }) => call)).toEqual(["update 1", "removeFile 1"]);
  });

  test("an edited queue is saved even if its file is refused, and both results are shown", async () => {
    const { form, told } = setUp({
      queue: sampleQueue(),
      calls: {
        create: () => Promise.resolve(sampleQueue()),
        update: () => Promise.resolve(sampleQueue()),
        putFile: refusing("ERR_MEDIA_TYPE"),
        removeFile: () => Promise.resolve(sampleQueue()),
      },
    });
    form.set("greetingFile", { kind: "put", name: "a.bat", file: new File([], "a.bat") });
    await form.submit();
    expect(told).toEqual(["file failed", "saved Vendas"]);
  });
});

describe("errors of the queue form", () => {
  test.each([
    ["a short name", { name: "V" }, { name: "too_short" }, "general"],
    ["a long name", { name: "V".repeat(51) }, { name: "too_long" }, "general"],
    ["markup", { name: "<b>V</b>" }, { name: "invalid" }, "general"],
    ["no colour", { color: "#12" + "x" }, { color: "invalid" }, "general"],
    ["a long text", { ratingMessage: "x".repeat(4001) }, { ratingMessage: "too_long" }, "texts"],
    [
      "one person in turn",
      { allowDistributedTickets: true, usersDistributedTickets: [1] },
      { allowDistributedTickets: "too_short" },
      "distribution",
    ],
  ] as const)(
    "the error for %s is shown at its field and opens its tab",
    async (_, values, problems, tab) => {
      const { form, sent } = setUp({ queue: sampleQueue() });
      for (const [name, value] of Object.entries(values)) form.set(name, value as never);
      await form.submit();
      expect(form.problems.value).toEqual(problems);
      expect(tabOfProblems(form.problems.value)).toBe(tab);
      expect(sent).toEqual([]);
    },
  );

  test.each([
    ["ERR_NAME_IN_USE", "name", "in_use"],
    ["ERR_QUEUE_COLOR_ALREADY_EXISTS", "color", "in_use"],
    ["ERR_DISTRIBUTION_NEEDS_USERS", "allowDistributedTickets", "too_short"],
  ] as const)("the server's error with %s is shown at %s", async (code, field, problem) => {
    const { form, told } = setUp({
      queue: sampleQueue(),
      calls: {
        create: refusing(code),
        update: refusing(code),
        putFile: refusing(code),
        removeFile: refusing(code),
      },
    });
    await form.submit();
    expect(form.problem(field)).toBe(problem);
    expect(told).toEqual([]);
  });
});
