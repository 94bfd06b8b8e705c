import { afterAll, describe, expect, test } from "bun:test";
import { jpeg, png, scratchDirectory } from "#channels/media/testing.ts";
import { examineFile } from "./examine.ts";

const scratch = scratchDirectory();
afterAll(() => scratch.remove());

describe("inspecting a received file", () => {
  test("a picture gets its size and a clean name", async () => {
    const path = await scratch.file("a", await png(20, 10));
    expect(await examineFile(path, "../foto\u202E.png")).toEqual({
      kind: "image",
      mimeType: "image/png",
      extension: "png",
      executable: false,
      fileName: "foto.png",
      picture: { width: 20, height: 10 },
    });
  });

  test("a picture that cannot be decoded is a document without preview", async () => {
    const path = await scratch.file("a", (await jpeg(20, 10)).subarray(0, 20));
    expect(await examineFile(path, "foto.jpg")).toMatchObject({ kind: "application", picture: null });
  });

  test("other files have no picture size", async () => {
    const path = await scratch.file("a", "%PDF-1.7\n");
    expect(await examineFile(path, "a.pdf")).toMatchObject({ kind: "application", picture: null });
  });
});
