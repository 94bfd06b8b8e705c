import { describe, expect, test } from "bun:test";
import { type Answer, fakeApi, fakeSocket } from "#web/lib/testing/test-fakes.ts";
import { SettingsModel } from "./settings-model.ts";
import { readWindow, readWords, writeWindow, writeWords } from "./values.ts";

async function open(onPut: (key: string) => Answer) {
  const told: unknown[] = [];
  const { api, calls } = fakeApi(({ method, path }) =>
    method === "GET"
      ? {
          body: [
            { key: "call", value: "disabled" },
            { key: "asaas", value: "********" },
          ],
        }
      : onPut(path.slice("/settings/".length)),
  );
  const model = new SettingsModel({
    api,
    onSaved: () => told.push("saved"),
    onFailure: (error) => told.push((error as { code: string }).code),
  });
  const server = fakeSocket();
  server.socket.start();
  server.line().ready();
  model.listen(server.socket);
  await model.load();
  return { model, told, calls, emit: server.emit };
}

describe("saving of settings", () => {
  test("a setting is saved separately and shown with the server's value", async () => {
    const { model, told, calls } = await open((key) => ({ body: { key, value: "enabled" } }));
    expect(await model.save("call", "enabled")).toBe(true);
    expect(model.value("call")).toBe("enabled");
    expect(told).toEqual(["saved"]);
    expect(calls.at(-1)).toMatchObject({
      method: "PUT",
      path: "/settings/call",
      body: { key: "call", value: "enabled" },
    });
  });

  test("a refused setting keeps its old value and shows the error at its field until the next input", async () => {
    const fields = { value: "invalid" };
    const { model, told } = await open(() => ({
      status: 400,
      body: { error: "ERR_VALIDATION", details: { fields } },
    }));
    expect(await model.save("call", "maybe")).toBe(false);
    expect([model.value("call"), model.isRefused("call"), model.isRefused("asaas")]).toEqual([
      "disabled",
      true,
      false,
    ]);
    model.forgive("call");
    expect(model.isRefused("call")).toBe(false);
    expect(told).toEqual([]);
  });

  test("a setting that failed to save for another reason shows an error", async () => {
    const { model, told } = await open(() => ({ status: 500, body: { error: "ERR_INTERNAL" } }));
    await model.save("call", "enabled");
    expect(told).toEqual(["ERR_INTERNAL"]);
    expect(model.isSaving("call")).toBe(false);
  });

  test("repeated presses of a switch save its setting once", async () => {
    const { model, calls } = await open((key) => ({ body: { key, value: "enabled" } }));
    await Promise.all([model.save("call", "enabled"), model.save("call", "enabled")]);
    expect(calls.filter(({ method }) => method === "PUT")).toHaveLength(1);
  });

  test("a setting saved by a colleague changes on this page at once", async () => {
    const { model, emit } = await open(() => ({}));
    emit("setting", { action: "update", setting: { key: "call", value: "enabled" } });
    expect(model.value("call")).toBe("enabled");
  });
});

describe("values of structured settings", () => {
  test("opt-out keywords are typed with commas and stored once each", () => {
    expect(writeWords(" Sair, parar;PARAR\n stop ,,")).toBe('["sair","parar","stop"]');
    expect(readWords('["sair","parar"]')).toBe("sair, parar");
    expect(readWords("broken")).toBe("");
  });

  test("a sending window keeps its days in order, and without a window all times are allowed", () => {
    expect(readWindow("")).toEqual({ days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "24:00" });
    expect(writeWindow({ days: [5, 1], from: "08:00", to: "18:00" })).toBe(
      '{"days":[1,5],"from":"08:00","to":"18:00"}',
    );
  });
});
