import { expect, test } from "bun:test";
import { readFacebookRedirect, startFacebookLogin } from "./facebook-login.ts";

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

test("the redirect from Facebook contains the token once, and the user's earlier choice", () => {
  const store = storage();
  const left = new URL(startFacebookLogin(LOGIN, "instagram", HERE, store));
  expect(left.searchParams.get("redirect_uri")).toBe("https://balcao.example/connections");
  const back = new URL(
    `https://balcao.example/connections#access_token=EAA&state=${left.searchParams.get("state")}`,
  );
  expect(readFacebookRedirect(back, store)).toEqual({ wanted: "instagram", token: "EAA" });
  expect(readFacebookRedirect(back, store)).toBeNull();
});

test("a token of Facebook's redirect without a matching request is not accepted", () => {
  const store = storage();
  const forged = new URL("https://balcao.example/connections#access_token=EAA&state=guess");
  expect(readFacebookRedirect(forged, store)).toBeNull();
  startFacebookLogin(LOGIN, "pages", HERE, store);
  expect(readFacebookRedirect(forged, store)).toBeNull();
});

test("a permission refused at Facebook shows that no connection was added", () => {
  const store = storage();
  const state = new URL(startFacebookLogin(LOGIN, "pages", HERE, store)).searchParams.get("state");
  const back = new URL(`https://balcao.example/connections?error=access_denied&state=${state}`);
  expect(readFacebookRedirect(back, store)).toBe("refused");
});

test("the redirect for an official number contains a token, or the code of the embedded sign-up", () => {
  const store = storage();
  const back = (rest: (state: string) => string) => {
    const state = new URL(startFacebookLogin(LOGIN, "official", HERE, store)).searchParams.get("state") ?? "";
    return readFacebookRedirect(new URL(`https://balcao.example/connections${rest(state)}`), store);
  };
  expect(back((state) => `#access_token=EAA&state=${state}`)).toEqual({
    wanted: "official",
    credential: { token: "EAA" },
    importHistory: true,
  });
  expect(back((state) => `?code=AQB&state=${state}#_=_`)).toEqual({
    wanted: "official",
    credential: { code: "AQB", redirectUri: "https://balcao.example/connections" },
    importHistory: true,
  });
  expect(back((state) => `?error=access_denied&state=${state}`)).toBe("refused");
});
