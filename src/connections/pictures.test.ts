import { expect, test } from "bun:test";
import { mayFetchPicture } from "./pictures.ts";

test("pictures come from WhatsApp's own hosts alone", () => {
  expect(mayFetchPicture("https://pps.whatsapp.net/v/t61/a.jpg?oh=1", false)).toBe(true);
  expect(mayFetchPicture("https://scontent.fbcdn.net/a.jpg", false)).toBe(true);
  for (const address of [
    "http://pps.whatsapp.net/a.jpg",
    "https://pps.whatsapp.net:8443/a.jpg",
    "https://pps.whatsapp.net.evil.example/a.jpg",
    "https://evilwhatsapp.net/a.jpg",
    "https://127.0.0.1/a.jpg",
    "https://[::1]/a.jpg",
    "https://169.254.169.254/latest/meta-data",
    "https://user@10.0.0.1/a.jpg",
    "file:///etc/passwd",
    "gopher://x",
    "nonsense",
  ])
    expect([address, mayFetchPicture(address, false)]).toEqual([address, false]);
});

test("a simulated network keeps them where it likes", () => {
  expect(mayFetchPicture("http://localhost:4000/a.jpg", true)).toBe(true);
});
