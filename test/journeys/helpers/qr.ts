import type { Locator } from "playwright-core";
import { encode } from "uqr";
import { eventually } from "#test/helpers/whatsapp-world.ts";

/** Finds the text of a pictured QR code: the text among `known` whose modules equal those of the picture. */
export function readQr(picture: Locator, known: () => Promise<readonly string[]>): Promise<string> {
  return eventually(async () => {
    const path = (await picture.locator("path").getAttribute("d")) ?? "";
    const dark = path.match(/M\d+ \d+/g)?.join("") ?? "";
    return (await known()).find((text) => squaresOf(text) === dark);
  }, "a picture of a known code");
}

/** The dark modules of a QR code in reading order, with the quiet zone of the page's pictures. */
function squaresOf(text: string): string {
  if (text === "") return "";
  const { data } = encode(text, { ecc: "L", border: 3 });
  return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}`] : []))).join("");
}
