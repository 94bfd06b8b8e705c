import { describe, expect, test } from "bun:test";
import { decideMedia, type MediaDriver } from "./limits.ts";
import type { FileKind, MediaKind } from "./sniff.ts";

const MB = 1024 * 1024;
const file = (kind: MediaKind, mimeType: string): FileKind => ({
  kind,
  mimeType,
  extension: "x",
  executable: false,
});
const jpg = file("image", "image/jpeg");
const webp = file("image", "image/webp");
const mp3 = file("audio", "audio/mpeg");
const mp4 = file("video", "video/mp4");
const mov = file("video", "video/quicktime");
const pdf = file("application", "application/pdf");

const large = { refused: "ERR_MEDIA_TOO_LARGE" };
const wrong = { refused: "ERR_MEDIA_TYPE" };
const as = (kind: MediaKind) => ({ as: kind });

describe("media limits of the channels", () => {
  test.each([
    ["whatsapp", jpg, 16 * MB, as("image")],
    ["whatsapp", jpg, 16 * MB + 1, as("application")],
    ["whatsapp", webp, MB, as("image")],
    ["whatsapp", file("image", "image/gif"), MB, as("application")],
    ["whatsapp", mp3, 16 * MB, as("audio")],
    ["whatsapp", mp4, 64 * MB, as("video")],
    ["whatsapp", mov, MB, as("application")],
    ["whatsapp", pdf, 100 * MB, as("application")],
    ["whatsapp", pdf, 100 * MB + 1, large],
    ["whatsapp", mp4, 101 * MB, large],
    ["cloud", jpg, 5 * MB, as("image")],
    ["cloud", webp, MB, as("application")],
    ["cloud", mp4, 17 * MB, as("application")],
    ["facebook", webp, 25 * MB, as("image")],
    ["facebook", mov, 26 * MB, large],
    ["instagram", jpg, 8 * MB, as("image")],
    ["instagram", jpg, 9 * MB, large],
    ["instagram", webp, MB, wrong],
    ["instagram", mov, MB, wrong],
    ["instagram", pdf, 1, wrong],
  ] satisfies [MediaDriver, FileKind, number, object][])(
    "%s, %o, %d bytes",
    (driver, kind, size, decision) => {
      expect(decideMedia(driver, kind, size)).toEqual(decision as never);
    },
  );

  test("an executable is refused by every channel, at any size", () => {
    const program = { ...pdf, mimeType: "application/x-msdownload", executable: true };
    for (const driver of ["whatsapp", "cloud", "facebook", "instagram"] as const) {
      expect(decideMedia(driver, program, 10)).toEqual({ refused: "ERR_MEDIA_TYPE" });
    }
  });
});
