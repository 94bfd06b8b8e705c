import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { serverCertificate, serverKey } from "#simulator/media/certificates.ts";
import { type ReceivedMail, readMail } from "./message.ts";

/** What a session may do and whom it tells. */
export interface SessionRules {
  readonly tls: "starttls" | "implicit" | "none";
  readonly account: { readonly user: string; readonly password: string } | null;
  /** The next answer to DATA instead of 250, once each: `550 5.1.1 no such user`. */
  readonly refusals: string[];
  readonly arrived: (mail: ReceivedMail) => void;
}

/** One client of the mail server: the commands of RFC 5321 that clients use, STARTTLS, AUTH PLAIN and LOGIN. */
export class MailSession {
  readonly #rules: SessionRules;
  #socket: Socket;
  #encrypted: boolean;
  #buffer = "";
  #user: string | null = null;
  #from = "";
  #to: string[] = [];
  /** Takes the next line instead of the commands: AUTH in steps, the text of a mail. */
  #next: ((line: string) => void) | null = null;

  constructor(socket: Socket, rules: SessionRules) {
    this.#rules = rules;
    this.#socket = socket;
    this.#encrypted = rules.tls === "implicit";
    this.#listen();
    this.#say("220 mail.test ESMTP");
  }

  #listen(): void {
    this.#socket.on("error", () => undefined);
    this.#socket.on("data", (bytes: Buffer) => {
      this.#buffer += bytes.toString("latin1");
      for (let end = this.#buffer.indexOf("\r\n"); end >= 0; end = this.#buffer.indexOf("\r\n")) {
        const line = this.#buffer.slice(0, end);
        this.#buffer = this.#buffer.slice(end + 2);
        if (this.#next) this.#next(line);
        else this.#command(line);
      }
    });
  }

  #say(line: string): void {
    this.#socket.write(`${line}\r\n`);
  }

  #command(line: string): void {
    const [verb = "", ...rest] = line.split(" ");
    const commands: Readonly<Record<string, () => void>> = {
      EHLO: () => this.#greet(),
      HELO: () => this.#greet(),
      STARTTLS: () => this.#encrypt(),
      AUTH: () => this.#authenticate(rest),
      MAIL: () => this.#begin(line),
      RCPT: () => {
        this.#to.push(addressIn(line));
        this.#say("250 2.1.5 Ok");
      },
      DATA: () => this.#data(),
      RSET: () => this.#say("250 2.0.0 Ok"),
      NOOP: () => this.#say("250 2.0.0 Ok"),
      QUIT: () => {
        this.#say("221 2.0.0 Bye");
        this.#socket.end();
      },
    };
    const command = commands[verb.toUpperCase()];
    if (command) command();
    else this.#say("502 5.5.2 Command not recognized");
  }

  #greet(): void {
    const offers = ["mail.test", "8BITMIME", "SMTPUTF8"];
    if (this.#rules.tls === "starttls" && !this.#encrypted) offers.push("STARTTLS");
    if (this.#rules.account) offers.push("AUTH PLAIN LOGIN");
    for (const [index, offer] of offers.entries())
      this.#say(`250${index === offers.length - 1 ? " " : "-"}${offer}`);
  }

  #encrypt(): void {
    if (this.#rules.tls !== "starttls") {
      this.#say("502 5.5.2 Command not recognized");
      return;
    }
    this.#say("220 2.0.0 Ready to start TLS");
    this.#socket.removeAllListeners("data");
    this.#buffer = "";
    this.#socket = new TLSSocket(this.#socket, { isServer: true, key: serverKey, cert: serverCertificate });
    this.#encrypted = true;
    this.#listen();
  }

  #authenticate([kind = "", first]: readonly string[]): void {
    if (kind.toUpperCase() === "PLAIN") {
      const check = (line: string) => {
        const [, user = "", password = ""] = Buffer.from(line, "base64").toString("utf8").split("\0");
        this.#check(user, password);
      };
      if (first === undefined) this.#ask("", check);
      else check(first);
      return;
    }
    const plain = (line: string) => Buffer.from(line, "base64").toString("utf8");
    this.#ask("VXNlcm5hbWU6", (user) =>
      this.#ask("UGFzc3dvcmQ6", (password) => this.#check(plain(user), plain(password))),
    );
  }

  #ask(challenge: string, take: (line: string) => void): void {
    this.#next = (line) => {
      this.#next = null;
      take(line);
    };
    this.#say(`334 ${challenge}`);
  }

  #check(user: string, password: string): void {
    const { account } = this.#rules;
    const fits = account?.user === user && account.password === password;
    if (fits) this.#user = user;
    this.#say(fits ? "235 2.7.0 Authentication successful" : "535 5.7.8 Authentication credentials invalid");
  }

  #begin(line: string): void {
    if (this.#rules.account !== null && this.#user === null) {
      this.#say("530 5.7.0 Authentication required");
      return;
    }
    this.#from = addressIn(line);
    this.#to = [];
    this.#say("250 2.1.0 Ok");
  }

  #data(): void {
    const lines: string[] = [];
    this.#next = (line) => {
      if (line !== ".") {
        lines.push(line.replace(/^\./, ""));
        return;
      }
      this.#next = null;
      const refusal = this.#rules.refusals.shift();
      const envelope = { from: this.#from, to: this.#to, encrypted: this.#encrypted, user: this.#user };
      if (!refusal) this.#rules.arrived(readMail(lines.join("\r\n"), envelope));
      this.#say(refusal ?? "250 2.0.0 Ok: queued");
    };
    this.#say("354 End data with <CR><LF>.<CR><LF>");
  }
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? "";
