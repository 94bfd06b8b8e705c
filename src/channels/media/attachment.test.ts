import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "#platform/errors.ts";
import { type TestInstallation, testInstallation } from "#test/helpers/installation.ts";
import { attachmentKind, copyMediaFile, presentAttachment, receiveAttachment } from "./attachment.ts";
import { mediaFileById, mediaStoreOf, removeMediaFile } from "./storage/files.ts";
import { png as picturePng } from "./testing.ts";

let at: TestInstallation;
beforeAll(() => {
  at = testInstallation();
});
afterAll(() => at.close());

const upload = (...files: readonly File[]) => {
  const body = new FormData();
  body.append("typeArch", "quickMessage");
  for (const file of files) body.append("file", file);
  return new Request("http://localhost/", { method: "POST", body });
};
const onDisk = (directory: string): string[] =>
  existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof AppError ? `${error.status} ${error.code}` : error;
};
const png = async () => new Uint8Array(await picturePng());
const keep = (_: unknown, id: number) => id;

describe("an attachment", () => {
  test("an attachment is stored with its name and presented with a signed address", async () => {
    const tenant = at.company();
    const id = await receiveAttachment(tenant, upload(new File([await png()], "Tabela de preços.png")), keep);
    const { mediaPath, mediaName } = presentAttachment(tenant, id);
    expect(mediaName).toBe("Tabela de preços.png");
    expect(mediaPath).toMatch(new RegExp(`^/media/${tenant.id}/${id}/Tabela.*\\?e=\\d+&s=`));
    expect(presentAttachment(tenant, null)).toEqual({ mediaPath: null, mediaName: null });
    expect(presentAttachment(tenant, 999)).toEqual({ mediaPath: null, mediaName: null });
  });

  test("an attachment is refused without a file, with several files or with an executable; nothing stays on disk", async () => {
    const tenant = at.company();
    const picture = new File([await png()], "a.png");
    expect(await refusal(receiveAttachment(tenant, upload(), keep))).toBe("400 ERR_VALIDATION");
    expect(await refusal(receiveAttachment(tenant, upload(new File([], "")), keep))).toBe(
      "400 ERR_VALIDATION",
    );
    expect(await refusal(receiveAttachment(tenant, upload(picture, picture), keep))).toBe(
      "400 ERR_VALIDATION",
    );
    const program = new File(["echo"], "virus.bat");
    expect(await refusal(receiveAttachment(tenant, upload(program), keep))).toBe("415 ERR_MEDIA_TYPE");
    expect(onDisk(tenant.mediaDirectory)).toEqual([]);
  });

  test("an upload for a row that was deleted meanwhile is rejected and leaves no file", async () => {
    const tenant = at.company();
    const gone = () => {
      throw new AppError(404, "ERR_NOT_FOUND");
    };
    const picture = new File([await png()], "a.png");
    expect(await refusal(receiveAttachment(tenant, upload(picture), gone))).toBe("404 ERR_NOT_FOUND");
    expect(onDisk(tenant.mediaDirectory)).toEqual([]);
    expect(mediaFileById(tenant.db, 1)).toBeUndefined();
  });

  test("an attachment stays on disk while a row of a sent message refers to it", async () => {
    const tenant = at.company();
    const id = await receiveAttachment(tenant, upload(new File(["texto"], "a.txt")), keep);
    const file = mediaFileById(tenant.db, id);
    if (!file) throw new Error("the file is there");
    const copy = tenant.write((unit) => copyMediaFile(unit, file));
    tenant.write((unit) => removeMediaFile(unit, id));
    await Bun.sleep(0);
    expect(existsSync(mediaStoreOf(tenant).pathOf(file.path ?? ""))).toBe(true);
    expect(presentAttachment(tenant, copy).mediaName).toBe("a.txt");
  });

  test("an attachment is sent as the kind the channel accepts", async () => {
    const tenant = at.company();
    const fileOf = async (file: File) => {
      const id = await receiveAttachment(tenant, upload(file), keep);
      const row = mediaFileById(tenant.db, id);
      if (!row) throw new Error("the file is there");
      return row;
    };
    const picture = await fileOf(new File([await png()], "a.png"));
    const text = await fileOf(new File(["texto"], "a.txt"));
    const damaged = await fileOf(new File([(await png()).slice(0, 20)], "b.png"));
    expect(attachmentKind("whatsapp", picture)).toBe("image");
    expect(attachmentKind("whatsapp", { ...picture, size: 20 * 1024 * 1024 })).toBe("application");
    expect(attachmentKind("whatsapp", damaged)).toBe("application");
    expect(attachmentKind("whatsapp", text)).toBe("application");
    expect(attachmentKind("instagram", text)).toBeNull();
    expect(onDisk(join(tenant.mediaDirectory, "incoming"))).toEqual([]);
  });
});
