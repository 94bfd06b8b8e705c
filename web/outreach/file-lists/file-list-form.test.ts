import { expect, test } from "bun:test";
import type { FileListAnswer } from "#outreach/file-lists/contract.ts";
import { createFileListForm, newOption } from "./file-list-form.ts";
import type { FileUpload } from "./file-lists-api.ts";

const option = (id: number, name: string, file: string | null = null) => ({
  id,
  name,
  file,
  path: file && `/media/${id}`,
  mediaType: file && "application/pdf",
  size: file && 14,
});
const list = (...options: ReturnType<typeof option>[]): FileListAnswer => ({
  id: 7,
  name: "Catálogos",
  message: "Veja",
  userId: 1,
  companyId: 1,
  options: options as FileListAnswer["options"],
  createdAt: "2026-11-20T15:00:00.000Z",
  updatedAt: "2026-11-20T15:00:00.000Z",
});
const pdf = (name: string) => new File(["%PDF"], name);
const put = (name: string) => ({ kind: "put" as const, name, file: pdf(name) });

function open(known: FileListAnswer | null, answer: FileListAnswer, refuse?: (name: string) => boolean) {
  const bodies: unknown[] = [];
  const sent: Pick<FileUpload, "optionId" | "name">[] = [];
  const saved: FileListAnswer[] = [];
  const failures: unknown[] = [];
  const model = createFileListForm({
    list: known,
    onSaved: (one) => void saved.push(one),
    onFailure: (error) => void failures.push(error),
    calls: {
      create: async (body) => {
        bodies.push({ create: body });
        return answer;
      },
      update: async (id, body) => {
        bodies.push({ update: id, body });
        return answer;
      },
      upload: async ({ optionId, name, file, onProgress }) => {
        if (refuse?.(file.name)) throw new Error("refused");
        onProgress(0.5);
        sent.push({ optionId, name });
        return answer;
      },
    },
  });
  return { model, bodies, sent, saved, failures };
}

test("a new file list is saved first, then each file is uploaded to its option", async () => {
  const { model, bodies, sent, saved } = open(null, list(option(1, "Preços"), option(2, "Fotos")));
  model.form.set("name", "Catálogos");
  model.form.set("message", "Veja");
  model.form.set("options", [
    { ...newOption(), name: "Preços" },
    { ...newOption(), name: "Fotos", change: put("fotos.pdf") },
  ]);
  await model.form.submit();
  expect(bodies).toEqual([
    { create: { name: "Catálogos", message: "Veja", options: [{ name: "Preços" }, { name: "Fotos" }] } },
  ]);
  expect(sent).toEqual([{ optionId: 2, name: "Fotos" }]);
  expect(saved).toHaveLength(1);
});

test("an option of a file list whose file was removed is created again, so that the server deletes the file", async () => {
  const known = list(option(1, "Preços", "precos.pdf"), option(2, "Fotos", "fotos.pdf"));
  const { model, bodies } = open(known, known);
  const [prices, photos] = model.form.value("options");
  if (!prices || !photos) throw new Error("no options");
  model.form.set("options", [{ ...prices, change: { kind: "remove" } }, photos]);
  await model.form.submit();
  expect(bodies).toMatchObject([
    { update: 7, body: { options: [{ name: "Preços" }, { id: 2, name: "Fotos" }] } },
  ]);
  expect(JSON.stringify(bodies)).not.toContain('"id":1');
});

test("a file list with a name of two characters or an empty message is refused before the request", async () => {
  const { model, bodies } = open(null, list());
  model.form.set("name", "ab");
  model.form.set("options", []);
  await model.form.submit();
  expect([model.form.problem("name"), model.form.problem("message"), bodies]).toEqual([
    "too_short",
    "required",
    [],
  ]);
});

test("after a refused file the retry updates the existing file list instead of creating another", async () => {
  let isRefusing = true;
  const { model, bodies, failures, saved } = open(null, list(option(1, "Preços")), () => isRefusing);
  model.form.set("name", "Catálogos");
  model.form.set("message", "Veja");
  model.form.set("options", [{ ...newOption(), name: "Preços", change: put("a.pdf") }]);
  await model.form.submit();
  expect([failures.length, saved.length]).toEqual([1, 0]);
  isRefusing = false;
  await model.form.submit();
  expect(bodies.map((body) => Object.keys(body as object)[0])).toEqual(["create", "update"]);
  expect(saved).toHaveLength(1);
});
