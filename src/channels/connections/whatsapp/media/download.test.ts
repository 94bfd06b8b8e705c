import { expect, test } from "bun:test";
import { mediaUrl } from "./download.ts";

const PATH = "/v/t62.7118-24/1.enc?ccb=11-4";
const address = (url: string | null, directPath: string | null = null, simulated = false) =>
  mediaUrl({ url, directPath }, simulated);

test("a file is downloaded from the host in its message if the host belongs to WhatsApp", () => {
  expect(address(`https://media-gru1-1.cdn.whatsapp.net${PATH}`, PATH)).toBe(
    `https://media-gru1-1.cdn.whatsapp.net${PATH}`,
  );
  expect(address(`https://mmg.whatsapp.net${PATH}`)).toBe(`https://mmg.whatsapp.net${PATH}`);
  expect(address(null, PATH)).toBe(`https://mmg.whatsapp.net${PATH}`);
});

const INSIDE = [
  "http://169.254.169.254/latest/meta-data/",
  "https://169.254.169.254/latest/meta-data/",
  "http://127.0.0.1:3000/api/setup",
  "https://localhost/",
  "https://[::1]/",
  "https://mmg.whatsapp.net@127.0.0.1/",
  "https://mmg.whatsapp.net:8443/",
  "https://mmg.whatsapp.net.evil.example/",
  "https://evilwhatsapp.net/",
  "http://mmg.whatsapp.net/",
  "file:///etc/passwd",
  "gopher://mmg.whatsapp.net/",
  "nonsense",
  "",
];

test.each(INSIDE)("the foreign address %p in a message is not requested", (url) => {
  expect(() => address(url)).toThrow("outside WhatsApp");
  expect(address(url, PATH)).toBe(`https://mmg.whatsapp.net${PATH}`);
});

test.each(["@127.0.0.1/x", ".evil.example/x", ":8443/x", "x", ""])("the path %p is refused", (path) => {
  expect(() => address(null, path)).toThrow("outside WhatsApp");
});

test("files of a simulated network may be on any host", () => {
  expect(address("https://localhost:4000/a", "/a", true)).toBe("https://localhost:4000/a");
});
