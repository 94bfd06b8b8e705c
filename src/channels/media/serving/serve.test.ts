import { afterAll, describe, expect, test } from "bun:test";
import { scratchDirectory } from "#channels/media/testing.ts";
import { sha256 } from "#platform/ids.ts";
import { type ServedFile, serveFile } from "./serve.ts";

const scratch = scratchDirectory();
afterAll(() => scratch.remove());
const content = "0123456789";
const served: ServedFile = {
  path: await scratch.file("a", content),
  mimeType: "audio/mpeg",
  fileName: "áudio.mp3",
  sha256: sha256(content),
};
const get = async (headers: Record<string, string> = {}, file: Partial<ServedFile> = {}, method = "GET") => {
  const request = new Request("http://localhost/media/1/1/a", { headers, method });
  const answer = await serveFile(request, { ...served, ...file });
  if (!answer) throw new Error("no file");
  return answer;
};

describe("serving a stored file", () => {
  test("a stored file is sent whole with its stored type, cacheable only by the browser", async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(content);
    expect(answer.headers.get("content-type")).toBe("audio/mpeg");
    expect(answer.headers.get("content-length")).toBe("10");
    expect(answer.headers.get("cache-control")).toStartWith("private");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([
    ["bytes=0-3", "0123", "bytes 0-3/10"],
    ["bytes=4-", "456789", "bytes 4-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=8-99", "89", "bytes 8-9/10"],
    ["bytes=-99", content, "bytes 0-9/10"],
  ])("a request for the range %s of a file is answered with that part", async (range, text, contentRange) => {
    const answer = await get({ range });
    expect(answer.status).toBe(206);
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get("content-range")).toBe(contentRange);
    expect(answer.headers.get("content-length")).toBe(String(text.length));
  });

  test.each(["bytes=10-", "bytes=99-100", "bytes=-0"])(
    "a request for the range %s outside the file is answered with 416",
    async (range) => {
      const answer = await get({ range });
      expect(answer.status).toBe(416);
      expect(answer.headers.get("content-range")).toBe("bytes */10");
    },
  );

  test.each([
    "bytes=5-2",
    "bytes=0-1,3-4",
    "bytes=a-b",
    "bytes=-",
    "items=0-1",
    "bytes=0-99999999999999999999",
    `bytes=${"0-0,".repeat(5000)}1-1`,
  ])("ignores the invalid range %.30s and sends everything", async (range) => {
    const answer = await get({ range });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(content);
  });

  test("a response to a range request never mixes parts of different versions", async () => {
    const etag = (await get()).headers.get("etag") ?? "";
    expect((await get({ range: "bytes=0-1", "if-range": etag })).status).toBe(206);
    expect((await get({ range: "bytes=0-1", "if-range": '"other"' })).status).toBe(200);
  });

  test("a request for a file that the browser has cached is answered with 304", async () => {
    const etag = (await get()).headers.get("etag") ?? "";
    const answer = await get({ "if-none-match": etag });
    expect(answer.status).toBe(304);
    expect(await answer.text()).toBe("");
  });

  test("a HEAD request is answered with the file's size and no body", async () => {
    const answer = await get({}, {}, "HEAD");
    expect(answer.headers.get("content-length")).toBe("10");
    expect(await answer.text()).toBe("");
  });

  test.each([
    ["image/png", "inline"],
    ["video/mp4", "inline"],
    ["application/pdf", "inline"],
    ["image/svg+xml", "attachment"],
    ["text/html", "attachment"],
    ["application/xml", "attachment"],
    ["text/plain", "attachment"],
    ["application/octet-stream", "attachment"],
  ])("a stored file of type %s is served as %s", async (mimeType, place) => {
    const answer = await get({}, { mimeType });
    expect(answer.headers.get("content-disposition")).toStartWith(`${place};`);
    if (mimeType !== "application/pdf") {
      expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    }
  });

  test("the header of a served file has its name escaped", async () => {
    const answer = await get({}, { fileName: 'a";\r\nset-cookie: x=1; "é.pdf' });
    const header = answer.headers.get("content-disposition") ?? "";
    expect(header).not.toMatch(/[\r\n]/);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(header).toEndWith("filename*=UTF-8''a%22%3B%0D%0Aset-cookie%3A%20x%3D1%3B%20%22%C3%A9.pdf");
  });

  test("a file that is not on disk is served as null", async () => {
    const request = new Request("http://localhost/");
    expect(await serveFile(request, { ...served, path: "/nowhere/at-all" })).toBeNull();
  });
});
