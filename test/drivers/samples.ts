import { jpeg, recording } from "#channels/media/testing.ts";
import type { SampleFile } from "./line.ts";

/** Encodes a box of an MP4 file with this name. */
function box(name: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(name, 4);
  return Buffer.concat([head, content]);
}
const mp4 = (): Buffer =>
  Buffer.concat([box("ftyp", Buffer.from("mp42\0\0\0\0mp42isom")), box("mdat", Buffer.alloc(2048, 7))]);
const pdf = (): Buffer =>
  Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

/** One file of each kind a conversation carries. */
export async function sampleFiles(): Promise<readonly SampleFile[]> {
  return [
    { kind: "image", name: "bolo.jpg", mimeType: "image/jpeg", bytes: new Uint8Array(await jpeg(8, 8)) },
    { kind: "audio", name: "musica.mp3", mimeType: "audio/mpeg", bytes: new Uint8Array(recording(1)) },
    { kind: "video", name: "forno.mp4", mimeType: "video/mp4", bytes: new Uint8Array(mp4()) },
    { kind: "document", name: "pedido.pdf", mimeType: "application/pdf", bytes: new Uint8Array(pdf()) },
  ];
}
export const fileOf = ({ bytes, name, mimeType }: SampleFile): File =>
  new File([bytes], name, { type: mimeType });
