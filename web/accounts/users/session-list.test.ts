import { expect, test } from "bun:test";
import { deviceOf } from "./session-list.tsx";

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    { browser: "Chrome", system: "Windows", isPhone: false },
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
    { browser: "Edge", system: "Windows", isPhone: false },
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
    { browser: "Chrome", system: "Android", isPhone: true },
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    { browser: "Safari", system: "iPhone", isPhone: true },
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
    { browser: "Safari", system: "macOS", isPhone: false },
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
    { browser: "Firefox", system: "Linux", isPhone: false },
  ],
  ["curl/8.5", { browser: null, system: null, isPhone: false }],
])("a user agent is shown as browser and system: %s", (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device);
});
