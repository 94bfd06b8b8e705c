import { afterAll, describe, expect, test } from "bun:test";
import net from "node:net";
import { openRoute } from "./proxy.ts";
import { startProxyBridge } from "./proxy-bridge.ts";

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

async function listen(onClient: (client: net.Socket) => void): Promise<number> {
  const server = net.createServer(onClient);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return (server.address() as net.AddressInfo).port;
}

/** A SOCKS5 proxy that requires `loja:segredo` and records the requested names. */
async function startSocks(names: string[]): Promise<number> {
  return listen((client) => {
    let step = 0;
    client.on("error", () => client.destroy());
    client.on("data", (data: Buffer) => {
      step++;
      if (step === 1) return void client.write(Buffer.of(5, 2));
      if (step === 2) {
        const right = data.equals(
          Buffer.concat([Buffer.of(1, 4), Buffer.from("loja"), Buffer.of(7), Buffer.from("segredo")]),
        );
        return void client.write(Buffer.of(1, right ? 0 : 1));
      }
      const length = data[4] ?? 0;
      names.push(data.subarray(5, 5 + length).toString());
      const upstream = net.connect(data.readUInt16BE(5 + length), "127.0.0.1", () => {
        client.removeAllListeners("data");
        client.write(Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
        client.pipe(upstream).pipe(client);
      });
      return undefined;
    });
  });
}

/** Opens a CONNECT through the bridge, sends `said` once it is accepted, and returns everything received. */
function connect(bridge: URL, target: string, said: string, authorized = true): Promise<string> {
  const secret = Buffer.from(`${bridge.username}:${bridge.password}`).toString("base64");
  const header = authorized ? `Proxy-Authorization: Basic ${secret}\r\n` : "";
  return new Promise((resolve, reject) => {
    let heard = "";
    const socket = net.connect(Number(bridge.port), bridge.hostname, () => {
      socket.write(`CONNECT ${target} HTTP/1.1\r\n${header}\r\n`);
    });
    socket.on("data", (data) => {
      if (heard === "" && data.toString().includes("200")) socket.write(said);
      heard += data.toString();
    });
    socket.on("close", () => resolve(heard));
    socket.on("error", reject);
  });
}

test("a stream goes through SOCKS by name and with the password, only for callers with the bridge's secret", async () => {
  const names: string[] = [];
  const socks = await startSocks(names);
  const echo = await listen((client) => client.once("data", (data) => client.end(`echo ${data}`)));
  const bridge = await startProxyBridge(`socks5://loja:segredo@127.0.0.1:${socks}`, true);
  closing.push(bridge.close);
  const url = new URL(bridge.url);
  expect(await connect(url, `web.example:${echo}`, "oi")).toBe("HTTP/1.1 200 Connected\r\n\r\necho oi");
  expect(names).toEqual(["web.example"]);
  expect(await connect(url, `web.example:${echo}`, "oi", false)).toStartWith("HTTP/1.1 403");
});

test("a password that the proxy refuses is answered with 502", async () => {
  const socks = await startSocks([]);
  const bridge = await startProxyBridge(`socks5://loja:errado@127.0.0.1:${socks}`, true);
  closing.push(bridge.close);
  expect(await connect(new URL(bridge.url), "web.example:443", "")).toStartWith("HTTP/1.1 502");
});

describe("a proxy inside a private network", () => {
  test.each(["http", "https", "socks5"])(
    "a host that resolves to a private address is not connected to through a proxy over %s, even if its name resolved to a public address before",
    async (kind) => {
      let calls = 0;
      const inside = await listen((client) => {
        calls += 1;
        client.destroy();
      });
      for (const host of ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "2130706433"]) {
        const bridge = await startProxyBridge(`${kind}://u:p@${host}:${inside}`, false);
        closing.push(bridge.close);
        expect(await connect(new URL(bridge.url), "web.example:443", "")).toStartWith("HTTP/1.1 502");
        await expect(openRoute(`${kind}://u:p@${host}:${inside}`, false)).rejects.toThrow("not_allowed");
      }
      expect(calls).toBe(0);
    },
  );

  test("a private proxy is used when the operator allows private addresses", async () => {
    let head = "";
    const proxy = await listen((client) =>
      client.once("data", (data) => {
        head = data.toString();
        client.write("HTTP/1.1 200 Connected\r\nVia: 1.1 x\r\n\r\n");
        client.once("data", (said) => client.end(`echo ${said}`));
      }),
    );
    const bridge = await startProxyBridge(`http://loja:segredo@127.0.0.1:${proxy}`, true);
    closing.push(bridge.close);
    expect(await connect(new URL(bridge.url), "web.example:443", "oi")).toEndWith("echo oi");
    expect(head).toContain("CONNECT web.example:443 HTTP/1.1");
    expect(head).toContain(`Basic ${Buffer.from("loja:segredo").toString("base64")}`);
  });

  test("a proxy that refuses or answers endlessly gives 502", async () => {
    const refusing = await listen((client) =>
      client.once("data", () => client.write("HTTP/1.1 407 No\r\n\r\n")),
    );
    const endless = await listen((client) => client.once("data", () => client.write("x".repeat(40_000))));
    for (const port of [refusing, endless]) {
      const bridge = await startProxyBridge(`http://127.0.0.1:${port}`, true);
      closing.push(bridge.close);
      expect(await connect(new URL(bridge.url), "web.example:443", "")).toStartWith("HTTP/1.1 502");
    }
  });
});
