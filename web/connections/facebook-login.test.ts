import { expect, test } from "bun:test";
import { comeBackFromFacebook, leaveForFacebook } from "./facebook-login.ts";

const storage = (): Storage => {
  const rows = new Map<string, string>();
  return {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
  } as unknown as Storage;
};
const HERE = new URL("https://balcao.example/connections?x=1");
const LOGIN = "https://www.facebook.com/v23.0/dialog/oauth?client_id=1&response_type=token";

test("whoever comes back from Facebook brings the token once, and what they had chosen", () => {
  const store = storage();
  const left = new URL(leaveForFacebook(LOGIN, true, HERE, store));
  expect(left.searchParams.get("redirect_uri")).toBe("https://balcao.example/connections");
  const back = new URL(
    `https://balcao.example/connections#access_token=EAA&state=${left.searchParams.get("state")}`,
  );
  expect(comeBackFromFacebook(back, store)).toEqual({ token: "EAA", addInstagram: true });
  expect(comeBackFromFacebook(back, store)).toBeNull();
});

test("a token nobody asked for is not taken", () => {
  const store = storage();
  const forged = new URL("https://balcao.example/connections#access_token=EAA&state=guess");
  expect(comeBackFromFacebook(forged, store)).toBeNull();
  leaveForFacebook(LOGIN, false, HERE, store);
  expect(comeBackFromFacebook(forged, store)).toBeNull();
});

test("a person who said no is told that nothing was connected", () => {
  const store = storage();
  const state = new URL(leaveForFacebook(LOGIN, false, HERE, store)).searchParams.get("state");
  const back = new URL(`https://balcao.example/connections?error=access_denied&state=${state}`);
  expect(comeBackFromFacebook(back, store)).toBe("refused");
});
