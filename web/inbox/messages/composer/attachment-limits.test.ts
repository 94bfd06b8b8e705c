import { expect, test } from "bun:test";
import { decideMedia } from "#channels/media/inspect/limits.ts";
import { refusal } from "./attachments.ts";

const MB = 1024 * 1024;
const FILES = [
  ["foto.jpg", "image/jpeg", "image"],
  ["foto.webp", "image/webp", "image"],
  ["fala.mp3", "audio/mpeg", "audio"],
  ["filme.mp4", "video/mp4", "video"],
  ["filme.mov", "video/quicktime", "video"],
  ["nota.pdf", "application/pdf", "application"],
] as const;

test("a file that a channel does not accept is refused before upload, with the server's error", () => {
  for (const channel of ["whatsapp", "facebook", "instagram"] as const)
    for (const [name, mimeType, kind] of FILES)
      for (const size of [1, 8 * MB, 8 * MB + 1, 25 * MB, 25 * MB + 1, 100 * MB, 100 * MB + 1]) {
        const decision = decideMedia(channel, { kind, mimeType, extension: "", executable: false }, size);
        const refused = "refused" in decision ? decision.refused : null;
        const words = { ERR_MEDIA_TYPE: "type", ERR_MEDIA_TOO_LARGE: "tooLarge" } as const;
        expect([channel, name, size, refusal({ name, size, type: mimeType }, 0, channel)]).toEqual([
          ...[channel, name, size],
          refused && words[refused],
        ]);
      }
});
