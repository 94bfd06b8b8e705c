import { OutboundFailed } from "./target.ts";

/** Reads the whole body; aborts as soon as it is too large. Throws OutboundFailed. */
export async function readLimited(response: Response, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(response.headers.get("content-length") ?? 0);
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = announced > limitBytes ? announced : 0;
  while (size <= limitBytes) {
    const { done, value } = await reader.read();
    if (done) return joined(parts, size);
    parts.push(value);
    size += value.length;
  }
  await reader.cancel();
  throw new OutboundFailed("too_large");
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
