import { expect, test } from "bun:test";
import { consoleScript, readResult } from "./console-script.ts";

test("the console text contains the request and prints the answer as one line", () => {
  const script = consoleScript({ challenge: "YWJj", rpId: "whatsapp.com" });
  expect(script).toContain('{"challenge":"YWJj","rpId":"whatsapp.com"}');
  expect(() => new Function(script)).not.toThrow();
});

test("a pasted result is read with quotes and blanks around it, and other texts are refused", () => {
  const result = { rawId: "YQ", response: { signature: "YQ" } };
  expect(readResult(` '${JSON.stringify(result)}' \n`)).toEqual(result);
  expect(["", "oi", "[1]", "null", '{"a":1}'].map(readResult)).toEqual(Array(5).fill(null));
});
