import { expect, test } from "bun:test";
import { mayFetchFile } from "./download.ts";

test("files of messages come from Meta's own hosts alone", () => {
  expect(mayFetchFile("https://scontent.xx.fbcdn.net/v/t1/a.jpg?oh=1", false)).toBe(true);
  expect(mayFetchFile("https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1", false)).toBe(true);
  for (const address of [
    "http://lookaside.fbsbx.com/a.jpg",
    "https://lookaside.fbsbx.com:8443/a.jpg",
    "https://lookaside.fbsbx.com.evil.example/a.jpg",
    "https://lookaside.fbsbx.com@169.254.169.254/",
    "https://evilfbsbx.com/a.jpg",
    "https://127.0.0.1/a.jpg",
    "https://[::ffff:169.254.169.254]/latest/meta-data",
    "file:///etc/passwd",
    "nonsense",
    "",
  ])
    expect([address, mayFetchFile(address, false)]).toEqual([address, false]);
});
