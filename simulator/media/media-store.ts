import { createHash } from "node:crypto";
import type { Directory } from "#simulator/directory.ts";
import type { Faults } from "#simulator/faults/faults.ts";
import { serverCertificate, serverKey } from "./certificates.ts";

const UPLOAD_BYTES = 2 ** 31;
const PICTURES = "/pictures/";

function urlSafe(hash: Uint8Array): string {
  return Buffer.from(hash).toString("base64url");
}

function storedName(bytes: Uint8Array): string {
  return urlSafe(createHash("sha256").update(bytes).digest());
}

/** Encrypted files by path, served over HTTPS like WhatsApp's media hosts. */
export class MediaStore {
  readonly #files = new Map<string, Uint8Array>();
  readonly #directory: Directory;
  readonly #faults: Faults;
  #server: Bun.Server<undefined> | null = null;

  constructor(directory: Directory, faults: Faults) {
    this.#directory = directory;
    this.#faults = faults;
  }

  /** `host:port`, as `media_conn` names it. */
  get host(): string {
    return `localhost:${this.#server?.port ?? 0}`;
  }

  start(): void {
    this.#server = Bun.serve({
      hostname: "localhost",
      port: 0,
      maxRequestBodySize: UPLOAD_BYTES,
      tls: { cert: serverCertificate, key: serverKey },
      fetch: (request) => this.#answer(request),
    });
  }

  async stop(): Promise<void> {
    await this.#server?.stop(true);
  }

  /** Stores an encrypted file; returns its URL. */
  put(stored: Uint8Array): { url: string; directPath: string } {
    const directPath = `/v/t62/${storedName(stored)}`;
    this.#files.set(directPath, stored);
    return { url: `https://${this.host}${directPath}`, directPath };
  }

  /** All stored files by path. */
  get files(): ReadonlyMap<string, Uint8Array> {
    return this.#files;
  }

  /** Restores files of an earlier run under their old paths. */
  restore(files: ReadonlyMap<string, Uint8Array>): void {
    for (const [path, bytes] of files) this.#files.set(path, bytes);
  }

  get(directPath: string): Uint8Array | undefined {
    return this.#files.get(directPath);
  }

  pictureUrl(number: string): string {
    return `https://${this.host}${PICTURES}${number}`;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const fault = this.#faults.media(request.method === "POST" ? "upload" : "download");
    if (fault?.status) return new Response("simulated", { status: fault.status });
    if (request.method === "POST") return this.#upload(pathname, await request.bytes());
    if (pathname.startsWith(PICTURES)) return this.#picture(pathname.slice(PICTURES.length));
    const file = this.#files.get(pathname);
    if (!file) return new Response("gone", { status: 404 });
    return ranged(request, fault?.isCorrupt ? corrupted(file) : file);
  }

  /** Receives an upload; the last segment of its path is the hash of the bytes. */
  #upload(pathname: string, stored: Uint8Array): Response {
    const name = decodeURIComponent(pathname.slice(pathname.lastIndexOf("/") + 1));
    if (name !== storedName(stored)) return Response.json({ error: "hash mismatch" }, { status: 400 });
    const { url, directPath } = this.put(stored);
    return Response.json({ url, direct_path: directPath });
  }

  #picture(number: string): Response {
    const picture = this.#directory.byNumber(number)?.picture;
    if (!picture) return new Response("gone", { status: 404 });
    return new Response(new Uint8Array(picture), { headers: { "content-type": "image/jpeg" } });
  }
}

function corrupted(file: Uint8Array): Uint8Array {
  const copy = new Uint8Array(file);
  copy[0] = (copy[0] ?? 0) ^ 0xff;
  return copy;
}

function ranged(request: Request, file: Uint8Array): Response {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("range") ?? "");
  if (!range) return new Response(new Uint8Array(file));
  const start = Number(range[1]);
  const end = range[2] ? Math.min(Number(range[2]), file.length - 1) : file.length - 1;
  return new Response(file.slice(start, end + 1), {
    status: 206,
    headers: { "content-range": `bytes ${start}-${end}/${file.length}` },
  });
}
