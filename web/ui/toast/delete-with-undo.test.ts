import { afterEach, expect, test } from "bun:test";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { isPendingDelete } from "#web/lib/lists/pending-deletes.ts";
import { deleteWithUndo, finishPendingDeletes } from "./delete-with-undo.ts";
import { toast, toasts } from "./toast.ts";

await startPortuguese();

afterEach(async () => {
  await finishPendingDeletes();
  toasts.list.value = [];
});

function begin(remove: () => Promise<unknown> = async () => undefined) {
  const sent: (readonly number[])[] = [];
  deleteWithUndo({
    kind: "tag",
    ids: [1, 2],
    message: "Excluídas.",
    remove: (ids) => {
      sent.push(ids);
      return remove();
    },
  });
  const told = toasts.list.value.at(-1);
  if (!told) throw new Error("nothing was said");
  return { sent, told };
}
const hidden = () => [1, 2, 3].map((id) => isPendingDelete("tag", id));

test("a deleted row disappears immediately and is deleted on the server when the toast closes", async () => {
  const { sent, told } = begin();
  expect(told).toMatchObject({ text: "Excluídas.", action: { label: "Desfazer" } });
  expect([hidden(), sent]).toEqual([[true, true, false], []]);
  toasts.close(told.id);
  await finishPendingDeletes();
  expect([hidden(), sent]).toEqual([[false, false, false], [[1, 2]]]);
});

test("an undone delete sends no request and shows the row again", async () => {
  const { sent, told } = begin();
  toasts.act(told);
  await finishPendingDeletes();
  expect([hidden(), sent]).toEqual([[false, false, false], []]);
});

test("a delete is carried out when newer toasts displace its toast", async () => {
  const { sent } = begin();
  for (const text of ["a", "b", "c", "d"]) toast.info(text);
  expect(sent).toEqual([[1, 2]]);
});

test("pending deletes are sent when the page is closed", () => {
  const { sent } = begin();
  globalThis.dispatchEvent(new Event("pagehide"));
  expect(sent).toEqual([[1, 2]]);
});

test("a delete that the server rejects shows the row again with the error", async () => {
  const { told } = begin(() => Promise.reject(new ApiError(409, "ERR_LIST_IN_USE")));
  toasts.close(told.id);
  await finishPendingDeletes();
  expect(hidden()).toEqual([false, false, false]);
  expect(toasts.list.value.at(-1)?.tone).toBe("error");
});
