import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { AppError } from "#platform/errors.ts";
import { readUpload, type UploadLimits, type UploadSink } from "./upload.ts";

const limits: UploadLimits = { maxFiles: 2, maxFileBytes: 100_000, maxFields: 3, maxFieldBytes: 1_000 };

/** An upload sink in memory that records which files were discarded. */
function memorySink(refuseAbove = Number.POSITIVE_INFINITY) {
  const kept = new Set<string>();
  let open = 0;
  const sink: UploadSink<string> = {
    async receive(stream) {
      open++;
      try {
        let text = "";
        for await (const piece of stream) {
          text += Buffer.from(piece).toString("latin1");
          if (text.length > refuseAbove) throw new AppError(409, "ERR_PLAN_LIMIT");
        }
        kept.add(text);
        return text;
      } finally {
        open--;
      }
    },
    discard: async (file) => void kept.delete(file),
  };
  return { sink, kept, open: () => open };
}
const form = (entries: readonly (readonly [string, string | File])[]) => {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return new Request("http://localhost/", { method: "POST", body: data });
};
const raw = (body: string, boundary = "X") =>
  new Request("http://localhost/", {
    method: "POST",
    body,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  });
const part = (head: string, body: string) =>
  `--X\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;

async function refusal(request: Request, memory = memorySink()): Promise<string> {
  const error = await readUpload(request, limits, memory.sink).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect([...memory.kept]).toEqual([]);
  expect(memory.open()).toBe(0);
  if (!(error instanceof AppError)) throw error;
  return `${error.status} ${error.code}`;
}

describe("an upload", () => {
  test("an upload returns its fields and files in order with the sent names", async () => {
    const memory = memorySink();
    const request = form([
      ["body", "olá, você"],
      ["medias", new File(["um"], "relatório ção.pdf")],
      ["medias", new File(["dois"], "b.txt")],
      ["__proto__", "x"],
    ]);
    const upload = await readUpload(request, limits, memory.sink);
    expect([...upload.fields]).toEqual([
      ["body", "olá, você"],
      ["__proto__", "x"],
    ]);
    expect(upload.files).toEqual([
      { field: "medias", fileName: "relatório ção.pdf", file: "um" },
      { field: "medias", fileName: "b.txt", file: "dois" },
    ]);
  });

  test("many large uploads at the same time do not block other requests", async () => {
    const size = 1_000_000;
    const wide = { ...limits, maxFileBytes: size };
    const file = new File(["x".repeat(size)], "a");
    let open = 20;
    const uploads = Array.from({ length: open }, async () => {
      await readUpload(form([["medias", file]]), wide, memorySink().sink);
      open -= 1;
    });
    let served = 0;
    while (open > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      served += 1;
    }
    await Promise.all(uploads);
    // About one request was served per piece of 64 kB.
    expect(served).toBeGreaterThan((20 * size) / (64 * 1024));
  });

  test("a file of exactly the maximum size is accepted, one byte more is rejected", async () => {
    const file = (size: number) => form([["medias", new File(["x".repeat(size)], "a")]]);
    const upload = await readUpload(file(100_000), limits, memorySink().sink);
    expect(upload.files[0]?.file).toHaveLength(100_000);
    expect(await refusal(file(100_001))).toBe("413 ERR_MEDIA_TOO_LARGE");
  });

  test("too many files, fields or parts are rejected and nothing is kept", async () => {
    const file = new File(["x"], "a");
    expect(await refusal(form([1, 2, 3].map((n) => [`f${n}`, file])))).toBe("400 ERR_VALIDATION");
    expect(await refusal(form([1, 2, 3, 4].map((n) => [`f${n}`, "x"])))).toBe("400 ERR_VALIDATION");
    expect(await refusal(form([["body", "x".repeat(1_001)]]))).toBe("400 ERR_VALIDATION");
  });

  test("a body above the total limit is aborted while it arrives", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64_000;
        controller.enqueue(Buffer.alloc(64_000, "x"));
      },
    });
    const headers = { "content-type": "multipart/form-data; boundary=X" };
    const request = new Request("http://localhost/", { method: "POST", body, headers });
    expect(await refusal(request)).toBe("413 ERR_MEDIA_TOO_LARGE");
    expect(sent).toBeLessThan(600_000);
  });

  test("written pieces are freed while the upload continues", async () => {
    const PIECES = 200;
    const head = part(`name="f"; filename="a"`, "").slice(0, -2);
    const pieces: WeakRef<Uint8Array>[] = [];
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(head)),
      pull(controller) {
        const piece = Buffer.alloc(100_000, "x");
        pieces.push(new WeakRef(piece));
        controller.enqueue(piece);
        if (pieces.length < PIECES) return;
        controller.enqueue(Buffer.from("\r\n--X--\r\n"));
        controller.close();
      },
    });
    const headers = { "content-type": "multipart/form-data; boundary=X" };
    const request = new Request("http://localhost/", { method: "POST", body, headers });
    let held = PIECES;
    const counting: UploadSink<number> = {
      async receive(stream) {
        let total = 0;
        for await (const piece of stream) total += piece.length;
        Bun.gc(true);
        held = pieces.filter((piece) => piece.deref()).length;
        return total;
      },
      discard: async () => undefined,
    };
    const upload = await readUpload(request, { ...limits, maxFileBytes: 1e9 }, counting);
    expect(upload.files[0]?.file).toBe(PIECES * 100_000);
    expect(held).toBeLessThan(PIECES / 4);
  });

  test("a content-length above the limit is rejected before the body is read", async () => {
    const request = raw("");
    request.headers.set("content-length", "999999999");
    expect(await refusal(request)).toBe("413 ERR_MEDIA_TOO_LARGE");
  });

  test.each([
    ["JSON", new Request("http://localhost/", { method: "POST", body: "{}" })],
    ["no boundary", raw("", "")],
    ["a body that ends in the middle", raw(part(`name="a"; filename="a"`, "abc"))],
    ["a body that ends in a header", raw("--X\r\ncontent-disposition: form-da")],
    ["nothing", raw("")],
  ])("%s is refused", async (_, request) => {
    expect(await refusal(request)).toBe("400 ERR_VALIDATION");
  });

  test("an error of the store (a quota) ends the upload and discards it", async () => {
    const memory = memorySink(50_000);
    const files = form([
      ["medias", new File(["x".repeat(10)], "a")],
      ["medias", new File(["x".repeat(90_000)], "b")],
    ]);
    expect(await refusal(files, memory)).toBe("409 ERR_PLAN_LIMIT");
  });

  test("hostile names arrive as text and break nothing", async () => {
    const names = ["../../etc/passwd", "a\\u0000b", "x".repeat(4_000), "\u202Egpj.exe", "; name=other"];
    for (const name of names) {
      const request = raw(`${part(`name="f"; filename="${name}"`, "abc")}--X--\r\n`);
      const { files } = await readUpload(request, limits, memorySink().sink);
      expect(files).toHaveLength(1);
      expect(files[0]?.fileName).not.toContain("/");
    }
  });
});

describe("an upload over the network", () => {
  const memory = memorySink();
  let outcome = Promise.withResolvers<unknown>();
  let server: ReturnType<typeof Bun.serve>;
  beforeAll(() => {
    server = Bun.serve({
      port: 0,
      async fetch(request) {
        const result = await readUpload(request, { ...limits, maxFileBytes: 1e9 }, memory.sink).catch(
          (e) => e,
        );
        outcome.resolve(result);
        return new Response("done");
      },
    });
  });
  afterAll(() => server.stop(true));

  test("an aborted upload leaves nothing behind", async () => {
    outcome = Promise.withResolvers();
    const socket = connect(Number(server.port), "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5000000\r\n");
    socket.write("content-type: multipart/form-data; boundary=X\r\n\r\n");
    socket.write(part(`name="f"; filename="a"`, "x".repeat(200_000)));
    while (memory.open() === 0) await Bun.sleep(1);
    socket.destroy();
    expect(await outcome.promise).toBeInstanceOf(Error);
    expect(memory.open()).toBe(0);
    expect([...memory.kept]).toEqual([]);
  });
});
