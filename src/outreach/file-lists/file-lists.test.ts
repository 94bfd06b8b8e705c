import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { ListUsePort, listUnused } from "#outreach/contact-lists/testing.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import type { FileListAnswer } from "./contract.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());

interface Office {
  readonly tenant: Tenant;
  readonly user: UserCtx;
  readonly api: Api;
}
function office(): Office {
  const tenant = app.company();
  const user = testUser(tenant, { profile: "admin" });
  return { tenant, user, api: app.api(user) };
}
async function newList({ api }: Office, ...options: string[]): Promise<FileListAnswer> {
  const body = { name: "Catálogos", message: "Veja", options: options.map((name) => ({ name })) };
  return (await api.post<FileListAnswer>("/files", body)).body;
}

interface Sent {
  readonly id: number | string;
  readonly file: File;
  readonly name?: string;
}
/** The upload form of the contract: one `id`, `mediaType` and `name` for each file. */
function upload(list: FileListAnswer, ...sent: Sent[]): FormData {
  const data = new FormData();
  data.set("fileId", String(list.id));
  data.set("typeArch", "fileList");
  for (const { id, file, name } of sent) {
    data.append("files", file);
    data.append("mediaType", "image/png");
    data.append("name", name ?? "");
    data.append("id", String(id));
  }
  return data;
}
const pdf = (name = "catalogo.pdf", text = "%PDF-1.7\n%%EOF") => new File([text], name);
const stored = ({ tenant }: Office) =>
  readdirSync(tenant.mediaDirectory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;

describe("a file list", () => {
  test("an admin creates, finds, changes and deletes a file list, with broadcasts to admins", async () => {
    const desk = office();
    const socket = await app.socket(desk.user);
    const list = await newList(desk, "Preços", "Fotos");
    expect(list).toMatchObject({
      name: "Catálogos",
      message: "Veja",
      userId: desk.user.actor.id,
      options: [
        { name: "Preços", path: null, mediaType: null, file: null },
        { name: "Fotos", path: null, mediaType: null, file: null },
      ],
    });
    expect(await socket.event("file", "create")).toMatchObject({ record: { id: list.id } });
    expect((await desk.api.get("/files?searchParam=CATALOGO")).body).toMatchObject({
      files: [{ id: list.id }],
      count: 1,
      hasMore: false,
    });
    const [prices, photos] = list.options;
    const changed = await desk.api.put(`/files/${list.id}`, {
      name: "Novos",
      message: "Olá",
      options: [{ id: photos?.id, name: "Imagens" }, { name: "Mapa" }],
    });
    expect(changed.body.options).toMatchObject([{ id: photos?.id, name: "Imagens" }, { name: "Mapa" }]);
    expect(changed.body.options.map(({ id }: { id: number }) => id)).not.toContain(prices?.id);
    expect(await socket.event("file", "update")).toMatchObject({ record: { name: "Novos" } });
    await desk.api.delete(`/files/${list.id}`);
    expect(await socket.event("file", "delete")).toMatchObject({ id: list.id });
    expect((await desk.api.get(`/files/${list.id}`)).status).toBe(404);
    socket.close();
  });

  test("a file list has a name of at least 3 characters, a message, and options with names", async () => {
    const { api } = office();
    const good = { name: "Abc", message: "Oi", options: [] };
    for (const [wrong, field, problem] of [
      [{ name: "ab" }, "name", "too_short"],
      [{ message: "" }, "message", "required"],
      [{ message: "  " }, "message", "required"],
      [{ options: [{ name: "" }] }, "options.0.name", "required"],
    ] as const) {
      const { status, body } = await api.post("/files", { ...good, ...wrong });
      expect([status, body.details?.fields]).toEqual([400, { [field]: problem }]);
    }
    expect((await api.get("/files")).body.count).toBe(0);
  });

  test("file lists are for admins only", async () => {
    const desk = office();
    const list = await newList(desk, "Um");
    const api = app.api(testUser(desk.tenant, { profile: "supervisor" }));
    for (const reply of [
      await api.get("/files"),
      await api.get(`/files/${list.id}`),
      await api.post("/files", { name: "Abc", message: "x" }),
      await api.put(`/files/${list.id}`, { name: "Abc", message: "x" }),
      await api.delete(`/files/${list.id}`),
      await api.post(`/files/uploadList/${list.id}`, upload(list, { id: 1, file: pdf() })),
    ])
      expect([reply.status, reply.body.error]).toEqual([403, "ERR_NO_PERMISSION"]);
  });
});

describe("the files of a list", () => {
  test("uploaded files are attached to their options and can be opened", async () => {
    const desk = office();
    const list = await newList(desk, "Preços", "Fotos");
    const [prices, photos] = list.options;
    const done = await desk.api.post<FileListAnswer>(
      `/files/uploadList/${list.id}`,
      upload(list, { id: photos?.id ?? 0, file: pdf("fotos.pdf") }, { id: prices?.id ?? 0, file: pdf() }),
    );
    expect(done.body.options).toMatchObject([
      { name: "Preços", file: "catalogo.pdf", mediaType: "application/pdf", size: 14 },
      { name: "Fotos", file: "fotos.pdf", mediaType: "application/pdf" },
    ]);
    const file = await fetch(`${app.url}${done.body.options[0]?.path}`);
    expect([file.status, await file.text()]).toEqual([200, "%PDF-1.7\n%%EOF"]);
  });

  test("a file is matched to a new option by its name", async () => {
    const desk = office();
    const list = await newList(desk, "Mapa");
    const done = await desk.api.post<FileListAnswer>(
      `/files/uploadList/${list.id}`,
      upload(list, { id: "", name: "Mapa", file: pdf("mapa.pdf") }),
    );
    expect(done.body.options).toMatchObject([{ name: "Mapa", file: "mapa.pdf" }]);
  });

  test("a new file replaces the previous one, and files are deleted with their option and list", async () => {
    const desk = office();
    const list = await newList(desk, "Preços", "Fotos");
    for (const option of list.options)
      for (const name of ["um.pdf", "dois.pdf"])
        await desk.api.post(`/files/uploadList/${list.id}`, upload(list, { id: option.id, file: pdf(name) }));
    await becomesTrue(() => stored(desk) === 2);
    const [prices] = list.options;
    await desk.api.put(`/files/${list.id}`, {
      name: "Abc",
      message: "x",
      options: [{ id: prices?.id, name: "Preços" }],
    });
    await becomesTrue(() => stored(desk) === 1);
    await desk.api.delete(`/files/${list.id}`);
    await becomesTrue(() => stored(desk) === 0);
  });

  test("an upload with an invalid or unmatched file is rejected as a whole", async () => {
    const desk = office();
    const [list, other] = [await newList(desk, "Um", "Dois"), await newList(desk, "Alheio")];
    const [first, second] = list.options;
    const send = async (...sent: Sent[]) => {
      const { status, body } = await desk.api.post(`/files/uploadList/${list.id}`, upload(list, ...sent));
      return [status, body.error];
    };
    const good = { id: first?.id ?? 0, file: pdf() };
    expect(await send()).toEqual([400, "ERR_VALIDATION"]);
    expect(await send(good, { id: second?.id ?? 0, file: new File(["MZ\x90\0"], "a.exe") })).toEqual([
      415,
      "ERR_MEDIA_TYPE",
    ]);
    expect(await send(good, { id: other.options[0]?.id ?? 0, file: pdf() })).toEqual([400, "ERR_VALIDATION"]);
    expect(await send(good, good)).toEqual([400, "ERR_VALIDATION"]);
    expect(await send({ id: good.id, file: new File([], "leer.pdf") })).toEqual([400, "ERR_VALIDATION"]);
    expect((await desk.api.get<FileListAnswer>(`/files/${list.id}`)).body.options[0]?.file).toBeNull();
    await becomesTrue(() => stored(desk) === 0);
    const missing = await desk.api.post("/files/uploadList/99999", upload(list, good));
    expect([missing.status, missing.body.error]).toEqual([404, "ERR_NOT_FOUND"]);
  });

  test("file lists that a campaign needs cannot be changed", async () => {
    const desk = office();
    const list = await newList(desk, "Um");
    app.installation.ports.plug(ListUsePort, { ...listUnused, fileList: (_, id) => id === list.id });
    const option = { id: list.options[0]?.id ?? 0, file: pdf() };
    for (const reply of [
      await desk.api.delete(`/files/${list.id}`),
      await desk.api.put(`/files/${list.id}`, { name: "Abc", message: "x", options: [] }),
      await desk.api.post(`/files/uploadList/${list.id}`, upload(list, option)),
    ])
      expect([reply.status, reply.body.error]).toEqual([409, "ERR_LIST_IN_USE"]);
    app.installation.ports.plug(ListUsePort, listUnused);
    expect((await desk.api.delete(`/files/${list.id}`)).status).toBe(200);
  });
});
